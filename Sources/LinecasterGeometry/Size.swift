/// A width and a height, in layout points.
public struct Size: Hashable, Sendable {
  /// The extent along the x axis, in layout points.
  public var width: Double
  /// The extent along the y axis, in layout points.
  public var height: Double

  /// Makes a size from its extents in layout points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size of nothing.
  public static let zero = Size(width: 0, height: 0)
}
