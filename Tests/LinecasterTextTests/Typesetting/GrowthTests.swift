import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts
@testable import LinecasterText

/// Paragraphs to which text is appended, compared with those prepared and laid out anew.
@Suite struct GrowthTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
  }

  private static let words = [
    "the ", "list ", " grows", "office ", "(of ", "two) ", "AVATAR ", "1,204.5 ", "x-ray", "naïve ",
    "e\u{301} ", "soft\u{AD}hyphen ", "السلام ", "عليكم ", "שלום ", "私たちは", "「毎日」", "ภาษา", "हिन्दी ",
    "한국어 ", "👩‍👩‍👧‍👦", "🇩🇪", "\u{200B}", "\u{2067}", "\u{2069}", "averylongwordwithoutanyend",
  ]
  private static let spaces = [
    " ", "  ", "\t", " \t ", "\n", "\n\n", "\r\n", "\u{2028}", "\u{2029}", "\r",
  ]

  private static func piece(_ random: inout SeededGenerator, latin: Bool) -> String {
    let words = latin ? words[..<11] : words[...]
    let count = Int.random(in: 1...3, using: &random)
    var piece = (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    if random.oneIn(6) { piece += spaces.randomElement(using: &random) ?? "" }
    if random.oneIn(12) { piece = spaces.randomElement(using: &random) ?? "" }
    return piece
  }

  private static func style(_ round: Int) -> ParagraphStyle {
    var style = ParagraphStyle()
    style.whiteSpace = [.normal, .preWrap, .preLine, .breakSpaces, .pre, .nowrap][round % 6]
    style.alignment = [.start, .justify, .center, .end][round % 4]
    style.paragraphSpacing = round % 3 == 1 ? 5 : 0
    style.firstLineIndent = round % 5 == 2 ? 12 : 0
    style.lineHeight = round % 7 == 5 ? .multiple(1.3) : .normal
    style.textBoxTrim = round % 4 == 3 ? [.start, .end] : []
    style.autospaces = round % 8 == 6
    style.wrapStyle = round % 9 == 4 ? .pretty : round % 9 == 8 ? .balance : .greedy
    style.maximumLines = round % 11 == 10 ? 7 : nil
    style.truncatesOverflow = round % 13 == 12
    return style
  }

  private func faults(
    _ grown: PreparedParagraph, _ paragraph: Paragraph, width: Double
  ) -> [String] {
    let whole = typesetter.prepare(paragraph)
    var faults = grown.differences(from: whole, widths: [])
    let layout = grown.layout(width: width)
    if LayoutDigest(layout) != LayoutDigest(whole.layout(width: width)) {
      faults.append("lines at \(width)")
    }
    #expect(layout.lineCount == layout.lines.count)
    return faults
  }

  /// Appends pieces, mostly to the last version; in long texts also across the copies of all of it.
  @Test(arguments: 0..<26)
  func appendedTextIsAsPreparedAnew(round: Int) {
    var random = SeededGenerator(salt: 1_840 + UInt64(round))
    for _ in 0..<TestSettings.edits(usually: 624) / 624 { append(round: round, &random) }
  }

  private func append(round: Int, _ random: inout SeededGenerator) {
    let isLatin = round % 2 == 0
    let size = TextStyle(size: round % 5 == 3 ? 21 : 16)
    let styles = [size, size, size, TextStyle(weight: .bold), TextStyle(letterSpacing: 0.4)]
    let words = (0..<[60, 120, 300][round % 3]).map { _ in Self.piece(&random, latin: isLatin) }
    var paragraph = Paragraph(
      AttributedText(words.joined(), style: size), style: Self.style(round))
    if round % 6 == 5 { paragraph.strutStyle = TextStyle(size: 19) }
    var prepared = typesetter.prepare(paragraph)
    var earlier: [(Paragraph, PreparedParagraph)] = []
    for step in 0..<24 {
      if random.oneIn(10), let version = earlier.randomElement(using: &random) {
        (paragraph, prepared) = version
      }
      earlier.append((paragraph, prepared))
      let width: Double = [90, 300, 300, 300][Int.random(in: 0..<4, using: &random)]
      if !random.oneIn(5) { _ = prepared.layout(width: width) }
      for _ in 0...(random.oneIn(4) ? 2 : 0) {
        let style = random.oneIn(8) ? styles.randomElement(using: &random) ?? size : size
        paragraph.text.append(Self.piece(&random, latin: isLatin), style: style)
      }
      if random.oneIn(15) { paragraph.text.updateStyle(inUTF16: 3..<9) { $0.color = .white } }
      if random.oneIn(15) { paragraph.strutStyle = TextStyle(size: 17) }
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      let faults = faults(prepared, paragraph, width: width)
      let note: Comment =
        "step \(step): \(paragraph.text.string.suffix(120)), seed \(TestSettings.seed)"
      #expect(faults == [], note)
      if !faults.isEmpty { return }
    }
  }

  /// Appends many tokens, so that arrays and lines are copied into new ones several times.
  @Test(arguments: [WhiteSpace.normal, .preWrap])
  func manyTokensAreAsPreparedAnew(whiteSpace: WhiteSpace) {
    var random = SeededGenerator(salt: 1_880)
    var paragraph = Paragraph(
      String(repeating: "a list that grows is drawn row by row ", count: 40),
      paragraphStyle: ParagraphStyle(whiteSpace: whiteSpace))
    var prepared = typesetter.prepare(paragraph)
    for step in 0..<400 {
      _ = prepared.layout(width: 120)
      paragraph.text.append(Self.piece(&random, latin: true), style: TextStyle())
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      let layout = prepared.layout(width: 120)
      guard step % 57 == 0 else { continue }
      let whole = typesetter.prepare(paragraph)
      let isSame = LayoutDigest(layout) == LayoutDigest(whole.layout(width: 120))
      #expect(isSame, "step \(step)")
      #expect(prepared.differences(from: whole, widths: []) == [], "step \(step)")
    }
    #expect(!prepared.text.isFlat || !prepared.glyphs.isFlat)
  }

  /// The glyphs, carets and selections of shared text are those of text that is not shared.
  @Test func sharedTextAnswersAsTextPreparedAnew() {
    var random = SeededGenerator(salt: 1_890)
    var paragraph = Paragraph(
      String(repeating: "a list, AVATAR, that grows, office ", count: 30))
    var prepared = typesetter.prepare(paragraph)
    for _ in 0..<12 {
      _ = prepared.layout(width: 140)
      let word = ["fluffy ", "office ", "e\u{301} "].randomElement(using: &random) ?? ""
      paragraph.text.append(word, style: TextStyle())
      prepared = typesetter.prepare(paragraph, reusing: prepared)
    }
    let (grown, whole) = (
      prepared.layout(width: 140), typesetter.prepare(paragraph).layout(width: 140)
    )
    #expect(!prepared.glyphs.isFlat)
    let count = paragraph.text.utf16Count
    for offset in stride(from: 0, through: count, by: 3) {
      #expect(grown.caret(at: offset) == whole.caret(at: offset), "\(offset)")
      let end = min(count, offset + 17)
      #expect(grown.rectangles(for: offset..<end) == whole.rectangles(for: offset..<end))
      #expect(grown.text(from: offset, to: end) == whole.text(from: offset, to: end))
    }
    #expect(grown.glyphRuns.map(\.placedGlyphs) == whole.glyphRuns.map(\.placedGlyphs))
    #expect(grown.lines == whole.lines)
    #expect(grown.size == whole.size)
  }
}
