import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// A text that is assembled, restyled and laid out as the bytes say.
///
/// Results from caches must equal those of a typesetter without caches.
struct TextProgram {
  private var bytes: FuzzBytes
  private var text = AttributedText()

  init(_ bytes: [UInt8]) {
    self.bytes = FuzzBytes(bytes)
  }

  /// More steps would only take time.
  private static let stepLimit = 16

  private static let plain = FuzzStage.typesetter.map {
    Typesetter(fonts: $0.fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
  }

  func fault() -> String? {
    var program = self
    return program.run()
  }

  private mutating func run() -> String? {
    text.append(bytes.text(), style: style())
    for _ in 0..<Self.stepLimit where !bytes.isEmpty {
      switch bytes.choice(6) {
      case 0: text.append(bytes.text(), style: style())
      case 1: text.setStyle(style(), in: range())
      case 2:
        let size = bytes.length()
        text.updateStyle(inUTF16: offsets()) { $0.size = size }
      case 3:
        let spacing = bytes.number()
        text.updateStyle(in: range()) { $0.letterSpacing = spacing }
      case 4: text = text[range()] + text
      default: if let fault = layOut() { return fault }
      }
      // Copies of copies would double each time.
      if text.string.utf8.count > 4096 { text = AttributedText("cut", style: style()) }
    }
    return layOut()
  }

  /// A range of the text that ends at characters.
  private mutating func range() -> Range<String.Index> {
    let indices = Array(text.string.indices) + [text.string.endIndex]
    let (first, second) = (bytes.choice(256) % indices.count, bytes.choice(256) % indices.count)
    return indices[min(first, second)]..<indices[max(first, second)]
  }

  private mutating func offsets() -> Range<Int> {
    let (first, second) = (bytes.integer(), bytes.integer())
    return min(first, second)..<max(first, second)
  }

  private mutating func style() -> TextStyle {
    var style = TextStyle(size: bytes.length(), color: bytes.color())
    switch bytes.choice(12) {
    case 0: style.letterSpacing = bytes.number()
    case 1: style.wordSpacing = bytes.number()
    case 2: style.baselineShift = bytes.number()
    case 3: style.families = [bytes.element(["Noto Sans Mono", "none", "", "Noto Sans Syriac"])]
    case 4: style.weight = FontWeight(bytes.integer())
    case 5: style.width = FontWidth(percent: bytes.number())
    case 6: style.slant = bytes.element([.italic, .oblique, .upright])
    case 7: style.language = bytes.element(["ja", "ar", "tr", "zh-Hant", "", "x-\u{0}", "th"])
    case 8: style.features = [FontFeature("liga", UInt32(bytes.byte()))]
    case 9:
      style.decorations = [
        TextDecoration(
          bytes.element(TextDecoration.Position.allCases),
          pattern: bytes.element(TextDecoration.Pattern.allCases), thickness: bytes.number(),
          skipInk: bytes.element(TextDecoration.SkipInk.allCases))
      ]
    case 10: style.background = bytes.color()
    default: break
    }
    return style
  }

  private mutating func paragraphStyle() -> ParagraphStyle {
    ParagraphStyle(
      alignment: bytes.element([.start, .end, .left, .right, .center, .justify]),
      baseDirection: bytes.element([.automatic, .leftToRight, .rightToLeft]),
      lineHeight: lineHeight(), paragraphSpacing: bytes.length(),
      firstLineIndent: bytes.length(), tabSize: bytes.length(),
      whiteSpace: bytes.element(WhiteSpace.allCases),
      lineBreakRules: bytes.element(LineBreakRules.allCases),
      lineBreakStrictness: bytes.element(LineBreakStrictness.allCases),
      wordBreak: bytes.element(WordBreak.allCases),
      overflowWrap: bytes.element(OverflowWrap.allCases),
      maximumLines: bytes.choice(3) == 0 ? bytes.integer() : nil,
      truncatesOverflow: bytes.choice(2) == 1)
  }

  private mutating func lineHeight() -> LineHeight {
    switch bytes.choice(6) {
    case 0: .points(bytes.number())
    case 1: .multiple(bytes.number())
    case 2: .atLeast(bytes.number())
    default: .normal
    }
  }

  private mutating func layOut() -> String? {
    guard let typesetter = FuzzStage.typesetter, let plain = Self.plain else {
      return "the bundled fonts are missing"
    }
    let paragraph = Paragraph(text, style: paragraphStyle())
    let prepared = typesetter.prepare(paragraph)
    let width = bytes.length()
    let layout = prepared.layout(width: width)
    let again = plain.prepare(paragraph).layout(width: width)
    guard layout.lines.elementsEqual(again.lines, by: { $0.isSame(as: $1) }) else {
      return "a cache changed a layout"
    }
    let units = text.string.utf16.count
    guard layout.lines.allSatisfy({ 0...units ~= $0.utf16Range.upperBound }) else {
      return "a line ends outside of the text"
    }
    guard (layout.graphemes.last?.utf16Range.upperBound ?? 0) <= units else {
      return "a grapheme ends outside of the text"
    }
    for width in [width, bytes.number(), -1, .infinity] {
      let layout = prepared.layout(width: width)
      let numbers = layout.lines.flatMap {
        [$0.frame.minX, $0.frame.minY, $0.frame.width, $0.frame.height, $0.baseline]
      }
      guard numbers.allSatisfy(\.isFinite), layout.size.width >= 0, layout.size.height >= 0 else {
        return "a line is not finite"
      }
    }
    _ = layout.ranges(in: text.string)
    _ = layout.utf8Ranges(in: "another text")
    _ = (prepared.maxContentWidth, prepared.minContentWidth, prepared.missingCharacters)
    var list = DisplayList(size: Size(width: 120, height: 80))
    list.append(.text(layout, origin: bytes.point()))
    return FuzzStage.draw(list)
  }
}

extension Line {
  /// Whether both lines have the same numbers, NaN included.
  fileprivate func isSame(as other: Line) -> Bool {
    let numbers = [frame.minX, frame.minY, frame.width, frame.height, baseline]
    let others = [
      other.frame.minX, other.frame.minY, other.frame.width, other.frame.height, other.baseline,
    ]
    return utf16Range == other.utf16Range && hiddenUTF16Range == other.hiddenUTF16Range
      && zip(numbers, others).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
  }
}
