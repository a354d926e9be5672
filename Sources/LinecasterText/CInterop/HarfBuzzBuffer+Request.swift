import LinecasterFonts

extension HarfBuzzBuffer {
  /// What `hb_shape` is told about a stretch of text, all in one.
  struct Request {
    var face: FontFace
    var script: ScriptCode
    var isRightToLeft: Bool
    var language: String?
    var features: [FontFeature] = []
    /// The text HarfBuzz may look at; what lies outside has no influence on the glyphs.
    var context: Range<Int>
    /// The text to shape, within the context.
    var range: Range<Int>
  }

  /// Shapes part of a paragraph, appending the glyphs in visual order, in font units.
  ///
  /// - Complexity: that of `hb_shape`.
  func shape(
    _ request: Request, of text: UnsafeBufferPointer<UInt16>, into glyphs: inout [ShapedGlyph]
  ) {
    let options = ShapingOptions(language: request.language, features: request.features)
    let plan = ShapingPlan(
      face: request.face, script: request.script, isRightToLeft: request.isRightToLeft,
      options: options, serial: 0)
    let shaped = GlyphBuffer()
    shape(
      Stretch(text: text, context: request.context, range: request.range), by: plan, into: shaped)
    if request.isRightToLeft { shaped.reverse(from: 0) }
    glyphs.append(contentsOf: shaped.all)
  }
}
