import LinecasterFonts

extension Typesetter {
  /// The ellipsis in the style of a unit.
  func ellipsis(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    mark(["\u{2026}"], at: unit, of: paragraph)
  }

  /// The hyphen that shows that a word goes on, in the style and script of a unit.
  func hyphen(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    let script = paragraph.runs[paragraph.runIndex(containing: unit)].item.script
    return mark(script.hyphens, at: unit, of: paragraph)
  }

  /// The first of some characters that a face of the style has.
  private func mark(
    _ candidates: [Unicode.Scalar], at unit: Int, of paragraph: ShapedParagraph
  ) -> LineMark {
    let style = paragraph.styleIndex(at: unit)
    let textStyle = paragraph.styles[style].style
    return withWorker { worker in
      let cascade = worker.cascade(for: textStyle)
      // One of the first face is better than a nicer one of another.
      let sign = candidates.first(where: cascade.primary.covers) ?? candidates[0]
      let face = cascade.faces.first { $0.covers(sign) } ?? cascade.primary
      let text = Array(String(sign).utf16)
      var glyphs: [ShapedGlyph] = []
      let request = HarfBuzzBuffer.Request(
        face: face, script: .common, isRightToLeft: false, language: textStyle.language,
        context: 0..<text.count, range: 0..<text.count)
      text.withUnsafeBufferPointer { worker.buffer.shape(request, of: $0, into: &glyphs) }
      counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      let box = LineBox(
        face: face, size: textStyle.drawnSize, lineHeight: paragraph.style.lineHeight)
      return LineMark(
        face: face, glyphs: glyphs, size: textStyle.drawnSize, style: style, box: box)
    }
  }
}

extension ScriptCode {
  /// The signs that scripts show where a word is broken at a soft hyphen, best first.
  fileprivate var hyphens: [Unicode.Scalar] {
    let latin: [Unicode.Scalar] = ["\u{2010}", "\u{2D}"]
    return (Self.hyphens[tag].map { [$0] } ?? []) + latin
  }

  /// By the ISO 15924 tag, those that are not the hyphen (Unicode 15 §6.2, CLDR).
  private static let hyphens: [UInt32: Unicode.Scalar] = [
    0x4172_6D6E: "\u{058A}",  // Armn
    0x4D6F_6E67: "\u{1806}",  // Mong
    0x4361_6E73: "\u{1400}",  // Cans
  ]
}
