import LinecasterFonts
import LinecasterGeometry

@testable import LinecasterText

extension TortureCase {
  /// The paragraph that the options ask for, numbers given as they are.
  func paragraph(_ text: String) -> Paragraph {
    Paragraph(attributed(text), style: paragraphStyle)
  }

  private func attributed(_ text: String) -> AttributedText {
    guard let length = options["rangeEvery"]?.integer, length > 0 else {
      return AttributedText(text, style: textStyle)
    }
    var attributed = AttributedText()
    let units = Array(text.utf16)
    for (index, start) in stride(from: 0, to: units.count, by: length).enumerated() {
      var style = textStyle
      style.color = index.isMultiple(of: 2) ? .black : .white
      if options["rangeSizes"] != nil { style.size = Double(8 + index % 33) }
      let piece = units[start..<min(start + length, units.count)]
      attributed.append(String(decoding: piece, as: UTF16.self), style: style)
    }
    return attributed
  }

  private var textStyle: TextStyle {
    var style = TextStyle(size: options["size"]?.number ?? 16)
    if let spacing = options["letterSpacing"]?.number { style.letterSpacing = spacing }
    if let spacing = options["wordSpacing"]?.number { style.wordSpacing = spacing }
    if let shift = options["baselineOffset"]?.number { style.baselineShift = shift }
    if let weight = options["weight"]?.integer { style.weight = FontWeight(weight) }
    return style
  }

  private var paragraphStyle: ParagraphStyle {
    var style = ParagraphStyle(
      alignment: choice("align", Self.alignments, .start),
      baseDirection: choice("dir", Self.directions, .leftToRight),
      whiteSpace: choice("whiteSpace", Self.whiteSpaces, .normal),
      wordBreak: choice("wordBreak", Self.wordBreaks, .normal),
      overflowWrap: choice("overflowWrap", Self.overflowWraps, .normal))
    if let height = options["lineHeight"]?.number { style.lineHeight = .points(height) }
    if let indent = options["indent"]?.number { style.firstLineIndent = indent }
    if let size = options["tabSize"]?.number { style.tabSize = size }
    if let lines = (options["maxLines"] ?? options["lineClamp"])?.integer, lines != 0 {
      style.maximumLines = lines
    }
    return style
  }

  private func choice<Value>(_ name: String, _ values: [String: Value], _ otherwise: Value) -> Value
  {
    options[name]?.text.flatMap { values[$0] } ?? otherwise
  }

  private static let alignments: [String: TextAlignment] = [
    "start": .start, "end": .end, "center": .center, "justify": .justify,
  ]
  private static let directions: [String: BaseDirection] = [
    "ltr": .leftToRight, "rtl": .rightToLeft, "auto": .automatic,
  ]
  private static let whiteSpaces: [String: WhiteSpace] = [
    "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap, "pre-line": .preLine,
    "break-spaces": .breakSpaces,
  ]
  private static let wordBreaks: [String: WordBreak] = [
    "normal": .normal, "break-all": .breakAll, "keep-all": .keepAll,
  ]
  private static let overflowWraps: [String: OverflowWrap] = [
    "normal": .normal, "anywhere": .anywhere,
  ]
}
