import Linecaster

/// Text as outlines: laid out by the engine, every glyph as a path.
struct OutlinedText {
  /// The glyphs that have an outline, line by line and in visual order.
  let glyphs: [PlacedOutline]
  /// The size of all lines, in layout points.
  let size: Size
  /// The distance from the top edge down to the first baseline, in layout points.
  let baseline: Double
  /// The characters the font does not have.
  let missing: [Unicode.Scalar]

  /// Lays text out in lines that only its own terminators end, with one face as it is.
  init(_ text: String, face: FontFace, style: TextStyle) throws(FontError) {
    var style = style
    // Named in full, so that neither the size nor the weight of the style moves the face.
    style.variations = face.variations
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    let paragraph = Paragraph(
      text, style: style, paragraphStyle: ParagraphStyle(whiteSpace: .pre))
    let layout = typesetter.prepare(paragraph).layout()
    var glyphs: [PlacedOutline] = []
    for run in layout.glyphRuns {
      let scale = run.size / Double(run.face.metrics.unitsPerEm)
      run.forEachGlyph { glyph, x, y in
        let outline = run.face.outline(of: glyph)
        guard !outline.isEmpty else { return }
        glyphs.append(
          PlacedOutline(
            x: Self.rounded(x), y: Self.rounded(layout.firstBaseline - y),
            d: outline.svgPath(scale: scale)))
      }
    }
    self.glyphs = glyphs
    size = layout.size
    baseline = layout.firstBaseline
    missing = layout.missingCharacters
  }

  /// A place in thousandths, as paths have them.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
