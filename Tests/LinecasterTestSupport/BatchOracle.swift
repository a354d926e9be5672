package import LinecasterDiff

/// Applies a batch to the old model by the letter of the contract of `Changeset`, checking every
/// step, and compares the result with the new model.
///
/// Every element is tracked by its path in the old model, which checks content, moves and updates
/// against each other.
package struct BatchOracle<Section: DifferentiableSection> {
  typealias Element = Section.Elements.Element
  /// The old path of a survivor, or `nil` for an element that was inserted.
  typealias Origin = ElementPath?

  let changeset: Changeset
  let old: [Section]
  let new: [Section]
  let oldItems: [[Element]]
  let newItems: [[Element]]

  private init(_ changeset: Changeset, from old: [Section], to new: [Section]) {
    self.changeset = changeset
    self.old = old
    self.new = new
    oldItems = old.map { Array($0.elements) }
    newItems = new.map { Array($0.elements) }
  }

  /// Throws unless `changeset` is a valid batch for `old` that leads to `new`.
  package static func check(
    _ changeset: Changeset, from old: [Section], to new: [Section]
  ) throws(BatchViolation) {
    let oracle = BatchOracle(changeset, from: old, to: new)
    try oracle.checkCoordinates()
    let sections = try oracle.sectionOrigins()
    let items = try oracle.itemOrigins(sections: sections)
    try oracle.compareSections(sections)
    try oracle.compareItems(items)
  }

  /// Throws unless `changeset` is a valid batch for the flat list `old` that leads to `new`.
  package static func check<Row: Differentiable>(
    _ changeset: Changeset, from old: [Row], to new: [Row]
  ) throws(BatchViolation) where Section == OneSection<Row> {
    try check(changeset, from: [OneSection(old)], to: [OneSection(new)])
  }
}
