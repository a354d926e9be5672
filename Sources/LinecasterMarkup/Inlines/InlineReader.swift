/// Finds what the marks in a paragraph mean (CommonMark §6).
enum InlineReader {
  /// The stretches of a paragraph whose lines end in line feeds.
  ///
  /// - Complexity: O(characters).
  static func spans(of paragraph: String, lineBreaks: Markup.LineBreaks) -> [MarkupSpan] {
    let tokens = InlineTokens(Array(paragraph.unicodeScalars))
    var emphasis = EmphasisMatcher(tokens)
    emphasis.match()
    var spans: [MarkupSpan] = []
    var levels = TraitLevels()
    for (index, token) in tokens.tokens.enumerated() {
      levels.add(emphasis.changes[index])
      var traits = levels.traits
      var text: String
      switch token.kind {
      case .hidden: continue
      case .text: text = string(tokens.text[token.range])
      case .address:
        text = string(tokens.text[token.range])
        traits.insert(.link)
      case .code:
        text = string(tokens.text[token.range]).replacing("\n", with: " ")
        traits.insert(.code)
      case .lineEnd(let isHard): text = isHard || lineBreaks == .kept ? "\n" : " "
      case .run(let mark, _, _):
        text = String(repeating: Character(mark), count: emphasis.left[index])
      }
      append(MarkupSpan(text, traits), to: &spans)
    }
    return spans
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Adds a stretch, to the last one where that looks the same.
  private static func append(_ span: MarkupSpan, to spans: inout [MarkupSpan]) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.traits == span.traits {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }
}
