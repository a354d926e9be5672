import LinecasterBase
import LinecasterBundledFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts
@testable import LinecasterText

/// Paragraphs that reuse parts of an older version, compared with those prepared anew.
@Suite struct TypesetterEditingTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
  }

  /// Edits a text `times` times, each version from the one before.
  ///
  /// - Parameter closing: Another typesetter, whose fonts are closed before each edit.
  private func edit(
    _ start: Paragraph, times: Int, closing: Typesetter? = nil, _ random: inout SeededGenerator,
    _ piece: (inout SeededGenerator) -> AttributedText
  ) {
    let typesetter = closing ?? typesetter
    var paragraph = start
    var prepared = typesetter.prepare(paragraph)
    for step in 0..<times {
      let count = paragraph.text.utf16Count
      let from = Int.random(in: 0...count, using: &random)
      let length = [0, 0, 1, 3, 12, 80].randomElement(using: &random) ?? 0
      let range = from..<min(count, from + length)
      let added = Int.random(in: 0..<5, using: &random) == 0 ? AttributedText() : piece(&random)
      paragraph.text.replace(inUTF16: range, with: added)
      closing?.fonts.closeFiles()
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      closing?.fonts.closeFiles()
      let whole = typesetter.prepare(paragraph)
      let faults = prepared.differences(from: whole)
      let note: Comment =
        """
        step \(step): \(range) by "\(added.string)" gives "\(paragraph.text.string)", \
        seed \(TestSettings.seed)
        """
      #expect(faults == [], note)
      if !faults.isEmpty { return }
    }
  }

  private static let terminators = ["\n", "\n", "\r\n", "\u{2029}", "\u{2028}", "\u{85}", "\r"]

  private static func lines(_ random: inout SeededGenerator, _ count: Int) -> String {
    (0..<count).map { _ in
      SampleText.mixed(&random, words: .random(in: 0...4, using: &random))
        + (terminators.randomElement(using: &random) ?? "")
    }.joined()
  }

  private static func piece(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: terminators.randomElement(using: &random) ?? ""
    case 1:
      ["(", ")", "[", "12", "-", " ", "\u{301}", "\n)", "ー"].randomElement(using: &random) ?? ""
    default: lines(&random, .random(in: 1...2, using: &random))
    }
  }

  @Test func plainTextIsAsPreparedAnew() {
    var random = SeededGenerator(salt: 1_801)
    for round in 0..<TestSettings.edits(usually: 480) / 12 {
      var style = ParagraphStyle()
      style.whiteSpace = [.preWrap, .preLine, .pre, .normal, .breakSpaces][round % 5]
      style.baseDirection = [.automatic, .leftToRight, .rightToLeft][round % 3]
      style.lineBreakRules = round % 7 == 0 ? .unicode : .css
      style.autospaces = round % 4 == 1
      style.spacingTrim = round % 4 == 2 ? .trimStart : .spaceAll
      style.wordBreak = round % 9 == 3 ? .autoPhrase : .normal
      let text = TextStyle(language: round % 9 == 3 ? "ja" : nil)
      let start = Paragraph(
        AttributedText(Self.lines(&random, 6), style: text), style: style)
      edit(start, times: 12, &random) { AttributedText(Self.piece(&$0), style: text) }
    }
  }

  /// A reopened file has the same faces, also for the workers of annotations.
  @Test func closedFontsMakeNoDifference() throws {
    let paths = try FontCollection.bundled().descriptions.map(\.source)
    let fonts = try FontCollection(FontCatalog(paths: paths, watched: []))
    var random = SeededGenerator(salt: 1_804)
    for _ in 0..<12 {
      let piece = { (random: inout SeededGenerator) in
        Self.rich(&random, depth: 2, hasRuby: true)
      }
      var text = AttributedText()
      for _ in 0..<5 { text += piece(&random) }
      let closing = Typesetter(fonts: fonts, paragraphCacheBytes: 0)
      edit(Paragraph(text), times: 6, closing: closing, &random, piece)
    }
  }

  @Test func textInManyStylesIsAsPreparedAnew() {
    var random = SeededGenerator(salt: 1_802)
    let styles = [
      TextStyle(), TextStyle(size: 20), TextStyle(weight: .bold, language: "ar"),
      TextStyle(letterSpacing: 0.37), TextStyle(wordSpacing: 1.3), Self.cased(.uppercase),
      Self.cased(.capitalize), Self.hyphenated, TextStyle(color: Color(rgb: 0x1A5FB4)),
    ]
    for round in 0..<TestSettings.edits(usually: 480) / 12 {
      let some = (0..<3).map { _ in styles.randomElement(using: &random) ?? styles[0] }
      let piece = { (random: inout SeededGenerator) in
        AttributedText(Self.piece(&random), style: some.randomElement(using: &random) ?? some[0])
      }
      var text = AttributedText("", style: some[0])
      for _ in 0..<8 { text += piece(&random) }
      let style = ParagraphStyle(whiteSpace: round % 2 == 0 ? .preLine : .preWrap)
      edit(Paragraph(text, style: style), times: 12, &random, piece)
    }
  }

  private static func cased(_ transform: TextTransform) -> TextStyle {
    var style = TextStyle()
    style.transform = transform
    return style
  }

  private static let hyphenated: TextStyle = {
    var style = TextStyle(language: "en")
    style.hyphenation = .automatic
    return style
  }()

  @Test func richTextIsAsPreparedAnew() {
    var random = SeededGenerator(salt: 1_803)
    for round in 0..<TestSettings.edits(usually: 500) / 10 {
      let piece = { (random: inout SeededGenerator) in
        Self.rich(&random, depth: 2, hasRuby: round % 10 == 9)
      }
      var text = AttributedText()
      for _ in 0..<5 { text += piece(&random) }
      var style = ParagraphStyle(whiteSpace: [.preLine, .preWrap, .normal, .pre][round % 4])
      if round % 5 == 4 { style.writingMode = .verticalRightToLeft }
      edit(Paragraph(text, style: style), times: 10, &random, piece)
    }
  }

  private static func rich(
    _ random: inout SeededGenerator, depth: Int, hasRuby: Bool
  ) -> AttributedText {
    let style = TextStyle()
    var text = AttributedText(piece(&random), style: style)
    guard depth > 0 else { return text }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      text.append(Attachment(size: Size(width: 9, height: 7)), style: style)
    case 1 where hasRuby:
      text.append(
        AttributedText("漢字", style: style), with: Ruby(AttributedText("かんじ", style: style)))
    default:
      var box = InlineBox(style: style)
      box.padding = Insets(
        top: 0, left: .random(in: 0...3, using: &random), bottom: 0, right: 1)
      box.whiteSpace =
        [nil, nil, nil, .pre, .preWrap, .nowrap].randomElement(using: &random) ?? nil
      box.bidi =
        [.normal, .normal, .isolate(.rightToLeft), .embed(.leftToRight), .plaintext]
        .randomElement(using: &random) ?? .normal
      box.combinesUpright = Int.random(in: 0..<20, using: &random) == 0
      text.append(rich(&random, depth: depth - 1, hasRuby: false), in: box)
    }
    text.append(piece(&random), style: style)
    return text
  }

  /// In a text of many lines only the edited line is shaped.
  @Test func shapesOnlyTheLinesThatDiffer() {
    let lines = (0..<200).map { "line number \($0) of the text, שורה\n" }
    var paragraph = Paragraph(lines.joined())
    let first = typesetter.prepare(paragraph)
    let glyphs = { (paragraph: Paragraph) in typesetter.prepare(paragraph).glyphs.count }
    let cost = { (paragraph: Paragraph, prepared: PreparedParagraph) in
      let before = typesetter.statistics.glyphs
      let result = typesetter.prepare(paragraph, reusing: prepared)
      return (result, typesetter.statistics.glyphs - before)
    }
    let place = lines[..<100].joined().utf16.count + 5
    paragraph.text.replace(inUTF16: place..<place + 6, with: AttributedText("word"))
    let (edited, ofEdit) = cost(paragraph, first)
    #expect(ofEdit == glyphs(Paragraph("line word 100 of the text, שורה\n")))
    paragraph.text.append("and more", style: TextStyle())
    let (grown, ofGrowth) = cost(paragraph, edited)
    #expect(ofGrowth == glyphs(Paragraph("and more")))
    paragraph.text.append(" of it\nat the end", style: TextStyle())
    let (_, ofMore) = cost(paragraph, grown)
    #expect(ofMore == glyphs(Paragraph("and more of it\nat the end")))
  }

  /// White space that collapses changes no line, but the offsets of all lines behind it.
  @Test func linesFollowSpaceThatCollapsed() {
    var paragraph = Paragraph(String(repeating: "some words ", count: 30))
    let old = typesetter.prepare(paragraph)
    _ = old.layout(width: 90)
    for offset in [5, 0, 200, 330] {
      paragraph.text.replace(inUTF16: offset..<offset, with: AttributedText("  "))
      let edited = typesetter.prepare(paragraph, reusing: old)
      #expect(edited.differences(from: typesetter.prepare(paragraph)) == [], "\(offset)")
    }
  }

  /// Nothing is reused from a paragraph with another style.
  @Test func takesNothingOverFromOtherStyles() {
    let other = typesetter.prepare(
      Paragraph("one\ntwo\n", paragraphStyle: ParagraphStyle(whiteSpace: .pre)))
    let paragraph = Paragraph("one\ntwo\n", paragraphStyle: ParagraphStyle(whiteSpace: .preLine))
    let whole = typesetter.prepare(paragraph)
    #expect(typesetter.prepare(paragraph, reusing: other).differences(from: whole) == [])
    let empty = Paragraph("", paragraphStyle: ParagraphStyle(whiteSpace: .preLine))
    #expect(typesetter.prepare(empty, reusing: whole).count == 0)
    let again = typesetter.prepare(paragraph, reusing: typesetter.prepare(empty))
    #expect(again.differences(from: whole) == [])
  }
}

/// Edits within one paragraph, which reuse the words before them.
extension TypesetterEditingTests {
  private static let words: [[String]] = [
    ["the ", "list ", "office ", "(of ", "two) ", "AVATAR ", "1,204.5 ", "x-ray", "naïve "],
    ["السلام ", "عليكم ", "هذا ", "نص ", "لا ", "طويل، ", "بببب ", "كل "],
    ["שלום ", "עולם ", "זה ", "(טקסט) ", "ארוך "],
    ["私たちは", "長い", "文章を", "描く。", "リスト", "「毎日」", "増え、", "ー", "東京"],
    ["ภาษา", "ไทย ", "ง่าย", "นิดเดียว ", "สวัสดี ", "ครับ ", "ๆ "],
    ["हिन्दी ", "क्षत्रिय ", "नमस्ते ", "दुनिया "],
    ["Привет ", "мир ", "это ", "текст "], ["한국어 ", "텍스트", "는 ", "길다 "],
    ["👍", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "1️⃣ ", "a ", "b "],
    ["word ", "שלום ", "(", ") ", "السلام ", "12 ", "\u{2067}", "\u{2069}", "日本", "e\u{301} "],
  ]

  private static let widths: [Double] = [30, 90, 300]

  private static func text(
    of words: [String], _ count: Int, _ random: inout SeededGenerator
  ) -> String {
    (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined()
  }

  /// Edits mostly near the end of a paragraph.
  private func editEnd(
    _ start: Paragraph, times: Int, _ random: inout SeededGenerator,
    _ piece: (inout SeededGenerator) -> AttributedText
  ) {
    var paragraph = start
    var prepared = typesetter.prepare(paragraph)
    for step in 0..<times {
      let count = paragraph.text.utf16Count
      let back = [0, 0, 0, 1, 2, 7, 30, 100, 400].randomElement(using: &random) ?? 0
      let from = max(0, count - back)
      let length = [0, 0, 0, 1, 4, 30].randomElement(using: &random) ?? 0
      let range = from..<min(count, from + length)
      paragraph.text.replace(inUTF16: range, with: piece(&random))
      // Reuse keeps the lines of the last requested width.
      let width: Double = Self.widths[Int.random(in: 0..<3, using: &random)]
      _ = prepared.layout(width: width)
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      let whole = typesetter.prepare(paragraph)
      let grown = LayoutDigest(prepared.layout(width: width))
      var faults = prepared.differences(from: whole)
      if grown != LayoutDigest(whole.layout(width: width)) { faults.append("lines at \(width)") }
      let note: Comment =
        """
        step \(step): \(range) in "\(paragraph.text.string.suffix(120))", \
        seed \(TestSettings.seed)
        """
      #expect(faults == [], note)
      if !faults.isEmpty { return }
    }
  }

  @Test(arguments: words.indices)
  func longParagraphsAreAsPreparedAnew(script: Int) {
    var random = SeededGenerator(salt: 1_805 + UInt64(script))
    for round in 0..<TestSettings.edits(usually: 600) / 100 {
      var style = ParagraphStyle(whiteSpace: [.preWrap, .normal][round % 2])
      style.autospaces = round % 3 == 1
      style.spacingTrim = round % 4 == 2 ? .trimStart : .spaceAll
      style.baseDirection = [.automatic, .automatic, .leftToRight, .rightToLeft][round % 4]
      style.alignment = [.start, .justify, .center][round / 2 % 3]
      style.paragraphSpacing = round % 2 == 1 ? 5 : 0
      style.lineHeight = round % 6 == 5 ? .multiple(1.3) : .normal
      let words = Self.words[script]
      let others = Self.words.randomElement(using: &random) ?? words
      let text = Self.text(of: words, [30, 90, 400][round % 3], &random)
      editEnd(Paragraph(AttributedText(text), style: style), times: 10, &random) { random in
        let isOther = Int.random(in: 0..<5, using: &random) == 0
        var piece = Self.text(of: isOther ? others : words, 1, &random)
        if Int.random(in: 0..<12, using: &random) == 0 { piece += "\n" }
        return AttributedText(piece)
      }
    }
  }

  @Test func longParagraphsInManyStylesAreAsPreparedAnew() {
    var random = SeededGenerator(salt: 1_820)
    var capitalized = TextStyle()
    capitalized.transform = .capitalize
    var hyphenated = TextStyle(language: "en")
    hyphenated.hyphenation = .automatic
    let styles = [
      TextStyle(), TextStyle(color: Color(rgb: 0x1A5FB4)), TextStyle(size: 20),
      TextStyle(weight: .bold), TextStyle(letterSpacing: 0.37), capitalized, hyphenated,
    ]
    for _ in 0..<TestSettings.edits(usually: 192) / 12 {
      let words = Self.words.randomElement(using: &random) ?? []
      let piece = { (random: inout SeededGenerator) in
        AttributedText(
          Self.text(of: words, .random(in: 1...6, using: &random), &random),
          style: styles.randomElement(using: &random) ?? styles[0])
      }
      var text = AttributedText()
      for _ in 0..<40 { text += piece(&random) }
      editEnd(Paragraph(text), times: 12, &random, piece)
    }
  }

  /// Spaces before a word may join the item of a neighbour, depending on the word's first grapheme.
  /// A virama with a consonant extends that grapheme and changes nothing else.
  @Test(arguments: ["\u{94D}\u{937}", "\u{94D}\u{937}\u{94D}\u{930}", "\u{93F}\u{902}", "ा"])
  func longerFirstGraphemesAreAsPreparedAnew(added: String) {
    let start = String(repeating: "नमस्ते ", count: 20) + "क्"
    for rest in ["", "षत्रिय", "ष नमस्ते"] {
      var paragraph = Paragraph(start + rest)
      let prepared = typesetter.prepare(paragraph)
      let place = start.utf16.count
      paragraph.text.replace(
        inUTF16: place..<place, with: AttributedText("क" + added))
      let edited = typesetter.prepare(paragraph, reusing: prepared)
      #expect(edited.differences(from: typesetter.prepare(paragraph)) == [], "\(rest)")
    }
  }

  /// A long second word leaves few units of context before it.
  @Test(arguments: 1..<8)
  func longSecondWordsAreAsPreparedAnew(firstLength: Int) {
    let first = String(repeating: "a", count: firstLength)
    var paragraph = Paragraph("\(first) \(String(repeating: "b", count: 90))")
    let prepared = typesetter.prepare(paragraph)
    paragraph.text.append("c", style: TextStyle())
    let edited = typesetter.prepare(paragraph, reusing: prepared)
    #expect(edited.differences(from: typesetter.prepare(paragraph)) == [])
  }

  /// Appending a token to a paragraph without terminators shapes a few words.
  @Test(arguments: [0, 1, 3, 4, 6, 7])
  func appendedTokensShapeFewWords(script: Int) {
    var random = SeededGenerator(salt: 1_821)
    // A closing bracket would be visible from the word before it.
    let brackets: Set<UInt16> = [0x28, 0x29, 0x300C, 0x300D]
    let words = Self.words[script].filter { brackets.isDisjoint(with: $0.utf16) }
    var paragraph = Paragraph(Self.text(of: words, 2_000, &random))
    var prepared = typesetter.prepare(paragraph)
    var most = 0
    for _ in 0..<20 {
      paragraph.text.append(words.randomElement(using: &random) ?? "", style: TextStyle())
      let before = typesetter.statistics.glyphs
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      most = max(most, typesetter.statistics.glyphs - before)
    }
    #expect(most > 0 && most < 120)
  }

  /// A long text has several runs of one font, and a word that is appended behind the start of one
  /// has its context in the run before it.
  @Test(arguments: ["ภาษา ", "word ", "سلام "])
  func wordsBehindTheStartOfARunShapeFewWords(word: String) {
    let fewer = ItemizerPass.itemLimit / word.utf16.count - 10
    var paragraph = Paragraph(String(repeating: word, count: fewer))
    var prepared = typesetter.prepare(paragraph)
    for step in 0..<30 {
      paragraph.text.append(word, style: TextStyle())
      let before = typesetter.statistics.glyphs
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      #expect(typesetter.statistics.glyphs - before < 50, "step \(step)")
      #expect(prepared.differences(from: typesetter.prepare(paragraph)) == [], "step \(step)")
    }
    #expect(prepared.runs.count > 1)
  }
}
