/// What a list should show: sections of rows, as values that any thread can make.
public struct TableModel: Hashable, Sendable {
  /// The sections from top to bottom.
  public var sections: [TableSection]

  /// Makes a model of sections.
  public init(sections: [TableSection] = []) {
    self.sections = sections
  }

  /// Makes a model of one section, named "main".
  public init(items: [TableItem]) {
    self.init(sections: [TableSection("main", items: items)])
  }

  /// The number of rows in all sections.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.items.count } }
}
