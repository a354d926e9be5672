public import LinecasterBase
public import LinecasterDiff

/// What a list should show: sections of rows, as values that any thread can make.
///
/// Models are equal if they have the same rows in the same places, showing the same, and are in the
/// same state. What rows do is not compared.
///
///     let model = TableModel(loadState: .ready) {
///       TableSection("people") {
///         for name in names { TableItem(.name(name), cell: Line(name)) }
///       }
///     }
public struct TableModel: Hashable, Sendable {
  /// The sections from top to bottom.
  public var sections: [TableSection]
  /// Whether there are more rows to come below the last one.
  public var loadState: LoadState
  /// Whether there are older rows to come above the first one.
  public var loadStateAtStart: LoadState

  /// Makes a model of sections.
  ///
  /// - Parameters:
  ///   - loadState: Whether there are more rows to come below the last one.
  ///   - loadStateAtStart: Whether there are older rows to come above the first one.
  ///   - sections: The sections from top to bottom.
  public init(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle,
    sections: [TableSection] = []
  ) {
    self.sections = sections
    self.loadState = loadState
    self.loadStateAtStart = loadStateAtStart
  }

  /// Makes a model of one section, named "main".
  ///
  /// - Parameters:
  ///   - loadState: Whether there are more rows to come below the last one.
  ///   - loadStateAtStart: Whether there are older rows to come above the first one.
  ///   - items: The rows from top to bottom.
  public init(
    loadState: LoadState = .idle, loadStateAtStart: LoadState = .idle, items: [TableItem]
  ) {
    self.init(
      loadState: loadState, loadStateAtStart: loadStateAtStart,
      sections: [TableSection("main", items: items)])
  }

  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.rowCount } }
}

extension TableModel {
  /// Every identifier of a section or an item that occurred above: with its first place and the
  /// one where it occurs again, from top to bottom, sections first.
  ///
  /// - Complexity: O(n).
  func duplicates() -> [DuplicateIdentifier] {
    Changeset(fromSections: [], toSections: sections).duplicates
  }

  /// The model as a policy wants it, and every identifier that occurred again.
  ///
  /// - `.disambiguate` keeps all rows; diffs tell copies apart by their order.
  /// - `.keepFirst` drops every copy but the first: of a section with all its rows, of an item in
  ///   the whole model.
  /// - `.fail` throws the first duplicate.
  /// - `.assumeUnique` looks at nothing and reports nothing.
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

/// Rows that belong together, with a header above and a footer below them where it has some.
///
/// Sections are equal if they are the same section with equal rows; the identifiers of header and
/// footer are not compared.
///
///     let header = TableItem("title", cell: HeaderCell("People"))
///     let section = TableSection("people", header: header, isHeaderSticky: true) {
///       TableItem("ada", cell: Line("Ada"))
///       TableItem("bo", cell: Line("Bo"))
///     }
public struct TableSection: Sendable {
  /// Which section it is; expected to be unique in the model and constant over its life.
  public var identifier: ItemIdentifier
  /// The row above the items; its identifier is not looked at, it is known by the section's.
  public var header: TableItem?
  /// The rows from top to bottom.
  public var items: [TableItem]
  /// The row below the items; its identifier is not looked at, it is known by the section's.
  public var footer: TableItem?
  /// Whether the header stays at the top of the viewport while rows of the section can be seen.
  public var isHeaderSticky: Bool
  /// The room around all rows of the section, in layout points; a section without rows takes none.
  public var insets: Insets

  /// Makes a section.
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
  /// Whether both are the same section and show the same.
  public static func == (left: TableSection, right: TableSection) -> Bool {
    left.identifier == right.identifier && left.isContentEqual(to: right)
      && left.items == right.items
  }

  /// Feeds what the section is and its rows to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(items)
  }
}

extension TableSection: DifferentiableSection {
  /// Which section it is.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// The rows from top to bottom, header and footer left out.
  public var elements: [TableItem] { items }

  /// Whether header, footer and insets are the same.
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

/// What a model says of both its ends.
struct LoadStates: Hashable, Sendable {
  var start: LoadState
  var end: LoadState

  subscript(edge: ListEdge) -> LoadState {
    get { edge == .start ? start : end }
    set { if edge == .start { start = newValue } else { end = newValue } }
  }
}

extension TableModel {
  /// What it says of both its ends.
  var loadStates: LoadStates {
    get { LoadStates(start: loadStateAtStart, end: loadState) }
    set { (loadStateAtStart, loadState) = (newValue.start, newValue.end) }
  }
}

/// Whether a list has all its rows, or more can come.
public enum LoadState: Sendable {
  /// There is nothing to load.
  case idle
  /// More can be loaded.
  case ready
  /// Rows are being loaded.
  case loading
  /// What was last loaded failed.
  case failed(any Error)

  /// Whether there is something to tell about loading.
  var isTold: Bool { self == .loading || error != nil }

  /// What went wrong last, if loading failed.
  var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadState: Hashable {
  /// Whether both say the same.
  ///
  /// Errors are equal if they can be compared and are, or, where they cannot, if they are of one
  /// type and describe themselves alike: then no row could tell them apart.
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
