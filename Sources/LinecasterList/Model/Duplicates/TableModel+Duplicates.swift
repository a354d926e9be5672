public import LinecasterDiff

extension TableModel {
  /// Every identifier of a section or an item that occurred above: with its first place and the
  /// one where it occurs again, from top to bottom, sections first.
  ///
  /// - Complexity: O(n).
  public func duplicates() -> [DuplicateIdentifier] {
    Changeset(fromSections: [], toSections: sections).duplicates
  }

  /// The model as a policy wants it.
  ///
  /// - `.disambiguate` keeps all rows; diffs tell copies apart by their order.
  /// - `.keepFirst` drops every copy but the first: of a section with all its rows, of an item in
  ///   the whole model.
  /// - `.fail` throws the first duplicate.
  /// - `.assumeUnique` looks at nothing and reports nothing.
  ///
  /// - Complexity: O(n).
  public func resolvingDuplicates(
    by policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) -> ResolvedModel {
    if policy == .assumeUnique { return ResolvedModel(model: self, duplicates: []) }
    let duplicates = duplicates()
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      return ResolvedModel(model: self, duplicates: duplicates)
    }
    var model = self
    model.sections = keepingFirst(ofSections: sections).map { unique in
      var section = unique.base
      section.items = unique.elements
      return section
    }
    return ResolvedModel(model: model, duplicates: duplicates)
  }
}
