public import LinecasterDiff

/// A model as a policy for duplicates wants it, and the duplicates it had.
public struct ResolvedModel: Sendable {
  /// What to show.
  public let model: TableModel
  /// Every identifier that occurred again, with its first place and the one where it did.
  public let duplicates: [DuplicateIdentifier]
}
