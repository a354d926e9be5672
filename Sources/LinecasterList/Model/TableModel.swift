/// What a list should show: sections of rows, as values that any thread can make.
///
/// Models are equal if they have the same rows in the same places, showing the same, and are in the
/// same state. What rows do is not compared.
public struct TableModel: Hashable, Sendable {
  /// The sections from top to bottom.
  public var sections: [TableSection]
  /// Whether there are more rows to come.
  public var loadState: LoadState

  /// Makes a model of sections.
  public init(loadState: LoadState = .idle, sections: [TableSection] = []) {
    self.sections = sections
    self.loadState = loadState
  }

  /// Makes a model of one section, named "main".
  public init(loadState: LoadState = .idle, items: [TableItem]) {
    self.init(loadState: loadState, sections: [TableSection("main", items: items)])
  }

  /// The number of rows in all sections, headers and footers included.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.rowCount } }
}
