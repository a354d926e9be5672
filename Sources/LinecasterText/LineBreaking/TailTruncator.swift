/// Cuts a line so that an ellipsis fits behind it.
///
/// The longest run of whole graphemes of the line whose width and the ellipsis' fit is kept, as
/// browsers do for `line-clamp`; a space before the ellipsis stays.
struct TailTruncator {
  let breaker: LineBreaker

  private var paragraph: ShapedParagraph { breaker.paragraph }

  /// The line with its end cut and an ellipsis in the style of its last character.
  func truncate(_ line: LineSpan) -> LineSpan {
    var end = line.range.upperBound
    while end > line.range.lowerBound, paragraph.boundaries[end - 1].contains(.control) { end -= 1 }
    let style = paragraph.styleIndex(at: max(line.range.lowerBound, end - 1))
    let ellipsis = paragraph.typesetter.ellipsis(style: style, of: paragraph)
    return cut(line, before: end, ellipsis: ellipsis)
  }

  private func cut(_ line: LineSpan, before last: Int, ellipsis: Ellipsis) -> LineSpan {
    let start = line.range.lowerBound
    let head = breaker.head(at: start)
    let room = breaker.limit - ellipsis.width
    let reach = min(last, breaker.reach(from: start, head: head, limit: room))
    let kept = breaker.longest(at: .grapheme, near: reach, in: start..<last) { end in
      let kept = shown(start..<end, head: head, ellipsis: ellipsis)
      let width = LineSegments(paragraph, kept).width
      return width <= breaker.limit + LineBreaker.tolerance ? kept : nil
    }
    return kept ?? shown(start..<start, head: nil, ellipsis: ellipsis)
  }

  private func shown(
    _ range: Range<Int>, head: LineSpan.Stretch?, ellipsis: Ellipsis
  ) -> LineSpan {
    var line =
      range.isEmpty
      ? LineSpan(range: range, contentEnd: range.upperBound)
      : breaker.span(range, head: head)
    line.contentEnd = range.upperBound
    line.ellipsis = ellipsis
    return line
  }
}
