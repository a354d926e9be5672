public import LinecasterDiff

/// What a host gets for an update: what changed, the state after it, and where to scroll.
public struct TableBatch: Sendable {
  /// The changes from the state the host shows to `snapshot`: items and sections, headers and
  /// footers as updates of their sections.
  public let changes: Changeset
  /// Identifiers that occurred more than once in the model of the update, with both places.
  public let duplicates: [DuplicateIdentifier]
  /// The state after the changes.
  public let snapshot: TableSnapshot
  /// Whether nothing of the old state is in the new one, so that there is nothing to animate.
  public let replacesAll: Bool
  /// Whether width, scale or theme changed too, so that rows without changes look different.
  public let changesEnvironment: Bool
  /// The distance from the top of the list to the top of the viewport once the batch is applied, in
  /// layout points: what can be seen stays where it is.
  public internal(set) var offset = 0.0
  /// Whether the update asks for an animation.
  public internal(set) var isAnimated = false

  /// Where rows of the old state are in the new one.
  let mapping: RowMapping
  /// The heights of cells measured for the update.
  let means: HeightMeans
  /// Whether the host would see a difference.
  let isVisible: Bool
}
