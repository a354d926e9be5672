public import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
public import LinecasterList
public import LinecasterText

/// A pure function from a state to a page, which is called on workers (SwiftUI `View`).
///
///     enum Greeting: Screen {
///       struct State: Equatable, Sendable { var name = "" }
///       enum Event: Sendable { case greet }
///
///       static func page(
///         _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
///       ) -> ScreenPage {
///         ScreenPage(bar: ScreenBar("Greeting")) {
///           TableItem("name", cell: Line("Hello, \(state.name)")).onTap { send(.greet) }
///         }
///       }
///     }
///
/// A screen has no state of its own: a `ScreenModel` holds the state and handles events. This way,
/// a screen can be tested and previewed alone.
public protocol Screen: Sendable {
  /// The values that the screen depends on, besides the environment.
  associatedtype State: Equatable & Sendable
  /// The user's actions on the screen.
  associatedtype Event: Sendable = Never

  /// Returns the page for a state.
  ///
  /// The call may take long; the main actor does not wait for it.
  ///
  /// - Parameters:
  ///   - state: The state of the model.
  ///   - environment: The width, the theme, and the reader's fonts and language.
  ///   - send: Called by rows and buttons with the user's actions, on the main actor.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) throws -> ScreenPage
}

/// A closure that rows and buttons call with the user's actions.
public typealias Send<Event> = @MainActor @Sendable (Event) -> Void

/// The contents of a screen: a table, a bar above it, and an overlay.
public struct ScreenPage: Sendable {
  /// The bar above the table; `nil` for none.
  public var bar: ScreenBar?
  /// The table that fills the screen.
  public var table: TableModel
  /// The row over the bottom of the table; `nil` for none.
  public var overlay: TableItem?
  /// The colour behind the rows and the bar; `nil` for that of the environment, or of the parent.
  ///
  /// The page of a child whose rows are among those of its parent has no background of its own.
  public var background: ThemeColor?

  /// Creates a page from a table.
  public init(bar: ScreenBar? = nil, _ table: TableModel, overlay: TableItem? = nil) {
    self.bar = bar
    self.table = table
    self.overlay = overlay
  }

  /// Creates a page from rows.
  public init(
    bar: ScreenBar? = nil, overlay: TableItem? = nil,
    @TableItemBuilder _ items: () -> [TableItem]
  ) {
    self.init(bar: bar, TableModel(items: items()), overlay: overlay)
  }

  /// Creates a page from a layout, which scrolls if it is higher than the screen.
  ///
  /// - Parameter answers: Adds actions to the row of the layout, for example by
  ///   `TableItem.on(_:_:)` for tagged regions.
  public init(
    bar: ScreenBar? = nil, layout: some Layout, overlay: TableItem? = nil,
    answers: (TableItem) -> TableItem = { $0 }
  ) {
    let item = TableItem("layout", cell: LayoutCell(node: layout.node))
    self.init(bar: bar, TableModel(items: [answers(item)]), overlay: overlay)
  }
}

/// A cell with a layout that ignores the environment.
struct LayoutCell: Cell {
  let node: LayoutNode

  func body(in environment: LayoutEnvironment) -> some Layout { node }
}

/// The bar above the table of a screen: a title between buttons (UIKit `UINavigationBar`).
///
///     let bar = ScreenBar("Users", trailing: [BarButton("Add") { send(.add) }])
///
/// If there is a screen to go back to and `back` is not `nil`, a back button comes first.
public struct ScreenBar: Sendable {
  /// The title of the screen.
  public var title: String
  /// The buttons before the title.
  public var leading: [BarButton]
  /// The buttons after the title.
  public var trailing: [BarButton]
  /// The text of the back button; `nil` for no button.
  public var back: String?

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - title: The title of the screen.
  ///   - leading: The buttons before the title.
  ///   - trailing: The buttons after the title.
  ///   - back: The text of the back button, shown if there is a screen to go back to; `nil` for
  ///     none.
  public init(
    _ title: String, leading: [BarButton] = [], trailing: [BarButton] = [], back: String? = "‹"
  ) {
    self.title = title
    self.leading = leading
    self.trailing = trailing
    self.back = back
  }

  /// Returns the bar as a row.
  ///
  /// - Parameter goBack: The action of the back button; `nil` if there is no screen to go back to.
  package func item(_ goBack: (@MainActor @Sendable () -> Void)? = nil) -> TableItem {
    var leading = leading
    if let goBack, let back { leading.insert(BarButton(back, tag: .back, goBack), at: 0) }
    let cell = BarCell(
      title: title, leading: leading.map(\.face), trailing: trailing.map(\.face))
    return (leading + trailing).reduce(TableItem("bar", cell: cell)) { item, button in
      item.on(button.tag, button.action)
    }
  }
}

/// A button in the bar of a screen.
public struct BarButton: Sendable {
  /// The name of a bar button, for tests and screen readers.
  public struct Tag: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String

    /// Creates a tag from a name.
    public init(_ name: String) { self.name = name }

    /// Creates a tag from a name.
    public init(stringLiteral value: String) { name = value }

    /// The tag of the back button.
    public static let back = Tag("back")
  }

  /// The text of the button.
  public let label: String
  /// The name of the button; defaults to its text.
  public let tag: Tag
  let action: @MainActor @Sendable () -> Void

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - tag: The name of the button; `nil` uses the label.
  ///   - action: Called when the button is tapped.
  public init(
    _ label: String, tag: Tag? = nil, _ action: @escaping @MainActor @Sendable () -> Void
  ) {
    self.label = label
    self.tag = tag ?? Tag(label)
    self.action = action
  }

  /// The visible part of the button.
  var face: BarCell.Face { BarCell.Face(label: label, tag: tag) }
}

/// A bar as a cell.
struct BarCell: Cell {
  struct Face: Hashable, Sendable {
    @ExactText var label: String
    let tag: BarButton.Tag
  }

  @ExactText var title: String
  let leading, trailing: [Face]

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 8, alignment: .center) {
      side(leading, environment).frame(minWidth: 24).shrink(0)
      Text(
        title, style: TextStyle(size: 17, weight: .bold),
        paragraphStyle: ParagraphStyle(alignment: .center)
      ).lineLimit(1).role(.heading(level: 1)).grow()
      side(trailing, environment).frame(minWidth: 24).shrink(0)
    }
    .padding(Insets(horizontal: 12, vertical: 10))
  }

  private func side(_ faces: [Face], _ environment: LayoutEnvironment) -> Row {
    Row(spacing: 12, alignment: .center) {
      for face in faces {
        Text(
          face.label,
          style: TextStyle(
            size: 17,
            color: environment.state.isPressed(face.tag) ? .secondaryText : .accent),
          // Arrows point to the leading edge.
          paragraphStyle: ParagraphStyle(
            baseDirection: environment.layoutDirection == .rightToLeft
              ? .rightToLeft : .leftToRight)
        )
        .lineLimit(1)
        // The touch target is larger than the visible button.
        .padding(Insets(horizontal: 8, vertical: 6))
        .background(.clear, cornerRadius: 8)
        .border(
          environment.state.isFocused(face.tag)
            ? ThemeColor.accent.color(in: environment.theme) : .clear, width: 2
        )
        .tag(face.tag).role(.button).shrink(0)
        .margin(Insets(horizontal: -10, vertical: -8))
      }
    }
  }
}

/// A text field of a screen: the region of a row in which it is shown, and the binding to its text.
///
///     var fields: [ScreenField] {
///       [ScreenField("recipient", Binding(self, \.recipient), placeholder: "Who gets it?")]
///     }
///
/// The row shows the text by a `TextField` in a region with the tag, and a host with a keyboard
/// edits it there. The row draws everything around the text, for example a border in another colour
/// while the region is focused (`CellState.isFocused(_:)`). The field and the value are kept equal
/// in both directions.
@MainActor
public struct ScreenField {
  /// The tag of the region in which the field is shown.
  public let tag: InlinePayload
  /// The binding to the text.
  public let text: Binding<String>
  /// The kind of the field: one line, several lines or a password.
  public var kind: TextInput.Kind
  /// The style of the text, as in the row's `TextField`.
  public var style: TextInputStyle
  /// The accessibility label.
  public var label: String?
  /// The text shown in an empty field.
  public var placeholder: String
  /// Called when return is pressed; `nil` for no action.
  public var onSubmit: (@MainActor () -> Void)?

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - tag: The tag of the region.
  ///   - text: The text.
  ///   - kind: The kind of text.
  ///   - style: The style of the text, as in the row's `TextField`.
  ///   - label: The accessibility label.
  ///   - placeholder: The text shown in an empty field.
  ///   - onSubmit: Called when return is pressed; `nil` for no action.
  public init(
    _ tag: some Hashable & Sendable, _ text: Binding<String>, kind: TextInput.Kind = .field,
    style: TextInputStyle = TextInputStyle(),
    label: String? = nil, placeholder: String = "", onSubmit: (@MainActor () -> Void)? = nil
  ) {
    self.tag = InlinePayload(tag)
    self.text = text
    self.kind = kind
    self.style = style
    self.label = label
    self.placeholder = placeholder
    self.onSubmit = onSubmit
  }
}
