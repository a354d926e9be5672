package import LinecasterFonts
package import LinecasterText

/// The values of a CSS property, by keyword.
package struct CSSWords<Value: Sendable>: Sendable {
  let property: String
  let initial: Value
  let values: KeyValuePairs<String, Value>

  /// The value of a keyword; without one, the initial value.
  ///
  /// - Throws: `CaseFault` that lists the keywords.
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

extension CSSWords<TextTransform> {
  package static let textTransform = CSSWords(
    property: "textTransform", initial: .none,
    values: [
      "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ])
}

extension CSSWords<CapsVariant> {
  package static let caps = CSSWords(
    property: "fontVariantCaps", initial: .normal,
    values: ["normal": .normal, "small-caps": .smallCaps, "all-small-caps": .allSmallCaps])
}

extension CSSWords<Hyphenation> {
  package static let hyphens = CSSWords(
    property: "hyphens", initial: .manual,
    values: ["none": .none, "manual": .manual, "auto": .automatic])
}

extension CSSWords<WordBreak> {
  /// `break-word` is a legacy name for `normal` with `overflow-wrap: anywhere`.
  package static let wordBreak = CSSWords(
    property: "wordBreak", initial: .normal,
    values: [
      "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll, "break-word": .normal,
      "auto-phrase": .autoPhrase,
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

  /// Whether annotations reach over text.
  package static let rubyOverhang = CSSWords(
    property: "rubyOverhang", initial: true, values: ["auto": true, "none": false])

  /// Whether there is a gap between ideographs and letters.
  package static let autospace = CSSWords(
    property: "textAutospace", initial: false, values: ["no-autospace": false, "normal": true])
}

extension CSSWords<TextAlignment?> {
  package static let lastLineAlignment = CSSWords(
    property: "alignLast", initial: nil,
    values: [
      "auto": nil, "start": .start, "end": .end, "left": .left, "right": .right,
      "center": .center, "justify": .justify,
    ])
}

extension CSSWords<TextJustification> {
  package static let justification = CSSWords(
    property: "textJustify", initial: .automatic,
    values: [
      "auto": .automatic, "none": .none, "inter-word": .interWord,
      "inter-character": .interCharacter,
    ])
}

extension CSSWords<TextWrapStyle> {
  /// The effect of `pretty` depends on the browser; here, it is greedy.
  package static let wrapStyle = CSSWords(
    property: "textWrap", initial: .greedy,
    values: ["wrap": .greedy, "pretty": .greedy, "balance": .balance])
}

extension CSSWords<WritingMode> {
  package static let writingMode = CSSWords(
    property: "writingMode", initial: .horizontal,
    values: [
      "horizontal-tb": .horizontal, "vertical-rl": .verticalRightToLeft,
      "vertical-lr": .verticalLeftToRight, "sideways-rl": .sidewaysRightToLeft,
      "sideways-lr": .sidewaysLeftToRight,
    ])
}

extension CSSWords<TextOrientation> {
  package static let orientation = CSSWords(
    property: "textOrientation", initial: .mixed,
    values: ["mixed": .mixed, "upright": .upright, "sideways": .sideways])
}

extension CSSWords<TextSpacingTrim> {
  package static let spacingTrim = CSSWords(
    property: "textSpacingTrim", initial: .spaceAll,
    values: [
      "space-all": .spaceAll, "normal": .normal, "space-first": .spaceFirst,
      "trim-start": .trimStart,
    ])
}

extension CSSWords<TextBoxTrim> {
  package static let textBoxTrim = CSSWords(
    property: "textBoxTrim", initial: [],
    values: [
      "none": [], "trim-start": .start, "trim-end": .end, "trim-both": [.start, .end],
    ])
}

extension CSSWords<TextBoxEdge> {
  package static let textBoxEdge = CSSWords(
    property: "textBoxEdge", initial: TextBoxEdge(),
    values: [
      "auto": TextBoxEdge(), "text": TextBoxEdge(), "text text": TextBoxEdge(),
      "cap text": TextBoxEdge(over: .capital), "ex text": TextBoxEdge(over: .ex),
      "text alphabetic": TextBoxEdge(under: .alphabetic),
      "cap alphabetic": TextBoxEdge(over: .capital, under: .alphabetic),
      "ex alphabetic": TextBoxEdge(over: .ex, under: .alphabetic),
    ])
}

extension CSSWords<RubyPosition> {
  package static let rubyPosition = CSSWords(
    property: "rubyPosition", initial: .over, values: ["over": .over, "under": .under])
}

extension CSSWords<RubyAlignment> {
  package static let rubyAlign = CSSWords(
    property: "rubyAlign", initial: .spaceAround,
    values: [
      "start": .start, "center": .center, "space-between": .spaceBetween,
      "space-around": .spaceAround,
    ])
}

extension CSSWords<BoxDecorationBreak> {
  package static let decorationBreak = CSSWords(
    property: "boxDecorationBreak", initial: .slice, values: ["slice": .slice, "clone": .clone])
}

extension CSSWords<TextDirection> {
  package static let textDirection = CSSWords(
    property: "direction", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft])
}

extension CSSWords<FontSlant> {
  package static let fontStyle = CSSWords(
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
