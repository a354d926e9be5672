import LinecasterDiff

extension Changeset {
  /// The changes from one model to another that has nothing in common with it: all sections go, all
  /// sections come.
  ///
  /// - Parameter reportsDuplicates: Whether copies of identifiers are looked for.
  /// - Complexity: O(sections), and O(new rows) where copies are looked for.
  static func replacing<Section: DifferentiableSection>(
    _ old: [Section], by new: [Section], reportsDuplicates: Bool
  ) -> Changeset {
    Changeset(
      sectionDeletes: Array(old.indices), sectionInserts: Array(new.indices),
      duplicates: reportsDuplicates ? Changeset(fromSections: [], toSections: new).duplicates : [])
  }
}
