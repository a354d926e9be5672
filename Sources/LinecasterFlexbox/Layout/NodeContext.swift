/// What a node depends on outside of it: what percentages refer to.
struct NodeContext: BitwiseCopyable {
  /// The height that percentages of children refer to, or indefinite.
  var percentHeight: Double
  /// The extents that the node's own percentages refer to.
  var basis: PercentBasis

  static let indefinite = NodeContext(percentHeight: .indefinite, basis: .indefinite)

  /// Equality by bits, since indefinite extents must match.
  @inline(__always)
  func matches(_ other: NodeContext) -> Bool {
    percentHeight.bitPattern == other.percentHeight.bitPattern && basis.matches(other.basis)
  }
}
