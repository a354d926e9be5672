public import LinecasterGeometry

/// The answer of a measured leaf.
///
/// Extents that are not numbers or below 0 are read as 0, and cut at
/// ``FlexStyle/maximumLength``; a baseline that is not finite is read as none.
public struct FlexMeasurement: Hashable, Sendable {
  /// The extents of the content in layout points, without padding and border.
  public var size: Size
  /// The distance from the top of the content to its first baseline, in layout points; nil for
  /// content without one, which is aligned by its bottom edge.
  public var firstBaseline: Double?

  /// Makes a measurement.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}
