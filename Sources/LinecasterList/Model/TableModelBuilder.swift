public import LinecasterBase
public import LinecasterCells
import LinecasterFonts
import LinecasterText

/// Makes a model step by step, for code that adds rows where it finds them.
///
///     var builder = TableModelBuilder()
///     builder.addHeader("Before you buy")
///     builder.addSeparator(.medium)
///     builder.addTextButton("OK") { print("OK") }
///     builder.addSeparator(.small)
///     builder.addTextButton("Cancel") { print("Cancel") }
///     let model = builder.build()
///
/// Nothing is known by its position: headers and buttons by their words or by an identifier that is
/// given, cells by an identifier, separators and spaces by the rows they stand between.
public struct TableModelBuilder: Sendable {
  private var sections: [TableSection] = []
  private var section: TableSection
  private var entries: [TableEntry] = []
  /// Whether the section has been asked for, so that it stays if it has no rows.
  private var isExplicit = false

  /// Makes a builder of a model whose rows are in a section named "main" until another begins.
  public init() {
    section = TableSection("main", items: [])
  }

  /// Begins a section: what is added from now on belongs to it.
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

  /// Adds a title over the rows that follow, and what there is to say about it.
  ///
  /// - Parameters:
  ///   - title: The words, which are also what the row is known by.
  ///   - subtitle: What stands under the title.
  ///   - identifier: What the row is known by instead, for words that change or occur twice.
  public mutating func addHeader(
    _ title: String, subtitle: String? = nil, identifier: ItemIdentifier? = nil
  ) {
    addCell(
      identifier ?? .pair("header", .name(title)), HeaderCell(title, subtitle: subtitle))
  }

  /// Adds words that do something when they are tapped.
  ///
  /// - Parameters:
  ///   - title: The words, which are also what the row is known by.
  ///   - color: The colour of the words.
  ///   - identifier: What the row is known by instead, for words that change or occur twice.
  ///   - onTap: What the button does.
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

  /// Adds a line between what has been added and what follows.
  public mutating func addSeparator(_ separator: Separator) {
    entries.append(TableEntry(.separator(separator)))
  }

  /// Adds a row.
  mutating func addCell(_ identifier: ItemIdentifier, _ cell: some Cell) {
    add(TableItem(identifier, cell: cell))
  }

  /// Adds a row made elsewhere.
  public mutating func add(_ item: TableItem) {
    entries.append(TableEntry(.item(item)))
  }

  /// Adds rows as a result builder has them.
  public mutating func add(@TableItemBuilder _ rows: () throws -> [TableEntry]) rethrows {
    entries += try rows()
  }

  /// The model of all that has been added; more may be added afterwards.
  ///
  /// - Parameters:
  ///   - loadState: Whether there are more rows to come below the last one.
  ///   - loadStateAtStart: Whether there are older rows to come above the first one.
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

/// A title over rows, and what there is to say about it.
public struct HeaderCell: Cell {
  /// The title, in bold.
  @ExactText var title: String
  /// What stands under it, in smaller letters; nil for nothing.
  var subtitle: String? { exactSubtitle?.string }
  private let exactSubtitle: ExactText?

  /// Makes a header.
  public init(_ title: String, subtitle: String? = nil) {
    self.title = title
    exactSubtitle = subtitle.map { ExactText($0) }
  }

  /// The title over the subtitle.
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

/// Words that do something when they are tapped; what they do is the row's `onTap`.
public struct TextButtonCell: Cell {
  /// The words.
  @ExactText var title: String
  /// The colour of the words.
  var color: ThemeColor

  /// Makes a button.
  public init(_ title: String, color: ThemeColor = .accent) {
    self.title = title
    self.color = color
  }

  /// The words in the middle of the row.
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
