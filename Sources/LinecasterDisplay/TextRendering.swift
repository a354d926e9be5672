/// The rendering mode of letters, chosen by the reader or the page. It does not affect text layout.
///
///     var environment = LayoutEnvironment(width: 320, scale: PixelScale(1.25))
///     environment.textRendering = .plain
public enum TextRendering: String, Hashable, Sendable, CaseIterable {
  /// Chooses by the scale: `screen` up to 1.5 device pixels per layout point, otherwise `plain`.
  case automatic = "auto"
  /// Draws unhinted outlines with plain blending.
  case plain
  /// Aligns horizontal strokes with pixel rows, and gives light text on dark the same weight as
  /// dark text on light.
  case screen
}
