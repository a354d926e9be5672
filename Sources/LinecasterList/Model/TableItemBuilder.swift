public import LinecasterBase

/// Collects the rows of a section, with `if`, `switch` and `for` among them.
///
/// Rows have identifiers of their own, separators and spaces are known by the rows they stand
/// between: nothing is known by its position, so a row put on top leaves all others as they are.
@resultBuilder
public enum TableItemBuilder {
  /// A row, or one that may be missing.
  public static func buildExpression(_ item: TableItem?) -> [TableEntry] {
    item.map { [TableEntry(.item($0))] } ?? []
  }

  /// Rows made elsewhere.
  public static func buildExpression(_ items: [TableItem]) -> [TableEntry] {
    items.map { TableEntry(.item($0)) }
  }

  /// A separator between what stands above and below.
  public static func buildExpression(_ separator: Separator) -> [TableEntry] {
    [TableEntry(.separator(separator))]
  }

  /// Room between what stands above and below.
  public static func buildExpression(_ space: Space) -> [TableEntry] { [TableEntry(.space(space))] }

  /// The rows of a collection.
  public static func buildExpression(_ rows: ForEach) -> [TableEntry] { rows.entries }

  /// A statement without rows, such as a call of `print`.
  public static func buildExpression(_ nothing: Void) -> [TableEntry] { [] }

  /// The parts of a block in order.
  public static func buildBlock(_ parts: [TableEntry]...) -> [TableEntry] {
    parts.count == 1 ? parts[0] : parts.flatMap { $0 }
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [TableEntry]?) -> [TableEntry] { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [TableEntry]) -> [TableEntry] { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: [TableEntry]) -> [TableEntry] { part }

  /// The rows of a `for` loop in order.
  public static func buildArray(_ parts: [[TableEntry]]) -> [TableEntry] { parts.flatMap { $0 } }

  /// The rows, separators collapsed.
  public static func buildFinalResult(_ entries: [TableEntry]) -> [TableItem] {
    SeparatorCollapser.items(entries)
  }

  /// Part of the rows for another builder, separators as they are.
  public static func buildFinalResult(_ entries: [TableEntry]) -> [TableEntry] { entries }
}

/// What a builder has collected: a row that is known by itself, or one that is known by the rows it
/// stands between.
public struct TableEntry: Sendable {
  enum Content: Sendable {
    case item(TableItem)
    case separator(Separator)
    case space(Space)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  /// The entry with the identifier of its row made a part of another.
  func scoped(by key: ItemIdentifier) -> TableEntry {
    guard case .item(var item) = content else { return self }
    item.identifier = .pair(key, item.identifier)
    return TableEntry(.item(item))
  }
}

/// The rows of a collection, their identifiers parts of a key of each element.
///
///     ForEach(messages, key: { .uuid($0.id) }) { message in
///       TableItem("author", cell: Line(message.author))
///       TableItem("text", cell: Line(message.text))
///       Separator.small
///     }
///
/// A `for` loop does as well where each row has an identifier of its own.
public struct ForEach: Sendable {
  let entries: [TableEntry]

  /// Makes the rows of a collection.
  ///
  /// - Parameters:
  ///   - elements: What there are rows for, from top to bottom.
  ///   - key: What tells one element from another over its life.
  ///   - rows: The rows of an element; their identifiers need to be unique among them only.
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

/// Collects the sections of a model, with `if`, `switch` and `for` among them.
@resultBuilder
public enum TableSectionBuilder {
  /// A section, or one that may be missing.
  public static func buildExpression(_ section: TableSection?) -> [TableSection] {
    section.map { [$0] } ?? []
  }

  /// Sections made elsewhere.
  public static func buildExpression(_ sections: [TableSection]) -> [TableSection] { sections }

  /// The parts of a block in order.
  public static func buildBlock(_ parts: [TableSection]...) -> [TableSection] {
    parts.flatMap { $0 }
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [TableSection]?) -> [TableSection] { part ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [TableSection]) -> [TableSection] { part }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second part: [TableSection]) -> [TableSection] { part }

  /// The sections of a `for` loop in order.
  public static func buildArray(_ parts: [[TableSection]]) -> [TableSection] {
    parts.flatMap { $0 }
  }
}

extension TableSection {
  /// Makes a section of rows; of separators with nothing between them the strongest stays.
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
  /// Makes a model of sections.
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
