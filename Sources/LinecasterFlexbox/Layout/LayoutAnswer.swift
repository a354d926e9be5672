/// A question that a node was asked, and its answer.
struct LayoutAnswer: BitwiseCopyable {
  enum Question: UInt8 {
    case minContentWidth, maxContentWidth, layout, layoutDefinite, baseline, baselineDefinite
  }

  struct Key: BitwiseCopyable {
    var question: Question
    var width: Double
    var height: Double
    var percentHeight = Double.indefinite
    var basis: PercentBasis

    /// Equality by bits, since indefinite extents must match.
    @inline(__always)
    func matches(_ other: Key) -> Bool {
      question == other.question && width.bitPattern == other.width.bitPattern
        && height.bitPattern == other.height.bitPattern
        && percentHeight.bitPattern == other.percentHeight.bitPattern
        && basis.matches(other.basis)
    }
  }

  var key: Key
  var result: LayoutResult
  /// The index of the node's next answer, or of the next free one; -1 ends the list.
  var next: Int32
}
