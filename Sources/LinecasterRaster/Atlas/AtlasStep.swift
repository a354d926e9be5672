public import LinecasterDisplay
public import LinecasterGeometry
public import LinecasterText

/// One step of a host that draws with an atlas, from back to front.
public enum AtlasStep: Sendable {
  /// A display list begins. Its layout points start at the pixel (`x`, `y`) of the target, and
  /// nothing may be drawn outside of the pixels `clip`, counted from there; quads are cut already,
  /// but for those of distance fields.
  case list(x: Int, y: Int, clip: PixelRect)
  /// Draw what is no text, as the list has it.
  case command(DisplayCommand)
  /// Draw what is behind the glyphs of a text: its backgrounds and all lines but those through it.
  case beneath(TextLayout, origin: Point)
  /// Draw quads.
  case glyphs(GlyphBatch)
  /// Draw the lines through a text.
  case above(TextLayout, origin: Point)
}
