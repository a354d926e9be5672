import Linecaster

/// The values of a CSS property by their words.
struct CSSWords<Value: Sendable>: Sendable {
  let property: String
  let initial: Value
  let values: KeyValuePairs<String, Value>

  /// The value a word stands for; the initial one without a word.
  ///
  /// - Throws: `CommandFailure` that lists the words there are.
  func value(_ word: String?) throws(CommandFailure) -> Value {
    guard let word else { return initial }
    if let value = values.first(where: { $0.key == word })?.value { return value }
    let known = values.map(\.key).joined(separator: ", ")
    throw CommandFailure(description: "field '\(property)' is '\(word)', not one of \(known)")
  }
}

extension CSSWords<BaseDirection> {
  static let direction = CSSWords(
    property: "dir", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft, "auto": .automatic])
}

extension CSSWords<TextAlignment> {
  static let alignment = CSSWords(
    property: "align", initial: .start,
    values: [
      "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
      "justify": .justify,
    ])
}

extension CSSWords<WhiteSpace> {
  static let whiteSpace = CSSWords(
    property: "whiteSpace", initial: .normal,
    values: [
      "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap,
      "pre-line": .preLine, "break-spaces": .breakSpaces,
    ])
}

extension CSSWords<WordBreak> {
  /// `break-word` is an old name of `normal` with `overflow-wrap: anywhere`.
  static let wordBreak = CSSWords(
    property: "wordBreak", initial: .normal,
    values: [
      "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .normal,
    ])
}

extension CSSWords<OverflowWrap> {
  static let overflowWrap = CSSWords(
    property: "overflowWrap", initial: .normal,
    values: ["normal": .normal, "anywhere": .anywhere, "break-word": .breakWord])
}

extension CSSWords<LineBreakStrictness> {
  static let lineBreak = CSSWords(
    property: "lineBreak", initial: .automatic,
    values: [
      "auto": .automatic, "strict": .strict, "normal": .normal, "loose": .loose,
      "anywhere": .anywhere,
    ])
}

extension CSSWords<Bool> {
  /// Whether lines that overflow end in an ellipsis.
  static let textOverflow = CSSWords(
    property: "textOverflow", initial: false, values: ["clip": false, "ellipsis": true])
}
