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
