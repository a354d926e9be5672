/// What holds for the rows of a list, whatever they show. Lengths are layout points.
public struct RowMetrics: Hashable, Sendable {
  /// The height that rows have at least, insets of sections not counted.
  public let minimumHeight: Double
  /// The width that rows have at most; in wider lists they stand in the middle.
  public let maximumContentWidth: Double

  /// Makes metrics; a minimum that is not a number above 0 becomes 0, and so does a maximum below
  /// 0 or that is not a number.
  public init(minimumHeight: Double = 0, maximumContentWidth: Double = .infinity) {
    self.minimumHeight = minimumHeight.isFinite ? max(0, minimumHeight) : 0
    self.maximumContentWidth = maximumContentWidth > 0 ? maximumContentWidth : 0
  }
}
