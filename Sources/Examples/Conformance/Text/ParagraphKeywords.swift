import LinecasterCommandSupport
import LinecasterFonts
import LinecasterText

// Properties of recorded paragraphs only; `linecaster measure` has options for the others.

extension CSSKeywords<TextTransform> {
  static let textTransform = CSSKeywords(
    property: "textTransform", initial: .none,
    values: [
      "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ])
}

extension CSSKeywords<CapsVariant> {
  static let caps = CSSKeywords(
    property: "fontVariantCaps", initial: .normal,
    values: ["normal": .normal, "small-caps": .smallCaps, "all-small-caps": .allSmallCaps])
}

extension CSSKeywords<Hyphenation> {
  static let hyphens = CSSKeywords(
    property: "hyphens", initial: .manual,
    values: ["none": .none, "manual": .manual, "auto": .automatic])
}

extension CSSKeywords<Bool> {
  /// Whether lines that overflow end in an ellipsis.
  static let textOverflow = CSSKeywords(
    property: "textOverflow", initial: false, values: ["clip": false, "ellipsis": true])

  /// Whether annotations reach over text.
  static let rubyOverhang = CSSKeywords(
    property: "rubyOverhang", initial: true, values: ["auto": true, "none": false])

  /// Whether there is a gap between ideographs and letters.
  static let autospace = CSSKeywords(
    property: "textAutospace", initial: false, values: ["no-autospace": false, "normal": true])
}

extension CSSKeywords<TextAlignment?> {
  static let lastLineAlignment = CSSKeywords(
    property: "alignLast", initial: nil,
    values: [
      "auto": nil, "start": .start, "end": .end, "left": .left, "right": .right,
      "center": .center, "justify": .justify,
    ])
}

extension CSSKeywords<TextJustification> {
  static let justification = CSSKeywords(
    property: "textJustify", initial: .automatic,
    values: [
      "auto": .automatic, "none": .none, "inter-word": .interWord,
      "inter-character": .interCharacter,
    ])
}

extension CSSKeywords<TextWrapStyle> {
  /// The effect of `pretty` depends on the browser; here, it is greedy.
  static let wrapStyle = CSSKeywords(
    property: "textWrap", initial: .greedy,
    values: ["wrap": .greedy, "pretty": .greedy, "balance": .balance])
}

extension CSSKeywords<WritingMode> {
  static let writingMode = CSSKeywords(
    property: "writingMode", initial: .horizontal,
    values: [
      "horizontal-tb": .horizontal, "vertical-rl": .verticalRightToLeft,
      "vertical-lr": .verticalLeftToRight, "sideways-rl": .sidewaysRightToLeft,
      "sideways-lr": .sidewaysLeftToRight,
    ])
}

extension CSSKeywords<TextOrientation> {
  static let orientation = CSSKeywords(
    property: "textOrientation", initial: .mixed,
    values: ["mixed": .mixed, "upright": .upright, "sideways": .sideways])
}

extension CSSKeywords<TextSpacingTrim> {
  static let spacingTrim = CSSKeywords(
    property: "textSpacingTrim", initial: .spaceAll,
    values: [
      "space-all": .spaceAll, "normal": .normal, "space-first": .spaceFirst,
      "trim-start": .trimStart,
    ])
}

extension CSSKeywords<TextBoxTrim> {
  static let textBoxTrim = CSSKeywords(
    property: "textBoxTrim", initial: [],
    values: [
      "none": [], "trim-start": .start, "trim-end": .end, "trim-both": [.start, .end],
    ])
}

extension CSSKeywords<TextBoxEdge> {
  static let textBoxEdge = CSSKeywords(
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
  static let rubyPosition = CSSKeywords(
    property: "rubyPosition", initial: .over, values: ["over": .over, "under": .under])
}

extension CSSKeywords<RubyAlignment> {
  static let rubyAlign = CSSKeywords(
    property: "rubyAlign", initial: .spaceAround,
    values: [
      "start": .start, "center": .center, "space-between": .spaceBetween,
      "space-around": .spaceAround,
    ])
}

extension CSSKeywords<BoxDecorationBreak> {
  static let decorationBreak = CSSKeywords(
    property: "boxDecorationBreak", initial: .slice, values: ["slice": .slice, "clone": .clone])
}

extension CSSKeywords<TextDirection> {
  static let textDirection = CSSKeywords(
    property: "direction", initial: .leftToRight,
    values: ["ltr": .leftToRight, "rtl": .rightToLeft])
}

extension CSSKeywords<FontSlant> {
  static let fontStyle = CSSKeywords(
    property: "fontStyle", initial: .upright,
    values: ["normal": .upright, "italic": .italic, "oblique": .oblique])
}
