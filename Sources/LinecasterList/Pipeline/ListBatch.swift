public import LinecasterDiff

/// What a host gets for an update: what changed, and the state after it.
public struct ListBatch: Sendable {
  /// The changes from the state the host shows to `snapshot`.
  public let changes: Changeset
  /// The state after the changes.
  public let snapshot: TableSnapshot
  /// Whether width, scale or theme changed too, so that rows without changes look different.
  public let changesEnvironment: Bool
}
