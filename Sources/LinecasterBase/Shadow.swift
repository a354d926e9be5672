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
}
