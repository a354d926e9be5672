package import LinecasterFonts
package import LinecasterGeometry

/// Glyphs of one face, size and colour that stand side by side on a line, for the time of a call.
///
/// Not to be copied: there is one for each stretch of text, and copies would count its references.
package struct GlyphStretch: ~Copyable {
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

  /// Writes where the next glyphs stand, left to right, as many as there is room for.
  ///
  /// Into memory of the caller's, since a closure of another module would be called for each glyph.
  ///
  /// - Parameter start: Where to go on; moved behind the last glyph written.
  /// - Returns: The glyphs written; nil after the last.
  package func next(
    _ start: inout GlyphPlace.Start, into places: UnsafeMutableBufferPointer<GlyphPlace>
  ) -> UnsafeBufferPointer<GlyphPlace>? {
    let count = min(glyphs.count - start.index, places.count)
    guard count > 0 else { return nil }
    for index in 0..<count {
      let glyph = glyphs[start.index + index]
      places.initializeElement(at: index, to: place(of: glyph, after: start.advance))
      start.advance += Int(glyph.advance)
    }
    start.index += count
    return UnsafeBufferPointer(rebasing: places[..<count])
  }

  private func place(of glyph: ShapedGlyph, after advance: Int) -> GlyphPlace {
    GlyphPlace(
      glyph: UInt32(glyph.identifier),
      x: origin.x + Double(advance + Int(glyph.xOffset)) * scale,
      y: origin.y - Double(glyph.yOffset) * scale)
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
        try line.withGlyphs(of: stretch) { glyphs throws(Failure) in
          try body(GlyphStretch(stretch, line, glyphs))
        }
      }
    }
  }
}
