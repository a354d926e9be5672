package import LinecasterFonts
package import LinecasterText

/// The values of a CSS property by their words.
package struct CSSWords<Value: Sendable>: Sendable {
  let property: String
  let initial: Value
  let values: KeyValuePairs<String, Value>

  /// The value a word stands for; the initial one without a word.
  ///
  /// - Throws: `CaseFault` that lists the words there are.
  package func value(_ word: String?) throws(CaseFault) -> Value {
    guard let word else { return initial }
    if let value = values.first(where: { $0.key == word })?.value { return value }
    let known = values.map(\.key).joined(separator: ", ")
    throw CaseFault("field '\(property)' is '\(word)', not one of \(known)")
  }
}

extension CSSWords<BaseDirection> {
  package static let direction = CSSWords(
    property: "dir", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft, "auto": .automatic])
}

extension CSSWords<TextAlignment> {
  package static let alignment = CSSWords(
    property: "align", initial: .start,
    values: [
      "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
      "justify": .justify,
    ])
}

extension CSSWords<WhiteSpace> {
  package static let whiteSpace = CSSWords(
    property: "whiteSpace", initial: .normal,
    values: [
      "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap,
      "pre-line": .preLine, "break-spaces": .breakSpaces,
    ])
}

extension CSSWords<WordBreak> {
  /// `break-word` is an old name of `normal` with `overflow-wrap: anywhere`.
  package static let wordBreak = CSSWords(
    property: "wordBreak", initial: .normal,
    values: [
      "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .normal,
    ])
}

extension CSSWords<OverflowWrap> {
  package static let overflowWrap = CSSWords(
    property: "overflowWrap", initial: .normal,
    values: ["normal": .normal, "anywhere": .anywhere, "break-word": .breakWord])
}

extension CSSWords<LineBreakStrictness> {
  package static let lineBreak = CSSWords(
    property: "lineBreak", initial: .automatic,
    values: [
      "auto": .automatic, "strict": .strict, "normal": .normal, "loose": .loose,
      "anywhere": .anywhere,
    ])
}

extension CSSWords<Bool> {
  /// Whether lines that overflow end in an ellipsis.
  package static let textOverflow = CSSWords(
    property: "textOverflow", initial: false, values: ["clip": false, "ellipsis": true])
}

extension CSSWords<FontSlant> {
  package static let fontStyle = CSSWords(
    property: "fontStyle", initial: .upright,
    values: ["normal": .upright, "italic": .italic, "oblique": .oblique])
}

/// What is wrong with a case or with the fonts for it, for people.
package struct CaseFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
