import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// Kana and ideographs stand in one run, and each is shaped by the rules of its own script.
@Suite struct ScriptStretchTests {
  private static let text = "漢字かなカナ。漢「字」ひア"
  private static let han: UInt32 = 0x4861_6E69
  private static let kana: UInt32 = 0x4869_7261
  /// The scripts of the text by eye: brackets and stops go with what stands before them.
  private static let stretches: [(units: Range<Int>, script: UInt32)] = [
    (0..<2, han), (2..<7, kana), (7..<11, han), (11..<13, kana),
  ]

  private func paragraph(_ fonts: FontCollection) -> ShapedParagraph {
    Typesetter(fonts: fonts).prepare(Paragraph(Self.text)).storage
  }

  @Test func remembersWhereScriptsChange() throws {
    let paragraph = paragraph(try .bundled())
    #expect(paragraph.runs.count == 1)
    let found = paragraph.scriptStretches(of: 0..<paragraph.count, in: paragraph.runs[0])
    #expect(found.map(\.units) == Self.stretches.map(\.units))
    #expect(found.map(\.script.tag) == Self.stretches.map(\.script))
  }

  @Test func dividesPartsOfRunsAsTheWhole() throws {
    let paragraph = paragraph(try .bundled())
    for start in 0..<paragraph.count {
      for end in start + 1...paragraph.count {
        let found = paragraph.scriptStretches(of: start..<end, in: paragraph.runs[0])
        let wanted = Self.stretches.filter { $0.units.overlaps(start..<end) }
        #expect(found.map(\.units) == wanted.map { $0.units.clamped(to: start..<end) })
        #expect(found.map(\.script.tag) == wanted.map(\.script))
      }
    }
  }

  /// With a font that has rules for kana, as HarfBuzz shapes the stretches one by one.
  @Test(.enabled(if: SystemFont.cjk.isInstalled, "Noto Sans CJK is not installed"))
  func shapesEachStretchByItsOwnScript() throws {
    let face = try SystemFont.cjk.face()
    let paragraph = paragraph(try FontCollection(faces: [face]))
    let shaper = PlainShaper(face: face)
    let units = Array(Self.text.utf16)
    let wanted = Self.stretches.flatMap {
      shaper.shape(units[...], part: $0.units, script: $0.script, isRightToLeft: false)
    }
    #expect(paragraph.glyphs.map { Int($0.cluster) } == wanted.map(\.cluster))
    #expect(paragraph.glyphs.map { UInt32($0.identifier) } == wanted.map(\.identifier))
    #expect(paragraph.glyphs.map { Int($0.advance) } == wanted.map(\.advance))
  }
}
