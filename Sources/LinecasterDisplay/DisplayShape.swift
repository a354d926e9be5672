public import LinecasterBase

/// A rectangle whose corners may be rounded, in layout points.
///
///     let frame = Rect(x: 10, y: 10, width: 180, height: 40)
///     let bubble = DisplayShape(
///       frame, corners: CornerRadii(topLeft: 12, topRight: 12, bottomRight: 12))
///     list.append(.fill(bubble, .color(.black)))
public struct DisplayShape: Hashable, Sendable {
  /// The rectangle.
  public let rect: Rect
  /// The radii of the corners, none longer than the rectangle has room for.
  public let corners: CornerRadii

  /// Makes a shape; radii that the rectangle has no room for are reduced as in CSS.
  ///
  /// Edges beyond a billion points are moved there, and a rectangle with a number that is none is
  /// the empty one.
  public init(_ rect: Rect, corners: CornerRadii) {
    self.rect = rect.limited
    self.corners = corners.reduced(width: self.rect.width, height: self.rect.height)
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

extension Shadow {
  /// The edge that is blurred to give the shadow of a shape.
  ///
  /// Outer shadows are what is inside of it, inset ones what is outside. Corners stay square, and
  /// round ones grow with the spread; radii shorter than the spread grow by less, so that a shape
  /// that is nearly square casts a shadow that is.
  package func outline(of shape: DisplayShape) -> DisplayShape {
    let grown = isInset ? -spread : spread
    let rect = shape.rect.inset(by: Insets(all: -grown)).offset(x: offset.x, y: offset.y)
    return DisplayShape(rect, corners: shape.corners.map { Self.radius($0, grownBy: grown) })
  }

  private static func radius(_ radius: Double, grownBy spread: Double) -> Double {
    guard radius > 0 else { return 0 }
    guard spread > 0, radius < spread else { return max(0, radius + spread) }
    let missing = 1 - radius / spread
    return radius + spread * (1 - missing * missing * missing)
  }
}
