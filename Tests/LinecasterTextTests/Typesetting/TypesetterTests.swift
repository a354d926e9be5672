import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
@testable import LinecasterText
import LinecasterTestSupport
import Testing

@Suite struct TypesetterTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func findsParagraphsItKnows() throws {
    let first = typesetter.prepare(Paragraph("two words"))
    let second = typesetter.prepare(Paragraph("two words"))
    #expect(first.storage === second.storage)
    #expect(typesetter.statistics.paragraphs == 1)
    #expect(typesetter.statistics.paragraphHits == 1)
    #expect(typesetter.statistics.paragraphBytes >= first.byteCount)
    let others = [
      Paragraph("two words "), Paragraph("two words", style: TextStyle(size: 16)),
      Paragraph("two words", style: TextStyle(color: Color(rgb: 0xFF))),
      Paragraph("two words", paragraphStyle: ParagraphStyle(tabSize: 4)),
      Paragraph("e\u{301}"), Paragraph("\u{E9}"),
    ]
    for other in others { _ = typesetter.prepare(other) }
    #expect(typesetter.statistics.paragraphHits == 1)
  }

  /// Paragraphs keep what their lines need alive, and nothing keeps a typesetter that nobody has.
  @Test func goesWithItsLastOwner() throws {
    let fonts = try FontCollection.bundled()
    weak var gone: Typesetter?
    let prepared: PreparedParagraph
    do {
      let typesetter = Typesetter(fonts: fonts)
      gone = typesetter
      prepared = typesetter.prepare(Paragraph("ببببب ببببب"))
    }
    #expect(gone == nil)
    #expect(prepared.layout(width: 20).lines.count > 2)
  }

  @Test func countsWhatItPrepares() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    for _ in 0..<2 {
      let layout = typesetter.prepare(Paragraph("one line one")).layout()
      #expect(layout.lines.count == 1)
      #expect(layout.glyphCount == 12)
    }
    let statistics = typesetter.statistics
    #expect(statistics.paragraphs == 2)
    #expect(statistics.glyphs == 24)
    #expect(statistics.shapeCalls == 2)
    #expect(statistics.wordMisses == 2)
    #expect(statistics.wordHits == 4)
    #expect(statistics.wordBytes > 7 * 16)
    #expect(statistics.nanoseconds.values.allSatisfy { $0 == 0 })
  }

  @Test func remembersNothingWhereAskedNotTo() throws {
    let typesetter = Typesetter(
      fonts: try .bundled(), shapeCacheBytes: 0, paragraphCacheBytes: 0, measuresTime: true)
    for _ in 0..<2 { _ = typesetter.prepare(Paragraph("one line one")) }
    #expect(typesetter.statistics.shapeCalls == 2)
    #expect(typesetter.statistics.wordBytes == 0)
    #expect(typesetter.statistics.nanoseconds[.shape, default: 0] > 0)
  }

  /// Repeated names must not count as many families.
  @Test func takesAFamilyNamedManyTimes() {
    let style = TextStyle(families: Array(repeating: "Noto Sans", count: 40))
    let layout = typesetter.prepare(Paragraph("a😀", style: style)).layout()
    #expect(layout.glyphRuns.map(\.face.family) == ["Noto Sans", "Noto Color Emoji"])
  }

  /// HarfBuzz is quadratic in marks: 333 cuts of 30 keep it linear.
  @Test func cutsEndlessMarks() throws {
    let typesetter = Typesetter(fonts: try .bundled(), shapeCacheBytes: 0)
    let marks = String(repeating: "\u{301}", count: 10_000)
    let prepared = typesetter.prepare(Paragraph("x" + marks + "y z"))
    #expect(typesetter.statistics.shapeCalls == 334)
    #expect(
      prepared.layout(width: 5).lines.map(\.utf16Range) == [
        0..<10_001, 10_001..<10_003, 10_003..<10_004,
      ])
    #expect(prepared.layout().glyphRuns.allSatisfy { $0.face.family == "Noto Sans" })
  }

  /// Text of one word that joins from end to end breaks anywhere, and every break is unsafe.
  @Test(arguments: ["a", "ب", "fi", "漢", "\u{E000}"])
  func breaksLongWordsInLinearWork(_ piece: String) {
    let count = 64_000
    let prepared = typesetter.prepare(Paragraph(String(repeating: piece, count: count)))
    let before = typesetter.statistics
    let layout = prepared.layout(width: 60)
    let after = typesetter.statistics
    let lines = layout.lines.count
    #expect(lines > 2_000)
    #expect(after.shapeCalls - before.shapeCalls <= 6 * lines)
    #expect(after.glyphs - before.glyphs <= 8 * count)
  }

  @Test func isTheSameInAnyOrderOnAnyThread() async {
    var random = SeededGenerator(salt: 20)
    let texts = (0..<60).map { _ in SampleText.mixed(&random, words: 12) }
    let expected = texts.map { fingerprint($0) }
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        let order = texts.indices.shuffled(using: &random)
        group.addTask { order.filter { fingerprint(texts[$0]) != expected[$0] } }
      }
      for await wrong in group { #expect(wrong == [], "seed \(TestSettings.seed)") }
    }
  }

  private func fingerprint(_ text: String) -> [String] {
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 150)
    return layout.lines.map { "\($0)" }
      + layout.glyphRuns.map { "\($0.face.identifier) \($0.glyphs)" }
  }
}
