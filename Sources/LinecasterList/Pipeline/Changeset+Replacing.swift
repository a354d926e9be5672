import LinecasterDiff

extension Changeset {
  /// The changes from one model to another that has nothing in common with it: all sections go, all
  /// sections come.
  ///
  /// - Parameter duplicates: The copies of identifiers in the new model.
  /// - Complexity: O(sections).
  static func replacing<Section: DifferentiableSection>(
    _ old: [Section], by new: [Section], duplicates: [DuplicateIdentifier] = []
  ) -> Changeset {
    Changeset(
      sectionDeletes: Array(old.indices), sectionInserts: Array(new.indices),
      duplicates: duplicates)
  }
}
