import LinecasterBase

/// A text that replaces hidden text of a line, laid out separately for each direction of the
/// paragraph.
///
/// A class, so the many paragraphs without one store only a pointer.
final class TruncationToken: Sendable {
  private let leftToRight: TokenText
  private let rightToLeft: TokenText

  /// Lays out the token of an analyzed paragraph; `nil` if it has none, or nothing is ever
  /// truncated.
  init?(
    of paragraph: Paragraph, _ analysis: TextAnalysis,
    _ prepare: (Paragraph) throws(CancellationError) -> PreparedParagraph
  ) throws(CancellationError) {
    guard var text = paragraph.truncationToken,
      paragraph.style.maximumLines != nil || paragraph.style.truncatesOverflow
    else { return nil }
    text.inline?.removeRuby()
    var sides: [Bool: TokenText] = [:]
    for level in analysis.paragraphs.map(\.level) where sides[level & 1 != 0] == nil {
      let isRightToLeft = level & 1 != 0
      let style = paragraph.style.ofToken(isRightToLeft: isRightToLeft)
      sides[isRightToLeft] = TokenText(try prepare(Paragraph(text, style: style)))
    }
    guard let any = sides[false] ?? sides[true] else { return nil }
    leftToRight = sides[false] ?? any
    rightToLeft = sides[true] ?? any
  }

  /// The token for a line of a direction.
  func token(isRightToLeft: Bool) -> LineToken {
    let text = isRightToLeft ? rightToLeft : leftToRight
    return LineToken(
      face: text.paragraph.strutFace, glyphs: [], size: text.paragraph.strutStyle.drawnSize,
      style: 0, box: text.box, text: text)
  }

  /// The characters of the token that no font has.
  var missing: [Unicode.Scalar] { leftToRight.paragraph.missing }

  /// Whether the token has boxes or attachments.
  var isRich: Bool { leftToRight.paragraph.isRich }

  /// Whether any box in the token has a link or a tag.
  var isTouchable: Bool { leftToRight.paragraph.isTouchable }

  /// The text of the token as displayed.
  var text: [UInt16] { leftToRight.paragraph.text }

  /// Whether any attachment in the token describes its content.
  var showsContent: Bool { leftToRight.paragraph.showsContent }

  /// Whether the token has backgrounds or decoration lines.
  var isDecorated: Bool { leftToRight.paragraph.isDecorated }

  /// The approximate memory use, in bytes.
  var byteCount: Int {
    let sides = leftToRight === rightToLeft ? [leftToRight] : [leftToRight, rightToLeft]
    let side = PreparedParagraph.blockBytes + MemoryLayout<(LineSpan, LineBox)>.stride
    return sides.reduce(PreparedParagraph.blockBytes) { $0 + $1.paragraph.byteCount + side }
  }
}

/// The text of a token as a single line.
final class TokenText: Sendable {
  let paragraph: PreparedParagraph
  let span: LineSpan
  /// The extent from the baseline.
  let box: LineBox

  fileprivate init(_ paragraph: PreparedParagraph) {
    self.paragraph = paragraph
    let end = (1..<max(1, paragraph.count)).first { paragraph.boundaries[$0].contains(.hardBreak) }
    span = paragraph.line(0..<(end ?? paragraph.count))
    if let flow = paragraph.flow {
      box = LineStacker.stack(span, of: paragraph, flow).box
    } else {
      var box = paragraph.strut
      for run in paragraph.runs where run.start < span.contentEnd { box.include(run.box) }
      self.box = box
    }
  }

  /// The token's line at a position of another line.
  ///
  /// - Parameters:
  ///   - x: The left edge, in layout points.
  ///   - line: The line that contains it.
  fileprivate func line(at x: Double, on line: Line) -> Line {
    let ascent = paragraph.style.writingMode.flipsLines ? box.descent : box.ascent
    return Line(
      span, paragraph.sourceMap,
      frame: Rect(x: x, y: line.baseline - ascent, width: span.width, height: box.height),
      baseline: line.baseline, isJustified: false)
  }
}

extension ParagraphStyle {
  /// The style for the line of a token in a paragraph of this style.
  fileprivate func ofToken(isRightToLeft: Bool) -> ParagraphStyle {
    var style = ParagraphStyle(whiteSpace: .pre)
    style.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
    style.writingMode = writingMode
    style.lineHeight = lineHeight
    style.autospaces = autospaces
    style.spacingTrim = spacingTrim
    style.tabSize = tabSize
    style.tabDistance = tabDistance
    return style
  }
}

extension LineContent {
  /// The token's text on a line, and its line there; `nil` for none.
  func tokenText(on line: Line) -> (paragraph: PreparedParagraph, line: Line)? {
    guard let text = line.span.edges?.token?.text,
      let segment = segments.first(where: \.isToken)
    else { return nil }
    return (text.paragraph, text.line(at: segment.x, on: line))
  }
}
