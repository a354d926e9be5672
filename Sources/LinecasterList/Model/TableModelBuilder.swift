public import LinecasterBase
public import LinecasterCells
import LinecasterFonts
import LinecasterText

/// A builder that makes a model step by step, for imperative code that adds rows one by one.
///
///     var builder = TableModelBuilder()
///     builder.addHeader("Before you buy")
///     builder.addSeparator(.medium)
///     builder.addTextButton("OK") { print("OK") }
///     builder.addSeparator(.small)
///     builder.addTextButton("Cancel") { print("Cancel") }
///     let model = builder.build()
///
/// Headers and buttons are identified by their titles or by a given identifier, cells by an
/// identifier, separators and spaces by their neighbours. Nothing is identified by its position.
public struct TableModelBuilder: Sendable {
  private var sections: [TableSection] = []
  private var section: TableSection
  private var entries: [TableEntry] = []
  /// Whether the caller began the section, so it stays even without rows.
  private var isExplicit = false

  /// Creates a builder whose rows are in a section named "main" until another section begins.
  public init() {
    section = TableSection("main", items: [])
  }

  /// Begins a section for all rows added after this call.
  public mutating func beginSection(
    _ identifier: ItemIdentifier, header: TableItem? = nil, isHeaderSticky: Bool = false,
    footer: TableItem? = nil, insets: Insets = .zero
  ) {
    endSection()
    isExplicit = true
    section = TableSection(
      identifier, header: header, isHeaderSticky: isHeaderSticky, footer: footer, insets: insets,
      items: [])
  }

  /// Adds a header row, with a title and an optional subtitle.
  ///
  /// - Parameters:
  ///   - title: The title, which also identifies the row.
  ///   - subtitle: The text under the title.
  ///   - identifier: The identifier of the row, for titles that change or occur twice.
  public mutating func addHeader(
    _ title: String, subtitle: String? = nil, identifier: ItemIdentifier? = nil
  ) {
    addCell(
      identifier ?? .pair("header", .name(title)), HeaderCell(title, subtitle: subtitle))
  }

  /// Adds a text button.
  ///
  /// - Parameters:
  ///   - title: The title, which also identifies the row.
  ///   - color: The colour of the title.
  ///   - identifier: The identifier of the row, for titles that change or occur twice.
  ///   - onTap: The action of the button.
  public mutating func addTextButton(
    _ title: String, color: ThemeColor = .accent, identifier: ItemIdentifier? = nil,
    onTap: @escaping @MainActor @Sendable () -> Void
  ) {
    add(
      TableItem(
        identifier ?? .pair("button", .name(title)), cell: TextButtonCell(title, color: color)
      )
      .onTap(onTap))
  }

  /// Adds a separator between the previous row and the next one.
  public mutating func addSeparator(_ separator: Separator) {
    entries.append(TableEntry(.separator(separator)))
  }

  /// Adds a row.
  mutating func addCell(_ identifier: ItemIdentifier, _ cell: some Cell) {
    add(TableItem(identifier, cell: cell))
  }

  /// Adds a row that was created elsewhere.
  public mutating func add(_ item: TableItem) {
    entries.append(TableEntry(.item(item)))
  }

  /// Adds rows from a result builder.
  public mutating func add(@TableItemBuilder _ rows: () throws -> [TableEntry]) rethrows {
    entries += try rows()
  }

  /// Returns the model of all rows so far. More rows may be added afterwards.
  ///
  /// - Parameters:
  ///   - loadState: The load state at the end.
  ///   - loadStateAtStart: The load state at the start.
  /// - Complexity: O(rows).
  public func build(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle
  ) -> TableModel {
    var builder = self
    builder.endSection()
    return TableModel(
      loadState: loadState, loadStateAtStart: loadStateAtStart, sections: builder.sections)
  }

  private mutating func endSection() {
    section.items = SeparatorCollapser.items(entries)
    if isExplicit || !section.items.isEmpty { sections.append(section) }
    entries = []
  }
}

/// A header with a title and an optional subtitle.
public struct HeaderCell: Cell {
  /// The title, in bold.
  @ExactText var title: String
  /// The text under the title, in a smaller size; `nil` for none.
  var subtitle: String? { exactSubtitle?.string }
  private let exactSubtitle: ExactText?

  /// Creates a header.
  public init(_ title: String, subtitle: String? = nil) {
    self.title = title
    exactSubtitle = subtitle.map { ExactText($0) }
  }

  /// Returns the title over the subtitle.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 2) {
      Text(title, style: TextStyle(size: 20, weight: .bold))
      if let subtitle {
        Text(subtitle, style: TextStyle(size: 14, color: .secondaryText))
      }
    }
    .padding(Insets(horizontal: 16, vertical: 12))
  }
}

/// A text button; its action is the row's `onTap`.
public struct TextButtonCell: Cell {
  /// The title.
  @ExactText var title: String
  /// The colour of the title.
  var color: ThemeColor

  /// Creates a button.
  public init(_ title: String, color: ThemeColor = .accent) {
    self.title = title
    self.color = color
  }

  /// Returns the title, centred in the row.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column {
      Text(
        title,
        style: TextStyle(size: 16, weight: .medium, color: color),
        paragraphStyle: ParagraphStyle(alignment: .center))
    }
    .padding(Insets(horizontal: 16, vertical: 12))
  }
}

/// A result builder for the rows of a section, which supports `if`, `switch` and `for`.
///
/// Rows have their own identifiers; separators and spaces are identified by their neighbours.
/// Nothing is identified by its position, so a row added on top does not affect the others.
@resultBuilder
public enum TableItemBuilder {
  /// Adds an optional row.
  public static func buildExpression(_ item: TableItem?) -> [TableEntry] {
    item.map { [TableEntry(.item($0))] } ?? []
  }

  /// Adds an array of rows.
  public static func buildExpression(_ items: [TableItem]) -> [TableEntry] {
    items.map { TableEntry(.item($0)) }
  }

  /// Adds a separator.
  public static func buildExpression(_ separator: Separator) -> [TableEntry] {
    [TableEntry(.separator(separator))]
  }

  /// Adds a space.
  public static func buildExpression(_ space: Space) -> [TableEntry] { [TableEntry(.space(space))] }

  /// Adds the rows of a collection.
  public static func buildExpression(_ rows: ForEach) -> [TableEntry] { rows.entries }

  /// Allows a statement without rows, for example a call of `print`.
  public static func buildExpression(_ nothing: Void) -> [TableEntry] { [] }

  /// Joins the parts of a block in order.
  public static func buildBlock(_ parts: [TableEntry]...) -> [TableEntry] {
    parts.count == 1 ? parts[0] : parts.flatMap { $0 }
  }

  /// Handles an `if` without `else`.
  public static func buildOptional(_ part: [TableEntry]?) -> [TableEntry] { part ?? [] }

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first part: [TableEntry]) -> [TableEntry] { part }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second part: [TableEntry]) -> [TableEntry] { part }

  /// Joins the rows of a `for` loop in order.
  public static func buildArray(_ parts: [[TableEntry]]) -> [TableEntry] { parts.flatMap { $0 } }

  /// Returns the rows, with separators collapsed.
  public static func buildFinalResult(_ entries: [TableEntry]) -> [TableItem] {
    SeparatorCollapser.items(entries)
  }

  /// Returns entries for another builder, with separators kept.
  public static func buildFinalResult(_ entries: [TableEntry]) -> [TableEntry] { entries }
}

/// An entry of a builder: a row with its own identifier, or a separator or space that is identified
/// by its neighbours.
public struct TableEntry: Sendable {
  enum Content: Sendable {
    case item(TableItem)
    case separator(Separator)
    case space(Space)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  /// Returns the entry with its row's identifier scoped to a key.
  func scoped(by key: ItemIdentifier) -> TableEntry {
    guard case .item(var item) = content else { return self }
    item.identifier = .pair(key, item.identifier)
    return TableEntry(.item(item))
  }
}

/// The rows of a collection, with identifiers scoped to the key of each element.
///
///     ForEach(messages, key: { .uuid($0.id) }) { message in
///       TableItem("author", cell: Line(message.author))
///       TableItem("text", cell: Line(message.text))
///       Separator.small
///     }
///
/// A `for` loop works as well if each row has its own identifier.
public struct ForEach: Sendable {
  let entries: [TableEntry]

  /// Creates the rows of a collection.
  ///
  /// - Parameters:
  ///   - elements: The elements, from top to bottom.
  ///   - key: Returns the identifier of an element, which stays the same over its life.
  ///   - rows: Returns the rows of an element; their identifiers need to be unique only within the
  ///     element.
  /// - Complexity: O(elements + rows).
  public init<Elements: Sequence>(
    _ elements: Elements, key: (Elements.Element) -> ItemIdentifier,
    @TableItemBuilder rows: (Elements.Element) throws -> [TableEntry]
  ) rethrows {
    var entries: [TableEntry] = []
    for element in elements {
      let key = key(element)
      entries += try rows(element).map { $0.scoped(by: key) }
    }
    self.entries = entries
  }
}

/// A result builder for the sections of a model, which supports `if`, `switch` and `for`.
@resultBuilder
public enum TableSectionBuilder {
  /// Adds an optional section.
  public static func buildExpression(_ section: TableSection?) -> [TableSection] {
    section.map { [$0] } ?? []
  }

  /// Adds an array of sections.
  public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

  /// Joins the parts of a block in order.
  public static func buildBlock(_ parts: [TableSection]...) -> [TableSection] {
    parts.flatMap { $0 }
  }

  /// Handles an `if` without `else`.
  public static func buildOptional(_ part: [TableSection]?) -> [TableSection] { part ?? [] }

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first part: [TableSection]) -> [TableSection] { part }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second part: [TableSection]) -> [TableSection] { part }

  /// Joins the sections of a `for` loop in order.
  public static func buildArray(_ parts: [[TableSection]]) -> [TableSection] {
    parts.flatMap { $0 }
  }
}

extension TableSection {
  /// Creates a section of rows. Of several separators with only space between them, the one with
  /// the highest priority stays.
  ///
  /// - Complexity: O(rows).
  public init(
    _ identifier: ItemIdentifier, header: TableItem? = nil, isHeaderSticky: Bool = false,
    footer: TableItem? = nil, insets: Insets = .zero,
    @TableItemBuilder items: () throws -> [TableItem]
  ) rethrows {
    self.init(
      identifier, header: header, isHeaderSticky: isHeaderSticky, footer: footer, insets: insets,
      items: try items())
  }
}

extension TableModel {
  /// Creates a model from sections that a result builder makes.
  ///
  ///     TableModel {
  ///       TableSection("main") {
  ///         TableItem("ok", cell: TextButtonCell("OK")).onTap { print("OK") }
  ///         Separator.small
  ///         TableItem("cancel", cell: TextButtonCell("Cancel")).onTap { print("Cancel") }
  ///       }
  ///     }
  public init(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle,
    @TableSectionBuilder sections: () throws -> [TableSection]
  ) rethrows {
    self.init(
      loadState: loadState, loadStateAtStart: loadStateAtStart, sections: try sections())
  }
}
