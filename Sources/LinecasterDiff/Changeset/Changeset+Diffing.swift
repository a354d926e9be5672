extension Changeset {
  /// The changes that lead from one flat list to another; copies of an identifier are told apart by
  /// their order.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element: Differentiable>(from old: [Element], to new: [Element]) {
    let matching = match(from: old, to: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// The changes that lead from one flat list to another.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Throws: The first duplicate, if the policy is `.fail` and there is one.
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element: Differentiable>(
    from old: [Element], to new: [Element], duplicates policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) {
    let matching = match(from: old, to: new, verifying: policy != .assumeUnique)
    let duplicates = matching.duplicates
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      self = matching.changeset(duplicates: duplicates)
      return
    }
    self = match(from: keepingFirst(of: old), to: keepingFirst(of: new), verifying: false)
      .changeset(duplicates: duplicates)
  }

  /// The changes that lead from one sectioned model to another; copies of an identifier are told
  /// apart by their order in the whole model.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Complexity: O(n) in sections and elements for models that keep most of their order,
  ///   O(n log n) at worst.
  @inlinable
  public init<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section]
  ) {
    let matching = match(fromSections: old, toSections: new, verifying: true)
    self = matching.changeset(duplicates: matching.duplicates)
  }

  /// The changes that lead from one sectioned model to another.
  ///
  /// May run on any thread. A model has at most 2147483647 elements.
  ///
  /// - Throws: The first duplicate, if the policy is `.fail` and there is one.
  /// - Complexity: O(n) in sections and elements for models that keep most of their order,
  ///   O(n log n) at worst.
  @inlinable
  public init<Section: DifferentiableSection>(
    fromSections old: [Section], toSections new: [Section], duplicates policy: DuplicatePolicy
  ) throws(DuplicateIdentifier) {
    let matching = match(
      fromSections: old, toSections: new, verifying: policy != .assumeUnique)
    let duplicates = matching.duplicates
    if policy == .fail, let first = duplicates.first { throw first }
    guard policy == .keepFirst, !duplicates.isEmpty else {
      self = matching.changeset(duplicates: duplicates)
      return
    }
    self = match(
      fromSections: keepingFirst(ofSections: old), toSections: keepingFirst(ofSections: new),
      verifying: false
    ).changeset(duplicates: duplicates)
  }
}
