/// A shadow of a shape or of text (CSS `box-shadow`, Backgrounds and Borders 3 §6.1), in layout
/// points.
///
///     let shadow = Shadow(Color.black.opacity(0.3), offset: Point(x: 0, y: 2), blur: 6)
///     list.append(.shadow(box, shadow))
///     list.append(.fill(box, .color(.white)))
public struct Shadow: Hashable, Sendable {
  /// The colour of the shadow before blurring.
  public var color: Color
  /// The offset of the shadow to the right and down.
  public var offset: Point
  /// The blur radius, which is twice the standard deviation of the Gaussian. Edges are sharp at 0
  /// and below.
  public var blur: Double
  /// The distance by which the shadow is larger than the shape on every side. Negative values make
  /// it smaller.
  public var spread: Double
  /// Whether the shadow falls inside the shape (CSS `inset`).
  public var isInset: Bool

  /// Creates a shadow.
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
