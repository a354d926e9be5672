import Linecaster

extension TextCase.Input {
  /// The paragraph without any cut, its fonts named in the order of fallback.
  func paragraph(families: [String]) throws(InputFailure) -> Paragraph {
    let wraps = wordBreak == "break-word" ? "anywhere" : overflowWrap
    var style = ParagraphStyle()
    style.alignment = try CSSWords.alignment.value(align)
    style.baseDirection = try CSSWords.direction.value(dir)
    style.lineHeight = lineHeight.map { .points($0) } ?? .normal
    style.firstLineIndent = indent ?? 0
    style.tabSize = tabSize ?? style.tabSize
    style.whiteSpace = try CSSWords.whiteSpace.value(whiteSpace)
    style.wordBreak = try CSSWords.wordBreak.value(wordBreak)
    style.overflowWrap = try CSSWords.overflowWrap.value(wraps)
    style.lineBreakStrictness = try CSSWords.lineBreak.value(lineBreak)
    let textStyle = TextStyle(
      families: families, size: size, language: lang, letterSpacing: letterSpacing ?? 0,
      wordSpacing: wordSpacing ?? 0)
    return Paragraph(text, style: textStyle, paragraphStyle: style)
  }

  /// The same paragraph cut as `lineClamp` and `textOverflow` ask; nil where they ask for nothing.
  func cutParagraph(families: [String]) throws(InputFailure) -> Paragraph? {
    let endsOverflow = try CSSWords.textOverflow.value(textOverflow)
    guard lineClamp != nil || endsOverflow else { return nil }
    var cut = try paragraph(families: families)
    cut.style.maximumLines = lineClamp
    cut.style.truncatesOverflow = endsOverflow
    return cut
  }
}
