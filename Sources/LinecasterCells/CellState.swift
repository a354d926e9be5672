public import LinecasterText

/// The interaction state of a row, for cells that look different when pressed, hovered, focused or
/// selected.
///
///     func body(in environment: LayoutEnvironment) -> some Layout {
///       let isDown = environment.state.isPressed("reply")
///       return Text("Reply").background(isDown ? .black : .white).tag("reply").role(.button)
///     }
///
/// A row whose state changes is arranged and drawn again; other rows are not.
public struct CellState: EnvironmentKey, Hashable {
  /// The part of a row that a state refers to.
  public enum Part: Hashable, Sendable {
    /// The row itself, without any of its regions.
    case row
    /// The regions that have a tag.
    case tag(InlinePayload)
    /// The text ranges that have a link.
    case link(String)
  }

  /// The pressed part; `nil` for none.
  public var pressed: Part?
  /// The part under a pointer; `nil` for none.
  public var hovered: Part?
  /// The part with keyboard focus; `nil` for none.
  public var focused: Part?
  /// Whether the row is selected.
  public var isSelected = false
  /// The selected text, which is highlighted automatically; `nil` for none.
  public var selectedText: SelectedText?
  /// The found text, which is highlighted automatically; `nil` for none.
  public var foundText: FoundText?

  /// The state of a row without interaction.
  public static let defaultValue = CellState()

  /// Creates the state of a row without interaction.
  public init() {}

  /// Returns whether a region with a tag is pressed.
  public func isPressed(_ tag: some Hashable & Sendable) -> Bool {
    pressed == .tag(InlinePayload(tag))
  }

  /// Returns whether a pointer is over a region with a tag.
  public func isHovered(_ tag: some Hashable & Sendable) -> Bool {
    hovered == .tag(InlinePayload(tag))
  }

  /// Returns whether a region with a tag has keyboard focus.
  public func isFocused(_ tag: some Hashable & Sendable) -> Bool {
    focused == .tag(InlinePayload(tag))
  }
}

extension LayoutEnvironment {
  /// The interaction state of the row.
  public var state: CellState {
    get { self[CellState.self] }
    set { self[CellState.self] = newValue }
  }
}
