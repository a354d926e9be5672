package import LinecasterFonts
package import LinecasterGeometry

/// Glyphs of one face, size and colour that stand side by side on a line, for the time of a call.
package struct GlyphStretch {
  /// The face the glyphs are from.
  package let face: FontFace
  /// The size of the em, in layout points.
  package let size: Double
  /// The colour of its text.
  package let color: Color

  private let origin: Point
  private let scale: Double
  private let glyphs: UnsafeBufferPointer<ShapedGlyph>

  init(
    _ stretch: PlacedStretch, _ line: borrowing LineSegments,
    _ glyphs: UnsafeBufferPointer<ShapedGlyph>
  ) {
    face = line.face(of: stretch.segment)
    size = stretch.segment.size
    color = line.paragraph.styles[stretch.style].style.color
    origin = stretch.origin
    scale = size / Double(face.metrics.unitsPerEm)
    self.glyphs = glyphs
  }

  /// The number of glyphs.
  package var glyphCount: Int { glyphs.count }

  /// Calls `body` with each glyph's number and its origin on the baseline, left to right.
  ///
  /// Coordinates are in layout points from the layout's top-left corner, y down.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func forEachGlyph<Failure: Error>(
    _ body: (_ glyph: UInt32, _ x: Double, _ y: Double) throws(Failure) -> Void
  ) throws(Failure) {
    var advance = 0
    for glyph in glyphs {
      try body(
        UInt32(glyph.identifier), origin.x + Double(advance + Int(glyph.xOffset)) * scale,
        origin.y - Double(glyph.yOffset) * scale)
      advance += Int(glyph.advance)
    }
  }
}

extension TextLayout {
  /// Calls `body` with the glyphs of all lines, as `glyphRuns` has them, making no arrays.
  ///
  /// - Complexity: O(runs · log glyphs).
  package func forEachStretch<Failure: Error>(
    _ body: (borrowing GlyphStretch) throws(Failure) -> Void
  ) throws(Failure) {
    var walker = StretchWalker(paragraph)
    for line in lines {
      try walker.walk(line) { stretch, line throws(Failure) in
        try line.glyphs(of: stretch.segment)[stretch.glyphs].withUnsafeBufferPointer {
          glyphs throws(Failure) in
          try body(GlyphStretch(stretch, line, glyphs))
        }
      }
    }
  }
}
