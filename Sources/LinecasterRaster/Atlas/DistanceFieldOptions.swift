/// The distance fields that an atlas keeps.
public struct DistanceFieldOptions: Hashable, Sendable {
  /// The em of the fields in texels.
  public let size: Double
  /// The distance in texels at which fields end, in `DistanceField.spreads`.
  public let spread: Int

  /// The ems that fields may have: smaller ones lose stems, larger ones leave no room for others.
  public static let sizes = 8.0...128.0

  /// Makes options.
  ///
  /// - Parameters:
  ///   - size: The em of the fields in texels, moved into `sizes`. At 32, text in common faces may
  ///     be drawn eight times as large before corners look round.
  ///   - spread: The distance in texels at which fields end, moved into `DistanceField.spreads`:
  ///     at least half a pixel of what is drawn, and the widths of outlines and glows.
  public init(size: Double = 32, spread: Int = 4) {
    // What is no number becomes the smallest.
    self.size = min(max(Self.sizes.lowerBound, size), Self.sizes.upperBound)
    self.spread = min(
      max(spread, DistanceField.spreads.lowerBound), DistanceField.spreads.upperBound)
  }
}
