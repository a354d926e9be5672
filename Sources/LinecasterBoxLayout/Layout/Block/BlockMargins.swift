/// Collapsed vertical margins: the sum of the largest and the most negative one.
struct CollapsedMargin: BitwiseCopyable {
  private var positive = 0.0
  private var negative = 0.0

  init() {}

  init(_ margin: Double) {
    positive = max(margin, 0)
    negative = min(margin, 0)
  }

  var extent: Double { positive + negative }

  func joined(with other: CollapsedMargin) -> CollapsedMargin {
    var margin = self
    margin.positive = max(positive, other.positive)
    margin.negative = min(negative, other.negative)
    return margin
  }
}

/// The vertical margins of a block as its neighbours see them.
struct BlockMargins: BitwiseCopyable {
  var top: CollapsedMargin
  var bottom: CollapsedMargin
  /// Whether top and bottom have collapsed through a block without height, into `top`.
  var isThrough = false

  init(top: CollapsedMargin, bottom: CollapsedMargin, isThrough: Bool = false) {
    self.top = top
    self.bottom = bottom
    self.isThrough = isThrough
  }

  /// Creates margins that do not collapse with any inside.
  init(_ margin: ResolvedEdges) {
    self.init(top: CollapsedMargin(margin.top), bottom: CollapsedMargin(margin.bottom))
  }
}
