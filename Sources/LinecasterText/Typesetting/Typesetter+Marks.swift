import LinecasterFonts

extension Typesetter {
  /// The ellipsis in the style of a unit.
  func ellipsis(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    mark(at: unit, of: paragraph) { memo in
      (0x2026, memo.face(covering: 0x2026) ?? memo.cascade.primary)
    }
  }

  /// The hyphen that shows that a word goes on, in the style and script of a unit.
  ///
  /// Without one of the script's own it is U+2010, or U+002D where the style's first face has no
  /// other.
  func hyphen(at unit: Int, of paragraph: ShapedParagraph) -> LineMark {
    let script = paragraph.runs[paragraph.runIndex(containing: unit)].item.script
    return mark(at: unit, of: paragraph) { memo in
      if let own = script.hyphen, let face = memo.face(covering: own) { return (own, face) }
      let primary = memo.cascade.primary
      return (primary.covers("\u{2010}") ? 0x2010 : 0x2D, primary)
    }
  }

  private func mark(
    at unit: Int, of paragraph: ShapedParagraph,
    _ choose: (FaceMemo) -> (sign: UInt16, face: FontFace)
  ) -> LineMark {
    let style = paragraph.styleIndex(at: unit)
    let textStyle = paragraph.styles[style].style
    return withWorker { worker in
      let memo = worker.memo(for: textStyle)
      let (sign, face) = choose(memo)
      let text = [sign]
      var glyphs: [ShapedGlyph] = []
      let request = HarfBuzzBuffer.Request(
        face: face, script: .common, isRightToLeft: false, language: textStyle.language,
        context: 0..<text.count, range: 0..<text.count)
      text.withUnsafeBufferPointer { worker.tools.buffer.shape(request, of: $0, into: &glyphs) }
      counters.add(paragraphs: 0, glyphs: glyphs.count, shapeCalls: 1)
      let box = LineBox(
        face: paragraph.style.lineHeight.followsFallback ? face : memo.cascade.primary,
        size: textStyle.drawnSize, lineHeight: paragraph.style.lineHeight)
      return LineMark(
        face: face, glyphs: glyphs, size: textStyle.drawnSize, style: style, box: box)
    }
  }
}

extension ScriptCode {
  /// The sign that the script shows where a word is broken, if it has one of its own.
  fileprivate var hyphen: UInt16? { Self.hyphens[tag] }

  /// By the ISO 15924 tag, scripts with a hyphen of their own (Unicode 15 §6.2).
  private static let hyphens: [UInt32: UInt16] = [
    0x4172_6D6E: 0x058A,  // Armn
    0x4D6F_6E67: 0x1806,  // Mong
    0x4361_6E73: 0x1400,  // Cans
  ]
}
