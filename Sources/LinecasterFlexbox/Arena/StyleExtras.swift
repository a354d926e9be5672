/// The part of a style that most nodes leave at its initial value; the arena keeps it apart, so
/// that the nodes are small.
struct StyleExtras: BitwiseCopyable, Equatable {
  var border = StyleEdges.zero
  var inset = StyleEdges.auto
  var rowGap = FlexLength.zero
  var columnGap = FlexLength.zero
  private var ratio = FlexLength.auto

  /// Width divided by height, or indefinite.
  @inline(__always) var aspectRatio: Double { ratio.raw }

  /// What nodes without extras of their own share, the first element of every arena.
  static let initial = [StyleExtras()]

  init() {}

  init(_ style: FlexStyle, isRightToLeft: Bool) {
    border = StyleEdges(style.border, isRightToLeft: isRightToLeft).nonNegative
    inset = StyleEdges(style.inset, isRightToLeft: isRightToLeft)
    rowGap = style.rowGap.nonNegative(or: .zero)
    columnGap = style.columnGap.nonNegative(or: .zero)
    let ratio = style.aspectRatio ?? 0
    if ratio >= Self.leastRatio, ratio <= 1 / Self.leastRatio { self.ratio = .points(ratio) }
  }

  /// Ratios beyond this one, or its inverse, would turn a point into more than any length.
  private static let leastRatio = 1e-6
}
