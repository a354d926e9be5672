/// A shadow of a shape or of text (CSS `box-shadow`, Backgrounds and Borders 3 §6.1), in layout
/// points.
///
///     let shadow = Shadow(Color.black.opacity(0.3), offset: Point(x: 0, y: 2), blur: 6)
///     list.append(.shadow(box, shadow))
///     list.append(.fill(box, .color(.white)))
public struct Shadow: Hashable, Sendable {
  /// The colour before blurring in the light theme; setting it sets the colour of all themes.
  public var color: Color {
    get { themeColor.light }
    set { themeColor = ThemeColor(newValue) }
  }
  /// The colour before blurring in each theme; the layout's environment selects one.
  public var themeColor: ThemeColor
  /// The offset to the right and down.
  public var offset: Point
  /// The blur radius, which is twice the standard deviation of the Gaussian. Edges are sharp at 0
  /// and below.
  public var blur: Double
  /// The distance by which the shadow is larger than the shape on every side. Negative values make
  /// it smaller.
  public var spread: Double
  /// Whether the shadow falls inside the shape (CSS `inset`).
  public var isInset: Bool

  /// Creates a shadow of one colour in all themes.
  public init(
    _ color: Color, offset: Point = .zero, blur: Double = 0, spread: Double = 0,
    isInset: Bool = false
  ) {
    self.init(
      ThemeColor(color), offset: offset, blur: blur, spread: spread, isInset: isInset)
  }

  /// Creates a shadow whose colour depends on the theme.
  public init(
    _ color: ThemeColor, offset: Point = .zero, blur: Double = 0, spread: Double = 0,
    isInset: Bool = false
  ) {
    themeColor = color
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.isInset = isInset
  }
}
