import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
public import LinecasterList
import LinecasterText

/// What is shown for a state: a pure function, called on workers.
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
/// A screen has no state of its own: a `ScreenModel` has it, and hears what people do. So a screen
/// can be tested, and previewed, without anything else of a program.
public protocol Screen: Sendable {
  /// All that the screen depends on, besides the environment.
  associatedtype State: Equatable & Sendable
  /// What people do on the screen.
  associatedtype Event: Sendable = Never

  /// What is shown.
  ///
  /// However long it takes, the main actor does not wait.
  ///
  /// - Parameters:
  ///   - state: What the model says.
  ///   - environment: The width, the theme, the reader's fonts and language.
  ///   - send: What rows and buttons call with what people do; on the main actor.
  static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) throws -> ScreenPage
}

/// What rows and buttons call with what people do.
public typealias Send<Event> = @MainActor @Sendable (Event) -> Void

/// What a screen shows: a table, what is above it, and what is over it.
public struct ScreenPage: Sendable {
  /// What is above the table; nil for nothing.
  public var bar: ScreenBar?
  /// What fills the screen.
  public var table: TableModel
  /// What is over the table, at its bottom; nil for nothing.
  public var overlay: TableItem?

  /// Makes a page of a table.
  public init(bar: ScreenBar? = nil, _ table: TableModel, overlay: TableItem? = nil) {
    self.bar = bar
    self.table = table
    self.overlay = overlay
  }

  /// Makes a page of rows.
  public init(
    bar: ScreenBar? = nil, overlay: TableItem? = nil,
    @TableItemBuilder _ items: () -> [TableItem]
  ) {
    self.init(bar: bar, TableModel(items: items()), overlay: overlay)
  }

  /// Makes a page of a layout, which is scrolled where it is higher than the screen.
  ///
  /// - Parameter answers: Gives the row of the layout what it does, such as by `on(_:_:)` for its
  ///   regions with tags.
  public init(
    bar: ScreenBar? = nil, layout: some Layout, overlay: TableItem? = nil,
    answers: (TableItem) -> TableItem = { $0 }
  ) {
    let item = TableItem("layout", cell: LayoutCell(node: layout.node))
    self.init(bar: bar, TableModel(items: [answers(item)]), overlay: overlay)
  }
}

/// A cell of a layout that does not look at its environment.
struct LayoutCell: Cell {
  let node: LayoutNode

  func body(in environment: LayoutEnvironment) -> some Layout { node }
}

/// What is above the table of a screen: a title between buttons.
///
///     let bar = ScreenBar("Users", trailing: [BarButton("Add") { send(.add) }])
///
/// Where there is a screen to go back to, and no button says otherwise, a button that does so comes
/// before all others.
public struct ScreenBar: Sendable {
  /// What the screen is called.
  public var title: String
  /// The buttons before the title.
  public var leading: [BarButton]
  /// The buttons after the title.
  public var trailing: [BarButton]
  /// What the button that goes back says; nil for none.
  public var back: String?

  /// Makes a bar.
  ///
  /// - Parameters:
  ///   - title: What the screen is called.
  ///   - leading: The buttons before the title.
  ///   - trailing: The buttons after the title.
  ///   - back: What the button that goes back says, where there is a screen to go back to; nil for
  ///     none.
  public init(
    _ title: String, leading: [BarButton] = [], trailing: [BarButton] = [], back: String? = "‹"
  ) {
    self.title = title
    self.leading = leading
    self.trailing = trailing
    self.back = back
  }

  /// The bar as a row.
  ///
  /// - Parameter goBack: What the button that goes back does; nil where there is nothing to go back
  ///   to.
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

/// A button of a bar.
public struct BarButton: Sendable {
  /// What a button is found by, in tests and by screen readers.
  public struct Tag: Hashable, Sendable, ExpressibleByStringLiteral {
    let name: String

    /// Makes a tag of a name.
    public init(_ name: String) { self.name = name }

    /// Makes a tag of a name.
    public init(stringLiteral value: String) { name = value }

    /// The button that goes back.
    public static let back = Tag("back")
  }

  /// What it says.
  public let label: String
  /// What it is found by; what it says, unless it is given one.
  public let tag: Tag
  let action: @MainActor @Sendable () -> Void

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - label: What it says.
  ///   - tag: What it is found by.
  ///   - action: What a tap does.
  public init(
    _ label: String, tag: Tag? = nil, _ action: @escaping @MainActor @Sendable () -> Void
  ) {
    self.label = label
    self.tag = tag ?? Tag(label)
    self.action = action
  }

  /// What is seen of it.
  var face: BarCell.Face { BarCell.Face(label: label, tag: tag) }
}

/// A bar as it is drawn.
struct BarCell: Cell {
  struct Face: Hashable, Sendable {
    @ExactText var label: String
    let tag: BarButton.Tag
  }

  @ExactText var title: String
  let leading, trailing: [Face]

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 8, alignment: .center) {
      side(leading, environment).frame(minWidth: 24)
      Text(
        title, style: TextStyle(size: 17, weight: .bold),
        paragraphStyle: ParagraphStyle(alignment: .center)
      ).role(.heading(level: 1)).grow()
      side(trailing, environment).frame(minWidth: 24)
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
          // Arrows point to where rows start.
          paragraphStyle: ParagraphStyle(
            baseDirection: environment.layoutDirection == .rightToLeft
              ? .rightToLeft : .leftToRight)
        )
        // A finger has room around what is seen.
        .padding(Insets(horizontal: 10, vertical: 8)).tag(face.tag).role(.button)
        .margin(Insets(horizontal: -10, vertical: -8))
      }
    }
  }
}
