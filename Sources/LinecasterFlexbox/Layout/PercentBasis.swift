/// The extents that percentages of a node refer to: the content box of its container.
struct PercentBasis: BitwiseCopyable {
  var width: Double
  var height: Double

  static let indefinite = PercentBasis(width: .indefinite, height: .indefinite)

  /// Equality by bits, since indefinite extents must match.
  @inline(__always)
  func matches(_ other: PercentBasis) -> Bool {
    width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
  }
}

extension PercentBasis {
  /// The containing block of the root; extents below 0 or not finite count as indefinite.
  init(_ available: FlexAvailable) {
    self.init(
      width: Self.definite(available.width), height: Self.definite(available.height))
  }

  private static func definite(_ extent: Double?) -> Double {
    guard let extent, extent >= 0, extent.isFinite else { return .indefinite }
    return min(extent, FlexStyle.maximumLength)
  }
}
