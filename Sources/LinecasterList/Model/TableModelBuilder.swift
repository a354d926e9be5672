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
