public import LinecasterGeometry

/// A rectangle whose corners may be rounded, in layout points.
public struct DisplayShape: Hashable, Sendable {
  /// The rectangle.
  public let rect: Rect
  /// The radii of the corners, none longer than the rectangle has room for.
  public let corners: CornerRadii

  /// Makes a shape; radii that the rectangle has no room for are reduced as in CSS.
  public init(_ rect: Rect, corners: CornerRadii) {
    self.rect = rect
    self.corners = corners.reduced(width: rect.width, height: rect.height)
  }

  /// Makes a shape whose corners are all alike; the radius is clamped to 0…half the shorter side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.init(rect, corners: CornerRadii(all: cornerRadius))
  }

  /// The radius of the roundest corner; 0 for a plain rectangle.
  public var cornerRadius: Double { corners.greatest }

  /// The shape moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> DisplayShape {
    DisplayShape(rect.offset(x: dx, y: dy), corners: corners)
  }

  /// The shape with its edges moved inwards, and each radius shorter by the lesser of the two
  /// distances at its corner, so that equal distances leave a band of equal width.
  public func inset(by insets: Insets) -> DisplayShape {
    DisplayShape(
      rect.inset(by: insets),
      corners: CornerRadii(
        topLeft: corners.topLeft - min(insets.top, insets.left),
        topRight: corners.topRight - min(insets.top, insets.right),
        bottomRight: corners.bottomRight - min(insets.bottom, insets.right),
        bottomLeft: corners.bottomLeft - min(insets.bottom, insets.left)))
  }
}
