public import LinecasterBase
public import LinecasterDiff

/// The content of a list: sections of rows, as a value that any thread can create.
///
/// Models are equal if they have the same rows in the same places, with equal content, and the same
/// load states. Actions are not compared.
///
///     let model = TableModel(loadState: .ready) {
///       TableSection("people") {
///         for name in names { TableItem(.name(name), cell: Line(name)) }
///       }
///     }
public struct TableModel: Hashable, Sendable {
  /// The sections from top to bottom.
  public var sections: [TableSection]
  /// The load state at the end of the list: whether more rows can be loaded below the last one.
  public var loadState: LoadState
  /// The load state at the start of the list: whether older rows can be loaded above the first one.
  public var loadStateAtStart: LoadState

  /// Creates a model of sections.
  ///
  /// - Parameters:
  ///   - loadState: The load state at the end.
  ///   - loadStateAtStart: The load state at the start.
  ///   - sections: The sections from top to bottom.
  public init(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle,
    sections: [TableSection] = []
  ) {
    self.sections = sections
    self.loadState = loadState
    self.loadStateAtStart = loadStateAtStart
  }

  /// Creates a model of one section, named "main".
  ///
  /// - Parameters:
  ///   - loadState: The load state at the end.
  ///   - loadStateAtStart: The load state at the start.
  ///   - items: The rows from top to bottom.
  public init(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle, items: [TableItem]
  ) {
    self.init(
      loadState: loadState, loadStateAtStart: loadStateAtStart,
      sections: [TableSection("main", items: items)])
  }

  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { sections.indices.reduce(0) { $0 + sections[$1].rowCount } }

  /// Whether a section has rows.
  ///
  /// - Complexity: O(empty sections at the top).
  var hasRows: Bool { sections.indices.contains { sections[$0].rowCount > 0 } }
}

extension TableModel {
  /// Returns every repeated identifier of a section or an item, with its first place and the
  /// repeated one, from top to bottom, sections first.
  ///
  /// - Complexity: O(n).
  func duplicates() -> [DuplicateIdentifier] {
    Changeset(fromSections: [], toSections: sections).duplicates
  }

  /// Returns the model with a duplicate policy applied, and every repeated identifier.
  ///
  /// - `.disambiguate` keeps all rows; diffs distinguish copies by their order.
  /// - `.keepFirst` drops every copy but the first: of a section with all its rows, of an item in
  ///   the whole model.
  /// - `.fail` throws the first duplicate.
  /// - `.assumeUnique` checks nothing and reports nothing.
  ///
  /// - Complexity: O(n).
  func resolvingDuplicates(
    by policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) -> (model: TableModel, duplicates: [DuplicateIdentifier]) {
    if policy == .assumeUnique { return (self, []) }
    let duplicates = duplicates()
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      return (self, duplicates)
    }
    var model = self
    model.sections = keepingFirst(ofSections: sections).map { unique in
      var section = unique.section
      section.items = unique.elements
      return section
    }
    return (model, duplicates)
  }
}

/// A group of rows, with an optional header above and an optional footer below.
///
/// Sections are equal if they have the same identifier and equal rows; the identifiers of header
/// and footer are not compared.
///
///     let header = TableItem("title", cell: HeaderCell("People"))
///     let section = TableSection("people", header: header, isHeaderSticky: true) {
///       TableItem("ada", cell: Line("Ada"))
///       TableItem("bo", cell: Line("Bo"))
///     }
public struct TableSection: Sendable {
  /// The identifier of the section, which must be unique in the model and constant over the
  /// section's life.
  public var identifier: ItemIdentifier
  /// The row above the items; `nil` for none. It is identified by the section; its own identifier
  /// is ignored.
  public var header: TableItem?
  /// The rows from top to bottom.
  public var items: [TableItem]
  /// The row below the items; `nil` for none. It is identified by the section; its own identifier
  /// is ignored.
  public var footer: TableItem?
  /// Whether the header stays at the top of the viewport while rows of the section are visible.
  public var isHeaderSticky: Bool
  /// The insets around all rows of the section, in layout points; ignored if the section has no
  /// rows.
  public var insets: Insets

  /// Creates a section.
  public init(
    _ identifier: ItemIdentifier, header: TableItem? = nil, isHeaderSticky: Bool = false,
    footer: TableItem? = nil, insets: Insets = .zero, items: [TableItem]
  ) {
    self.identifier = identifier
    self.header = header
    self.items = items
    self.footer = footer
    self.isHeaderSticky = isHeaderSticky
    self.insets = insets
  }

  /// The number of rows, header and footer included.
  public var rowCount: Int {
    items.count + (header == nil ? 0 : 1) + (footer == nil ? 0 : 1)
  }
}

extension TableSection: Hashable {
  /// Returns whether two sections have equal identifiers and content.
  ///
  /// - Complexity: O(rows), and comparing their cells.
  public static func == (left: TableSection, right: TableSection) -> Bool {
    left.identifier == right.identifier && left.isContentEqual(to: right)
      && left.items == right.items
  }

  /// Feeds the identifier and the rows to the hasher.
  ///
  /// - Complexity: O(rows), and hashing their cells.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(items)
  }
}

extension TableSection: DifferentiableSection {
  /// The identifier of the section.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// The rows from top to bottom, without header and footer.
  public var elements: [TableItem] { items }

  /// Returns whether two sections have equal headers, footers and insets.
  public func isContentEqual(to other: TableSection) -> Bool {
    isHeaderSticky == other.isHeaderSticky && insets == other.insets
      && Self.areEqual(header, other.header) && Self.areEqual(footer, other.footer)
  }

  private static func areEqual(_ left: TableItem?, _ right: TableItem?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left.isContentEqual(to: right)
    case (nil, nil): true
    default: false
    }
  }
}

/// The load states of both edges.
struct LoadStates: Hashable, Sendable {
  var start: LoadState
  var end: LoadState

  subscript(edge: ListEdge) -> LoadState {
    get { edge == .start ? start : end }
    set { if edge == .start { start = newValue } else { end = newValue } }
  }
}

extension TableModel {
  /// The load states of both edges.
  var loadStates: LoadStates {
    get { LoadStates(start: loadStateAtStart, end: loadState) }
    set { (loadStateAtStart, loadState) = (newValue.start, newValue.end) }
  }
}

/// The load state of a list's edge.
public enum LoadState: Sendable {
  /// There are no rows to load.
  case idle
  /// More rows can be loaded.
  case ready
  /// Rows are being loaded.
  case loading
  /// The last load failed, with the given error.
  case failed(any Error)

  /// Whether a state row is shown for it.
  var isShown: Bool { self == .loading || error != nil }

  /// The error of the last load, if it failed.
  var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadState: Hashable {
  /// Returns whether two states are equal.
  ///
  /// Two errors are equal if they are `Equatable` and equal. Otherwise, they are equal if they have
  /// the same type and description, because no row could show a difference.
  public static func == (left: LoadState, right: LoadState) -> Bool {
    switch (left, right) {
    case (.idle, .idle), (.ready, .ready), (.loading, .loading): true
    case (.failed(let left), .failed(let right)): areEqual(left, right)
    default: false
    }
  }

  /// Feeds the case to the hasher; errors are left out.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .idle: hasher.combine(0)
    case .ready: hasher.combine(1)
    case .loading: hasher.combine(2)
    case .failed: hasher.combine(3)
    }
  }

  private static func areEqual<Failure: Error>(_ left: Failure, _ right: any Error) -> Bool {
    guard let right = right as? Failure else { return false }
    let value: Any = left
    if let value = value as? any Equatable { return isEqual(value, to: right) }
    return "\(left)" == "\(right)"
  }

  private static func isEqual<Value: Equatable>(_ value: Value, to other: any Error) -> Bool {
    other as? Value == value
  }
}
