public import LinecasterGeometry

/// A shadow of a shape or of text (CSS Backgrounds and Borders 3 §6.1), in layout points.
///
///     let shadow = Shadow(Color.black.opacity(0.3), offset: Point(x: 0, y: 2), blur: 6)
///     list.append(.shadow(box, shadow))
///     list.append(.fill(box, .color(.white)))
public struct Shadow: Hashable, Sendable {
  /// The colour where nothing is blurred.
  public var color: Color
  /// How far to the right and down it lies.
  public var offset: Point
  /// Twice the standard deviation of the Gaussian that blurs it; 0 and less for sharp edges.
  public var blur: Double
  /// How much larger than the shape it is on every side; smaller where negative.
  public var spread: Double
  /// Whether it falls inside the shape, as if that were cut out of paper.
  public var isInset: Bool

  /// Makes a shadow.
  public init(
    _ color: Color, offset: Point = .zero, blur: Double = 0, spread: Double = 0,
    isInset: Bool = false
  ) {
    self.color = color
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.isInset = isInset
  }

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
