/// The lengths of a feed's rows in a list of a width, in layout points.
struct FeedMetrics: Hashable {
  /// The room left and right of a row's content.
  let margin: Double
  /// The diameter of the avatar.
  let avatar: Double
  /// The distance from the avatar to the column of text.
  let gap: Double
  /// Whether author and time stand under each other.
  let isStacked: Bool
  /// The width of the column of text.
  let column: Double

  /// The tallest that an image is shown.
  static let imageHeight = 320.0

  /// Below this width, lines beside a whole avatar would hold a word or two.
  private static let compactWidth = 240.0

  init(width: Double) {
    let isCompact = width < Self.compactWidth
    margin = isCompact ? 8 : 12
    avatar = isCompact ? 24 : 40
    gap = isCompact ? 8 : 12
    isStacked = isCompact
    column = max(0, width - 2 * margin - avatar - gap)
  }
}
