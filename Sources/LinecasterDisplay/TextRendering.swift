/// How letters are turned into pixels, for readers and pages to choose; the layout of text does not
/// depend on it.
///
///     var environment = LayoutEnvironment(width: 320, scale: PixelScale(1.25))
///     environment.textRendering = .plain
public enum TextRendering: String, Hashable, Sendable, CaseIterable {
  /// What looks right at the scale: `screen` up to 1.5 device pixels a layout point, else `plain`.
  case automatic = "auto"
  /// Letters as the font has them, and plain blending.
  case plain
  /// Horizontal strokes on rows of pixels, and light text on dark as heavy as dark text on light.
  case screen
}
