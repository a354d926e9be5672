public import LinecasterBase

/// A rectangle with optional rounded corners, in layout points.
///
///     let frame = Rect(x: 10, y: 10, width: 180, height: 40)
///     let bubble = DisplayShape(
///       frame, corners: CornerRadii(topLeft: 12, topRight: 12, bottomRight: 12))
///     list.append(.fill(bubble, .color(.black)))
public struct DisplayShape: Hashable, Sendable {
  /// The bounding rectangle of the shape.
  public let rect: Rect
  /// The corner radii, reduced to fit the rectangle.
  public let corners: CornerRadii

  /// Creates a shape. Radii that do not fit the rectangle are reduced as in CSS.
  ///
  /// Edges are clamped to a billion points. A rectangle with a NaN becomes the empty rectangle.
  public init(_ rect: Rect, corners: CornerRadii) {
    self.rect = rect.limited
    self.corners = corners.reduced(width: self.rect.width, height: self.rect.height)
  }

  /// Creates a shape with equal corners. The radius is clamped to 0 through half of the shorter
  /// side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    self.init(rect, corners: CornerRadii(all: cornerRadius))
  }

  /// The largest corner radius; 0 for a plain rectangle.
  public var cornerRadius: Double { corners.maximum }

  /// Returns the shape moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> DisplayShape {
    DisplayShape(rect.offset(x: dx, y: dy), corners: corners)
  }

  /// Returns the shape with its edges moved inwards. Each radius shrinks by the smaller of the two
  /// distances at its corner, so equal distances leave a band of constant width.
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
  /// Returns the edge that is blurred to draw the shadow of a shape.
  ///
  /// Outer shadows fill its inside, inset ones its outside. Square corners stay square; round ones
  /// grow with the spread. Radii shorter than the spread grow by less, so a nearly square shape
  /// casts a nearly square shadow.
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
