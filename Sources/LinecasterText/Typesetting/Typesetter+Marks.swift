import LinecasterFonts

extension Typesetter {
  /// The ellipsis in the style of a unit.
  func ellipsis(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    mark(at: unit, of: paragraph) { cascade in
      ("\u{2026}", cascade.face(covering: "\u{2026}") ?? cascade.primary)
    }
  }

  /// The hyphen that shows that a word goes on, in the style and script of a unit.
  ///
  /// Without one of the script's own it is U+2010, or U+002D where the style's first face has no
  /// other.
  func hyphen(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    let script = paragraph.runs[paragraph.runIndex(containing: unit)].item.script
    return mark(at: unit, of: paragraph) { cascade in
      if let own = script.hyphen, let face = cascade.face(covering: own) { return (own, face) }
      return (cascade.primary.covers("\u{2010}") ? "\u{2010}" : "\u{2D}", cascade.primary)
    }
  }

  private func mark(
    at unit: Int, of paragraph: ShapedParagraph,
    _ choose: (FontCascade) -> (Unicode.Scalar, FontFace)
  ) -> LineMark {
    let style = paragraph.styleIndex(at: unit)
    let textStyle = paragraph.styles[style].style
    return withWorker { worker in
      let cascade = worker.cascade(for: textStyle)
      let (sign, face) = choose(cascade)
      let text = Array(String(sign).utf16)
      var glyphs: [ShapedGlyph] = []
      let request = HarfBuzzBuffer.Request(
        face: face, script: .common, isRightToLeft: false, language: textStyle.language,
        context: 0..<text.count, range: 0..<text.count)
      text.withUnsafeBufferPointer { worker.tools.buffer.shape(request, of: $0, into: &glyphs) }
      counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      let box = LineBox(
        face: paragraph.style.lineHeight.followsFallback ? face : cascade.primary,
        size: textStyle.drawnSize, lineHeight: paragraph.style.lineHeight)
      return LineMark(
        face: face, glyphs: glyphs, size: textStyle.drawnSize, style: style, box: box)
    }
  }
}

extension ScriptCode {
  /// The sign that the script shows where a word is broken, if it has one of its own.
  fileprivate var hyphen: Unicode.Scalar? { Self.hyphens[tag] }

  /// By the ISO 15924 tag, scripts with a hyphen of their own (Unicode 15 §6.2).
  private static let hyphens: [UInt32: Unicode.Scalar] = [
    0x4172_6D6E: "\u{058A}",  // Armn
    0x4D6F_6E67: "\u{1806}",  // Mong
    0x4361_6E73: "\u{1400}",  // Cans
  ]
}
