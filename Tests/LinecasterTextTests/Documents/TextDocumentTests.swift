import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Documents after random edits equal paragraphs that are split and laid out anew.
@Suite struct TextDocumentTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private static let separators = ["\n", "\n", "\r\n", "\r", "\u{85}", "\u{2029}", "\u{2028}"]

  private static func piece(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: separators.randomElement(using: &random) ?? ""
    case 1:
      ["(", "12", " ", "\u{301}", "\u{200D}", "\u{202E}", "\u{2067}", "ー", "\n)", "\r", "\n\n"]
        .randomElement(using: &random) ?? ""
    case 2: SampleText.joined(&random, words: 2)
    default:
      SampleText.mixed(&random, words: .random(in: 0...4, using: &random))
        + (separators.randomElement(using: &random) ?? "")
    }
  }

  /// Edits a document `times` times and compares it with its model after each edit.
  private func edit(
    _ document: inout TextDocument, _ model: inout DocumentModel, times: Int,
    _ random: inout SeededGenerator, _ piece: (inout SeededGenerator) -> AttributedText
  ) {
    for step in 0..<times {
      let count = model.text.utf16Count
      let isAppended = Int.random(in: 0..<3, using: &random) == 0
      let from = isAppended ? count : .random(in: 0...count, using: &random)
      let length = [0, 0, 0, 1, 2, 12, 90].randomElement(using: &random) ?? 0
      let range = from..<min(count, from + length)
      let added = Int.random(in: 0..<5, using: &random) == 0 ? AttributedText() : piece(&random)
      let before = model.text.string
      document.replace(inUTF16: range, with: added)
      model.replace(range, with: added)
      var faults = model.structureFaults(document)
      let top = Double.random(in: -40...max(1, document.height), using: &random)
      let placed = document.layOut(from: top, to: top + 120)
      faults += model.faults(placed)
      let last = document.layOutEnd(height: 90)
      faults += model.faults(last)
      if last.last?.index != document.paragraphCount - 1 { faults.append("end") }
      if step % 4 == 3 {
        faults += model.faults(document.layOut(from: 0, to: .infinity))
        faults += model.measureFaults(document)
        let offset = Int.random(in: -1...model.text.utf16Count + 1, using: &random)
        faults += model.caretFaults(document, offset)
        let point = Point(
          x: .random(in: -10...210, using: &random),
          y: .random(in: -10...document.height + 10, using: &random))
        faults += model.pointFaults(document, point)
      }
      let note: Comment =
        """
        step \(step): \(range) of "\(before)" by "\(added.string)", seed \(TestSettings.seed)
        """
      #expect(faults == [], note)
      if !faults.isEmpty { return }
    }
  }

  @Test func editedTextIsAsLaidOutAnew() {
    var random = SeededGenerator(salt: 4_901)
    for round in 0..<24 {
      var style = ParagraphStyle()
      style.whiteSpace = [.preWrap, .preLine, .normal][round % 3]
      style.baseDirection = [.automatic, .rightToLeft][round % 2]
      style.paragraphSpacing = [0, 7.3][round % 2]
      style.firstLineIndent = [0, 11][round % 4 / 2]
      style.lineHeight = round % 5 == 4 ? .multiple(1.37) : .normal
      let styles = [
        TextStyle(), TextStyle(size: 21), TextStyle(letterSpacing: 0.3),
        TextStyle(weight: .bold, language: "ar"),
      ]
      let piece = { (random: inout SeededGenerator) in
        AttributedText(
          Self.piece(&random), style: styles.randomElement(using: &random) ?? styles[0])
      }
      var text = AttributedText()
      for _ in 0..<round { text += piece(&random) }
      let paragraph = Paragraph(text, style: style)
      var document = TextDocument(paragraph, width: 200, typesetter: typesetter)
      var model = DocumentModel(paragraph, width: 200, typesetter: typesetter)
      edit(&document, &model, times: 24, &random, piece)
    }
  }

  /// Boxes and attachments, which are cut at the edges of paragraphs.
  @Test func editedRichTextIsAsLaidOutAnew() {
    var random = SeededGenerator(salt: 4_902)
    for _ in 0..<16 {
      let piece = { (random: inout SeededGenerator) in
        let style = TextStyle()
        var text = AttributedText(Self.piece(&random), style: style)
        if Bool.random(using: &random) {
          text.append(Attachment(size: Size(width: 9, height: 7)), style: style)
        }
        var box = InlineBox(style: TextStyle(size: 20))
        box.padding = Insets(top: 0, left: 3, bottom: 0, right: 1)
        text.append(AttributedText(Self.piece(&random) + "a", style: style), in: box)
        return text
      }
      var text = AttributedText()
      for _ in 0..<5 { text += piece(&random) }
      let paragraph = Paragraph(text)
      var document = TextDocument(paragraph, width: 200, typesetter: typesetter)
      var model = DocumentModel(paragraph, width: 200, typesetter: typesetter)
      edit(&document, &model, times: 16, &random, piece)
    }
  }

  /// Trees of several levels keep their text and paragraphs through large and small edits.
  @Test func longTextsKeepTheirParagraphs() {
    var random = SeededGenerator(salt: 4_903)
    for round in 0..<3 {
      let lines = { (count: Int, random: inout SeededGenerator) in
        AttributedText(
          (0..<count).map { "line \($0) " + Self.piece(&random) }.joined(separator: "\n"),
          style: TextStyle(size: Double(10 + count % 3)))
      }
      let paragraph = Paragraph(lines(round * 1_000, &random))
      var document = TextDocument(paragraph, width: 200, typesetter: typesetter)
      var model = DocumentModel(paragraph, width: 200, typesetter: typesetter)
      for step in 0..<24 {
        let count = model.text.utf16Count
        let from = Int.random(in: 0...count, using: &random)
        let length = [0, 0, 5, 900, 20_000].randomElement(using: &random) ?? 0
        let range = from..<min(count, from + length)
        let size = [0, 1, 1, 40, 900].randomElement(using: &random) ?? 0
        let added = size == 0 ? AttributedText() : lines(size, &random)
        document.replace(inUTF16: range, with: added)
        model.replace(range, with: added)
        let faults = model.structureFaults(document)
        #expect(faults == [], "round \(round), step \(step), seed \(TestSettings.seed)")
        guard faults.isEmpty, document.isBalanced else {
          #expect(document.isBalanced, "round \(round), step \(step)")
          return
        }
      }
      #expect(document.byteCount <= 8 * document.utf8Count + 4_096)
    }
  }

  @Test func separatorsAreSplitAndJoined() {
    func ranges(_ string: String, _ range: Range<Int>, _ other: String) -> [String] {
      var document = TextDocument(Paragraph(string), width: 200, typesetter: typesetter)
      document.replace(inUTF16: range, with: AttributedText(other))
      return (0..<document.paragraphCount).map { document.paragraph(at: $0).text.string }
    }
    #expect(ranges("a\r\nb", 2..<2, "x") == ["a\r", "x\n", "b"])
    #expect(ranges("a\rx\nb", 2..<3, "") == ["a\r\n", "b"])
    #expect(ranges("a\rb", 2..<2, "\n") == ["a\r\n", "b"])
    #expect(ranges("a\r", 2..<2, "\n") == ["a\r\n"])
    #expect(ranges("a\n\nb", 1..<2, "\r") == ["a\r\n", "b"])
    #expect(ranges("a\r\nb", 1..<2, "") == ["a\n", "b"])
    #expect(ranges("a\r\nb", 2..<3, "") == ["a\r", "b"])
    #expect(ranges("a\u{2029}b\u{85}c", 1..<2, "") == ["ab\u{85}", "c"])
    #expect(ranges("a\n", 0..<2, "") == [""])
    #expect(ranges("", 0..<0, "a\n") == ["a\n"])
    #expect(ranges("a\n", 2..<2, "b") == ["a\n", "b"])
    #expect(ranges("a\nb\u{2028}c\u{C}d\u{1C}e", 0..<0, "") == ["a\n", "b\u{2028}c\u{C}d\u{1C}e"])
  }

  /// An appended token prepares one paragraph, for any length of the text before it.
  @Test(arguments: [10, 1_000, 20_000])
  func appendedTokensPrepareOneParagraph(lines: Int) {
    let style = TextStyle()
    let text = (0..<lines).map { "line \($0) of the log, שורה\n" }.joined()
    var document = TextDocument(Paragraph(text), width: 200, typesetter: typesetter)
    document.layOutEnd(height: 300)
    for token in ["tok", "en ", "another ", "one\n", "next", " \n"] {
      document.append(token, style: style)
      let last = document.paragraph(at: document.paragraphCount - 1)
      let units = last.text.utf16Count
      let before = typesetter.statistics
      document.layOutEnd(height: 300)
      let after = typesetter.statistics
      #expect(after.paragraphs - before.paragraphs <= 1)
      #expect(after.paragraphHits == before.paragraphHits)
      #expect(after.glyphs - before.glyphs <= units)
    }
  }

  @Test func textOutOfSightIsNotPrepared() {
    let text = (0..<1_000).map { "line \($0) of the log\n" }.joined()
    var document = TextDocument(Paragraph(text), width: 200, typesetter: typesetter)
    document.layOutEnd(height: 300)
    let before = typesetter.statistics.paragraphs
    document.replace(inUTF16: 0..<4, with: AttributedText("word"))
    document.layOutEnd(height: 300)
    #expect(typesetter.statistics.paragraphs == before)
  }

  @Test func measuresTheRestOnDemand() {
    let text = (0..<300).map { "line \($0) of a text that wraps at this width\n" }.joined()
    var document = TextDocument(Paragraph(text), width: 120, typesetter: typesetter)
    let model = DocumentModel(Paragraph(text), width: 120, typesetter: typesetter)
    #expect(document.unmeasuredCount == 300)
    document.layOut(from: 0, to: 100)
    let shown = document.shown.slots.count
    #expect(document.unmeasuredCount == 300 - shown && shown < 10)
    var left = document.unmeasuredCount
    while left > 0 {
      let next = document.measure(paragraphs: 40)
      #expect(next == max(0, left - 40))
      left = next
    }
    #expect(model.measureFaults(document) == [])
    document.width = 300
    #expect(document.unmeasuredCount == 300)
    while document.measure(paragraphs: 1_000) > 0 {}
    let wide = DocumentModel(Paragraph(text), width: 300, typesetter: typesetter)
    #expect(wide.measureFaults(document) == [])
  }

  @Test func copiesAreIndependent() {
    let first = TextDocument(Paragraph("one\ntwo\n"), width: 200, typesetter: typesetter)
    var second = first
    second.append("three", style: TextStyle())
    second.layOut(from: 0, to: .infinity)
    #expect(first.paragraphCount == 2 && first.unmeasuredCount == 2)
    #expect(second.paragraphCount == 3 && second.unmeasuredCount == 0)
  }
}
