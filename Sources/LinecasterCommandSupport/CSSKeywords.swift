package import LinecasterText

/// The values of a CSS property, by keyword.
package struct CSSKeywords<Value: Sendable>: Sendable {
  let property: String
  let initial: Value
  let values: KeyValuePairs<String, Value>

  package init(property: String, initial: Value, values: KeyValuePairs<String, Value>) {
    self.property = property
    self.initial = initial
    self.values = values
  }

  /// The value of a keyword; without one, the initial value.
  ///
  /// - Throws: `CaseFault` that lists the keywords.
  package func value(_ keyword: String?) throws(CaseFault) -> Value {
    guard let keyword else { return initial }
    if let value = values.first(where: { $0.key == keyword })?.value { return value }
    let known = values.map(\.key).joined(separator: ", ")
    throw CaseFault("field '\(property)' is '\(keyword)', not one of \(known)")
  }
}

extension CSSKeywords<BaseDirection> {
  package static let direction = CSSKeywords(
    property: "dir", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft, "auto": .automatic])
}

extension CSSKeywords<TextAlignment> {
  package static let alignment = CSSKeywords(
    property: "align", initial: .start,
    values: [
      "start": .start, "end": .end, "left": .left, "right": .right, "center": .center,
      "justify": .justify,
    ])
}

extension CSSKeywords<WhiteSpace> {
  package static let whiteSpace = CSSKeywords(
    property: "whiteSpace", initial: .normal,
    values: [
      "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap,
      "pre-line": .preLine, "break-spaces": .breakSpaces,
    ])
}

extension CSSKeywords<WordBreak> {
  /// `break-word` is a legacy name for `normal` with `overflow-wrap: anywhere`.
  package static let wordBreak = CSSKeywords(
    property: "wordBreak", initial: .normal,
    values: [
      "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .normal,
      "auto-phrase": .autoPhrase,
    ])
}

extension CSSKeywords<OverflowWrap> {
  package static let overflowWrap = CSSKeywords(
    property: "overflowWrap", initial: .normal,
    values: ["normal": .normal, "anywhere": .anywhere, "break-word": .breakWord])
}

extension CSSKeywords<LineBreakStrictness> {
  package static let lineBreak = CSSKeywords(
    property: "lineBreak", initial: .automatic,
    values: [
      "auto": .automatic, "strict": .strict, "normal": .normal, "loose": .loose,
      "anywhere": .anywhere,
    ])
}

/// The description of an error in a case or its fonts.
package struct CaseFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
