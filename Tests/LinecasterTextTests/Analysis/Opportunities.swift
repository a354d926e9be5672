@testable import LinecasterText

/// Line opportunities of texts, as tests write and compare them.
enum Opportunities {
  /// The places of soft breaks in what a text becomes, its end left out.
  static func places(
    _ text: String, _ style: ParagraphStyle = ParagraphStyle(), language: String? = nil
  ) -> [Int] {
    let source = source(text, style, language: language)
    let boundaries = TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: style)
      .boundaries
    return (0..<source.units.count).filter { boundaries[$0].contains(.softBreak) }
  }

  /// The text with a bar at every soft break.
  static func marked(
    _ text: String, _ style: ParagraphStyle = ParagraphStyle(), language: String? = nil
  ) -> String {
    let source = source(text, style, language: language)
    var marked: [UInt16] = []
    var start = 0
    for place in places(text, style, language: language) + [source.units.count] {
      marked += source.units[start..<place] + (place < source.units.count ? [0x7C] : [])
      start = place
    }
    return String(decoding: marked, as: UTF16.self)
  }

  static func source(
    _ text: String, _ style: ParagraphStyle, language: String? = nil
  ) -> SourceText {
    let attributed = AttributedText(text, style: TextStyle(language: language))
    return SourceText(attributed, whiteSpace: style.whiteSpace)
  }
}
