public import LinecasterText

/// What somebody is doing with a row, for cells that show it.
///
///     func body(in environment: LayoutEnvironment) -> some Layout {
///       let isDown = environment.state.isPressed("reply")
///       return Text("Reply").background(isDown ? .black : .white).tag("reply").role(.button)
///     }
///
/// A row is arranged and drawn again where its state changes; others are not looked at.
public struct CellState: EnvironmentKey, Hashable {
  /// What of a row is meant.
  public enum Part: Hashable, Sendable {
    /// None of its regions: the row itself.
    case row
    /// Its regions with a tag.
    case tag(InlinePayload)
    /// The pieces of its texts with a link.
    case link(String)
  }

  /// What is held down; nil for nothing.
  public var pressed: Part?
  /// What a pointer is over; nil for nothing.
  public var hovered: Part?
  /// What has the focus of the keyboard; nil for nothing.
  public var focused: Part?
  /// Whether the row is selected.
  public var isSelected = false
  /// What of its texts is selected, which needs nothing of the cell to be seen; nil for nothing.
  public var selectedText: SelectedText?

  /// The state of a row that nobody touches.
  public static let defaultValue = CellState()

  /// Makes the state of a row that nobody touches.
  public init() {}

  /// Whether a region with a tag is held down.
  public func isPressed(_ tag: some Hashable & Sendable) -> Bool {
    pressed == .tag(InlinePayload(tag))
  }

  /// Whether a pointer is over a region with a tag.
  public func isHovered(_ tag: some Hashable & Sendable) -> Bool {
    hovered == .tag(InlinePayload(tag))
  }

  /// Whether a region with a tag has the focus of the keyboard.
  public func isFocused(_ tag: some Hashable & Sendable) -> Bool {
    focused == .tag(InlinePayload(tag))
  }
}

extension LayoutEnvironment {
  /// What somebody is doing with the row.
  public var state: CellState {
    get { self[CellState.self] }
    set { self[CellState.self] = newValue }
  }
}
