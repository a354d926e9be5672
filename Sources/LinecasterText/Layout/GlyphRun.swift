public import LinecasterFonts
public import LinecasterGeometry

/// Glyphs of one face, size and style that stand side by side on a line, in visual order.
///
/// A view on the layout it comes from: making one copies no glyph.
public struct GlyphRun: Sendable {
  /// The face the glyphs are from.
  public let face: FontFace
  /// The size of the em, in layout points.
  public let size: Double
  /// Where the run starts on its baseline, in layout points from the layout's top-left corner.
  public let origin: Point
  /// The distance from the origin to the end of the run, in layout points.
  public let width: Double
  /// Whether its text runs from right to left; glyphs are in visual order all the same.
  public let isRightToLeft: Bool

  /// Whether it is a sign that is not in the text: an ellipsis, or the hyphen of a broken word.
  public let isMark: Bool

  /// Where its text is in the string; for a mark, the unit it stands behind.
  let units: Range<Int>
  let sourceMap: SourceMap
  let styles: [AttributedText.Run]
  let styleIndex: Int
  /// The glyphs in visual order, advances and offsets in font units.
  let glyphs: ArraySlice<ShapedGlyph>

  /// How its text looks.
  public var style: TextStyle { styles[styleIndex].style }

  /// The colour of its text.
  public var color: Color { styles[styleIndex].style.color }

  /// The number of glyphs.
  public var glyphCount: Int { glyphs.count }

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

  /// The glyphs with their places and the text they stand for, left to right.
  ///
  /// - Complexity: O(glyphs); made again each time. `forEachGlyph` allocates nothing.
  public var placedGlyphs: [PlacedGlyph] {
    let scale = size / Double(face.metrics.unitsPerEm)
    var advance = 0
    return glyphs.map { glyph in
      defer { advance += Int(glyph.advance) }
      return PlacedGlyph(
        identifier: UInt32(glyph.identifier),
        origin: Point(
          x: origin.x + Double(advance + Int(glyph.xOffset)) * scale,
          y: origin.y - Double(glyph.yOffset) * scale),
        advance: Double(glyph.advance) * scale,
        utf16Offset: sourceMap.sourceUnits(
          of: isMark ? units : Int(glyph.cluster)..<Int(glyph.cluster) + 1
        ).lowerBound)
    }
  }
}
