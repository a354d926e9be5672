/// A line that is an image and nothing else: `![words](path)`.
enum ImageLine {
  /// The image; nil where the paragraph is anything else.
  static func block(_ paragraph: [UInt8]) -> MarkupBlock? {
    guard paragraph.starts(with: [0x21, 0x5B]), !paragraph.contains(0x0A) else { return nil }
    let text = Array(String(decoding: paragraph[...].trimmed, as: UTF8.self).unicodeScalars)
    let tokens = InlineTokens(text)
    guard let last = tokens.images.first, last.start == 0, last.end == text.count else {
      return nil
    }
    let words = InlineReader.spans(
      of: String(String.UnicodeScalarView(text[2..<last.labelEnd])), lineBreaks: .spaces)
    return .image(path: last.address, description: words.map(\.text).joined())
  }
}
