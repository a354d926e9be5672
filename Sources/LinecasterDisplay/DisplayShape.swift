public import LinecasterGeometry

/// A rectangle whose corners may be rounded, in layout points.
public struct DisplayShape: Hashable, Sendable {
  /// The rectangle.
  public var rect: Rect
  /// The radius of all four corners, at most half the shorter side; 0 for square corners.
  public var cornerRadius: Double

  /// Makes a shape; the radius is clamped to 0…half the shorter side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.rect = rect
    self.cornerRadius = max(0, min(cornerRadius, min(rect.width, rect.height) / 2))
  }
}
