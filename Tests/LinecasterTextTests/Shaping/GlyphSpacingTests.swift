import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct GlyphSpacingTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func storage(_ text: String, _ style: TextStyle = TextStyle()) -> PreparedParagraph {
    typesetter.prepare(Paragraph(text, style: style))
  }

  private func width(_ text: String, _ style: TextStyle = TextStyle()) -> Double {
    typesetter.prepare(Paragraph(text, style: style)).maxContentWidth
  }

  /// Half a font unit, the rounding of widths, in layout points.
  private func half(_ text: String) -> Double { storage(text).runs[0].scale / 2 + 1e-9 }

  @Test func addsRoomAfterEveryCluster() {
    for spacing in [0.013, 0.3, 1, 2.5, -0.7] {
      for text in ["Hallo Welt", "e\u{301}e\u{301}e", "日本語", "שלום"] {
        let added = width(text, TextStyle(letterSpacing: spacing)) - width(text)
        let clusters = Set(storage(text).glyphs.map(\.cluster)).count
        #expect(abs(added - spacing * Double(clusters)) <= half(text), "\(spacing) \(text)")
      }
    }
  }

  @Test func addsRoomToSpacesOnly() {
    let words = TextStyle(wordSpacing: 3)
    #expect(abs(width("a b\u{A0}c d", words) - width("a b\u{A0}c d") - 9) <= half("a"))
    // Arabic letters stay joined; their spaces get the letter spacing too.
    let letters = TextStyle(letterSpacing: 2)
    let arabic = "السلام عليكم ورحمة"
    #expect(abs(width(arabic, letters) - width(arabic) - 4) <= half(arabic))
  }

  @Test func turnsOptionalLigaturesOff() throws {
    let glyphs = { (style: TextStyle) in storage("ffi", style).glyphs.count }
    let joined = glyphs(TextStyle())
    #expect(joined < 3)
    #expect(glyphs(TextStyle(letterSpacing: 1)) == 3)
    #expect(glyphs(TextStyle(features: [FontFeature("liga")], letterSpacing: 1)) == joined)
    #expect(glyphs(TextStyle(letterSpacing: .nan)) == joined)
    #expect(glyphs(TextStyle(wordSpacing: 1)) == joined)
  }

  @Test func neverGoesBack() {
    for spacing in [-2, -1e300, 1e300, .infinity, .nan] as [Double] {
      let storage = storage("Hallo Welt שלום", TextStyle(size: 1, letterSpacing: spacing))
      #expect(storage.glyphs.allSatisfy { $0.advance >= 0 })
    }
  }

  @Test func endlessSpacesWithHugeRoomAreLaidOut() {
    let style = TextStyle(size: 1, letterSpacing: 1e300, wordSpacing: 1e300)
    let layout = typesetter.prepare(
      Paragraph(String(repeating: " ", count: 40_000) + "a", style: style)
    ).layout(width: 100)
    #expect(layout.lines.last?.utf16Range.upperBound == 40_001)
  }

  @Test(arguments: ["Hallo Welt ", "e\u{301}", "שלום ", "𝐀"])
  func roundsOncePerBlock(piece: String) {
    let text = String(repeating: piece, count: 300)
    let size = GlyphSpacing.blockCount
    let blocks = storage(text).runs.reduce(0) { $0 + ($1.end - $1.start + size - 1) / size }
    for spacing in [0.013, 0.3, -0.7] {
      let added = width(text, TextStyle(letterSpacing: spacing)) - width(text)
      let clusters = Set(storage(text).glyphs.map(\.cluster)).count
      #expect(abs(added - spacing * Double(clusters)) <= Double(blocks) * half(text))
    }
  }

  /// Stretches that are shaped again at a break keep their spacing, so lines add up.
  @Test func linesAddUpAtEveryWidth() {
    var random = SeededGenerator(salt: 310)
    for round in 0..<20 {
      // The last texts have several blocks.
      let text = SampleText.joined(&random, words: round < 18 ? 14 : 70)
      let style = TextStyle(
        letterSpacing: .random(in: -1...3, using: &random),
        wordSpacing: .random(in: -1...3, using: &random))
      let prepared = typesetter.prepare(Paragraph(text, style: style))
      for width in stride(from: 10.0, to: 200, by: 19) {
        let layout = prepared.layout(width: width)
        #expect(
          layout.faults(of: prepared, width: width) == [],
          "\(text) at \(width), seed \(TestSettings.seed)")
      }
    }
  }
}
