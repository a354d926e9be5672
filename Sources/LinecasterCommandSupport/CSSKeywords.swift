package import LinecasterFonts
package import LinecasterText

/// The values of a CSS property, by keyword.
package struct CSSKeywords<Value: Sendable>: Sendable {
  let property: String
  let initial: Value
  let values: KeyValuePairs<String, Value>

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

extension CSSKeywords<TextTransform> {
  package static let textTransform = CSSKeywords(
    property: "textTransform", initial: .none,
    values: [
      "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ])
}

extension CSSKeywords<CapsVariant> {
  package static let caps = CSSKeywords(
    property: "fontVariantCaps", initial: .normal,
    values: ["normal": .normal, "small-caps": .smallCaps, "all-small-caps": .allSmallCaps])
}

extension CSSKeywords<Hyphenation> {
  package static let hyphens = CSSKeywords(
    property: "hyphens", initial: .manual,
    values: ["none": .none, "manual": .manual, "auto": .automatic])
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

extension CSSKeywords<Bool> {
  /// Whether lines that overflow end in an ellipsis.
  package static let textOverflow = CSSKeywords(
    property: "textOverflow", initial: false, values: ["clip": false, "ellipsis": true])

  /// Whether annotations reach over text.
  package static let rubyOverhang = CSSKeywords(
    property: "rubyOverhang", initial: true, values: ["auto": true, "none": false])

  /// Whether there is a gap between ideographs and letters.
  package static let autospace = CSSKeywords(
    property: "textAutospace", initial: false, values: ["no-autospace": false, "normal": true])
}

extension CSSKeywords<TextAlignment?> {
  package static let lastLineAlignment = CSSKeywords(
    property: "alignLast", initial: nil,
    values: [
      "auto": nil, "start": .start, "end": .end, "left": .left, "right": .right,
      "center": .center, "justify": .justify,
    ])
}

extension CSSKeywords<TextJustification> {
  package static let justification = CSSKeywords(
    property: "textJustify", initial: .automatic,
    values: [
      "auto": .automatic, "none": .none, "inter-word": .interWord,
      "inter-character": .interCharacter,
    ])
}

extension CSSKeywords<TextWrapStyle> {
  /// The effect of `pretty` depends on the browser; here, it is greedy.
  package static let wrapStyle = CSSKeywords(
    property: "textWrap", initial: .greedy,
    values: ["wrap": .greedy, "pretty": .greedy, "balance": .balance])
}

extension CSSKeywords<WritingMode> {
  package static let writingMode = CSSKeywords(
    property: "writingMode", initial: .horizontal,
    values: [
      "horizontal-tb": .horizontal, "vertical-rl": .verticalRightToLeft,
      "vertical-lr": .verticalLeftToRight, "sideways-rl": .sidewaysRightToLeft,
      "sideways-lr": .sidewaysLeftToRight,
    ])
}

extension CSSKeywords<TextOrientation> {
  package static let orientation = CSSKeywords(
    property: "textOrientation", initial: .mixed,
    values: ["mixed": .mixed, "upright": .upright, "sideways": .sideways])
}

extension CSSKeywords<TextSpacingTrim> {
  package static let spacingTrim = CSSKeywords(
    property: "textSpacingTrim", initial: .spaceAll,
    values: [
      "space-all": .spaceAll, "normal": .normal, "space-first": .spaceFirst,
      "trim-start": .trimStart,
    ])
}

extension CSSKeywords<TextBoxTrim> {
  package static let textBoxTrim = CSSKeywords(
    property: "textBoxTrim", initial: [],
    values: [
      "none": [], "trim-start": .start, "trim-end": .end, "trim-both": [.start, .end],
    ])
}

extension CSSKeywords<TextBoxEdge> {
  package static let textBoxEdge = CSSKeywords(
    property: "textBoxEdge", initial: TextBoxEdge(),
    values: [
      "auto": TextBoxEdge(), "text": TextBoxEdge(), "text text": TextBoxEdge(),
      "cap text": TextBoxEdge(over: .capital), "ex text": TextBoxEdge(over: .ex),
      "text alphabetic": TextBoxEdge(under: .alphabetic),
      "cap alphabetic": TextBoxEdge(over: .capital, under: .alphabetic),
      "ex alphabetic": TextBoxEdge(over: .ex, under: .alphabetic),
    ])
}

extension CSSKeywords<RubyPosition> {
  package static let rubyPosition = CSSKeywords(
    property: "rubyPosition", initial: .over, values: ["over": .over, "under": .under])
}

extension CSSKeywords<RubyAlignment> {
  package static let rubyAlign = CSSKeywords(
    property: "rubyAlign", initial: .spaceAround,
    values: [
      "start": .start, "center": .center, "space-between": .spaceBetween,
      "space-around": .spaceAround,
    ])
}

extension CSSKeywords<BoxDecorationBreak> {
  package static let decorationBreak = CSSKeywords(
    property: "boxDecorationBreak", initial: .slice, values: ["slice": .slice, "clone": .clone])
}

extension CSSKeywords<TextDirection> {
  package static let textDirection = CSSKeywords(
    property: "direction", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft])
}

extension CSSKeywords<FontSlant> {
  package static let fontStyle = CSSKeywords(
    property: "fontStyle", initial: .upright,
    values: ["normal": .upright, "italic": .italic, "oblique": .oblique])
}

/// The description of an error in a case or its fonts.
package struct CaseFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
