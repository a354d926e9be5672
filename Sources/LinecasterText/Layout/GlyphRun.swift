public import LinecasterFonts
public import LinecasterGeometry

/// Glyphs of one face, size and colour that stand side by side on a line, in visual order.
///
/// A view on the layout it comes from: making one copies no glyph.
public struct GlyphRun: Sendable {
  /// The face the glyphs are from.
  public let face: FontFace
  /// The size of the em, in layout points.
  public let size: Double
  /// The colour of the text.
  public let color: Color
  /// Where the run starts on its baseline, in layout points from the layout's top-left corner.
  public let origin: Point

  /// The glyphs in visual order, advances and offsets in font units.
  let glyphs: ArraySlice<ShapedGlyph>

  /// Calls `body` with each glyph's number and its origin on the baseline, left to right.
  ///
  /// Coordinates are in layout points from the layout's top-left corner, y down.
  ///
  /// - Complexity: O(glyphs), without allocation.
  public func forEachGlyph(_ body: (_ glyph: UInt32, _ x: Double, _ y: Double) -> Void) {
    let scale = size / Double(face.metrics.unitsPerEm)
    var advance = 0
    for glyph in glyphs {
      body(
        UInt32(glyph.identifier), origin.x + Double(advance + Int(glyph.xOffset)) * scale,
        origin.y - Double(glyph.yOffset) * scale)
      advance += Int(glyph.advance)
    }
  }
}
