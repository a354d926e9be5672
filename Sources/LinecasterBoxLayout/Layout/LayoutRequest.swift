/// The border-box size at which a node is laid out.
struct LayoutRequest: BitwiseCopyable {
  /// The width, always definite: widths are decided before the layout inside them.
  var width: Double
  /// The height, or indefinite for the height of the content within the node's own limits.
  var height: Double
  /// The height that percentages of children refer to, of the border box too; or indefinite.
  ///
  /// It equals `height` unless content makes a node higher than its aspect ratio.
  var percentHeight: Double
  var basis: PercentBasis
  /// Whether the caller reads the baseline, which requires visiting the first line.
  var needsBaseline = false
}

/// The result of a ``LayoutRequest`` for one node.
struct LayoutResult: BitwiseCopyable {
  /// The border-box height: the requested one, or that of the content within the node's limits.
  var height: Double
  /// The border-box height of the content alone, before minimum and maximum.
  var contentHeight: Double
  /// The distance from the top of the border box to the first baseline; indefinite without one.
  var baseline: Double
}

/// The outside values that a node depends on: the bases of percentages.
struct NodeContext: BitwiseCopyable {
  /// The height that percentages of children refer to, or indefinite.
  var percentHeight: Double
  /// The extents that the node's own percentages refer to.
  var basis: PercentBasis

  static let indefinite = NodeContext(percentHeight: .indefinite, basis: .indefinite)

  /// Compares by bits, because indefinite extents must match.
  @inline(__always)
  func matches(_ other: NodeContext) -> Bool {
    percentHeight.bitPattern == other.percentHeight.bitPattern && basis.matches(other.basis)
  }
}

/// The base of a node's percentages: the content box of its container.
struct PercentBasis: BitwiseCopyable {
  var width: Double
  var height: Double

  static let indefinite = PercentBasis(width: .indefinite, height: .indefinite)

  /// Compares by bits, because indefinite extents must match.
  @inline(__always)
  func matches(_ other: PercentBasis) -> Bool {
    width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
  }
}

extension PercentBasis {
  /// The containing block of the root; extents below 0 or not finite count as indefinite.
  init(_ available: AvailableSpace) {
    self.init(
      width: Self.definite(available.width), height: Self.definite(available.height))
  }

  private static func definite(_ extent: Double?) -> Double {
    guard let extent, extent >= 0, extent.isFinite else { return .indefinite }
    return min(extent, BoxStyle.maximumLength)
  }
}
