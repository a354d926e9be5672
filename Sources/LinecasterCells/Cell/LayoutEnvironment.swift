public import LinecasterGeometry
public import LinecasterText

/// Everything but its own content that a cell's look may depend on.
///
/// A new value is a new generation: what was measured in one environment is not used in another.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The width of the list, in layout points; values that are not numbers above 0 become 0.
  public var width: Double {
    didSet { width = Self.usable(width) }
  }
  /// Device pixels a layout point.
  public var scale: PixelScale
  /// Light or dark.
  public var theme: Theme
  /// What the reader wants of letters; all text is set so, without the cells' help.
  public var fonts: FontPreference

  /// Makes an environment; widths that are not numbers above 0 become 0.
  public init(
    width: Double, scale: PixelScale = .one, theme: Theme = .light,
    fonts: FontPreference = FontPreference()
  ) {
    self.width = Self.usable(width)
    self.scale = scale
    self.theme = theme
    self.fonts = fonts
  }

  private static func usable(_ width: Double) -> Double { width.isFinite ? max(0, width) : 0 }
}
