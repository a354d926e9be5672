import LinecasterFonts

/// Cuts a line so that an ellipsis fits behind it.
///
/// The longest run of whole graphemes of the line whose width and the ellipsis' fit is kept, as
/// browsers do for `line-clamp`; a space inside the line stays before the ellipsis.
struct TailTruncator {
  let breaker: LineBreaker

  private var paragraph: ShapedParagraph { breaker.paragraph }

  /// The line with its end cut and an ellipsis in the style of its last character.
  ///
  /// - Parameters:
  ///   - line: The line as it would be without a cut.
  ///   - hiddenEnd: The end of the text that the ellipsis stands for.
  func truncate(_ line: LineSpan, hiding hiddenEnd: Int) -> LineSpan {
    let start = line.range.lowerBound
    var end = line.range.upperBound
    while end > start, isWhite(end - 1) { end -= 1 }
    let ellipsis = paragraph.typesetter.ellipsis(at: max(start, end - 1), of: paragraph)
    var cut = cut(line, before: end, ellipsis: ellipsis)
    cut.hide(upTo: hiddenEnd)
    return cut
  }

  /// Whether a unit at the end of a line is never shown before an ellipsis.
  private func isWhite(_ unit: Int) -> Bool {
    breaker.view.hangs(unit) || breaker.view.text[unit] == 0x20
  }

  private func cut(_ line: LineSpan, before last: Int, ellipsis: LineMark) -> LineSpan {
    let start = line.range.lowerBound
    let head = breaker.head(at: start)
    let room = breaker.limit - ellipsis.width
    let reach = min(
      last, breaker.reach(from: start, in: line.firstRun, head: head, limit: room))
    let limit = breaker.limit + LineBreaker.tolerance - paragraph.indent(at: start)
    let kept = breaker.longest(at: .grapheme, near: reach, in: start..<last) { end in
      let kept = shown(start..<end, of: line, head: head, ellipsis: ellipsis)
      return kept.width <= limit ? kept : nil
    }
    return kept ?? shown(start..<start, of: line, head: nil, ellipsis: ellipsis)
  }

  private func shown(
    _ range: Range<Int>, of line: LineSpan, head: ShapedStretch?, ellipsis: LineMark
  ) -> LineSpan {
    var kept = LineSpan(range: range, contentEnd: range.upperBound, firstRun: line.firstRun)
    kept.edges =
      range.isEmpty
      ? LineEdges(head: nil, tail: nil, mark: ellipsis)
      : breaker.edges(of: range, head: head, mark: ellipsis)
    kept.width = breaker.width(of: kept)
    return kept
  }
}

/// A sign at the end of a line that is not in its text: an ellipsis or a hyphen.
struct LineMark: Sendable {
  let face: FontFace
  let glyphs: [ShapedGlyph]
  /// The size of the em, in layout points.
  let size: Double
  /// Which of the attributed text's styles it is drawn in.
  let style: Int
  let box: LineBox

  /// The factor from font units to layout points.
  var scale: Double { size / Double(face.metrics.unitsPerEm) }

  /// Its width in layout points.
  var width: Double { Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * scale }
}

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
