import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import Testing

@testable import LinecasterText

@Suite struct SoftHyphenTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func width(_ text: String) -> Double {
    typesetter.prepare(Paragraph(text)).maxContentWidth
  }

  @Test func showsAHyphenWhereALineEndsAtOne() throws {
    let layout = typesetter.prepare(Paragraph("extra\u{AD}ordinary")).layout(width: 60)
    #expect(layout.lines.map(\.utf16Range) == [0..<6, 6..<14])
    #expect(abs(layout.lines[0].frame.width - width("extra") - width("\u{2010}")) < 1e-6)
    let mark = try #require(layout.glyphRuns(ofLine: 0).last)
    let hyphen = typesetter.prepare(Paragraph("\u{2010}")).layout().glyphRuns[0].glyphs.first
    #expect(mark.isMark && mark.glyphs.map(\.identifier) == [hyphen?.identifier])
    #expect(layout.glyphRuns(ofLine: 1).allSatisfy { !$0.isMark })
  }

  @Test func isInvisibleInsideALine() {
    let layout = typesetter.prepare(Paragraph("extra\u{AD}ordinary")).layout(width: 300)
    #expect(layout.lines.count == 1 && layout.glyphRuns.allSatisfy { !$0.isMark })
    #expect(abs(layout.size.width - width("extraordinary")) < 1e-6)
  }

  @Test func needsRoomForTheHyphen() {
    // The word's first part fits alone, but not with its hyphen, so the whole word moves on.
    let room = width("an extra") + width("\u{2010}") / 2
    let layout = typesetter.prepare(Paragraph("an extra\u{AD}ordinary")).layout(width: room)
    #expect(layout.lines[0].utf16Range == 0..<3)
  }

  @Test func isThatOfTheScript() throws {
    let layout = typesetter.prepare(Paragraph("հայերեն\u{AD}հայերեն")).layout(width: 70)
    let mark = try #require(layout.glyphRuns(ofLine: 0).last)
    let hyphen = typesetter.prepare(Paragraph("\u{58A}")).layout().glyphRuns[0]
    #expect(mark.isMark && mark.face === hyphen.face)
    #expect(mark.glyphs.first?.identifier == hyphen.glyphs.first?.identifier)
  }

  @Test func countsInTheMinimumContentWidth() {
    let minimum = typesetter.prepare(Paragraph("extra\u{AD}ord")).minContentWidth
    #expect(abs(minimum - width("extra") - width("\u{2010}")) < 1e-6)
  }

  @Test func standsAtTheLeftOfRightToLeftText() throws {
    // Not Hebrew, where no line ends after a hyphen (UAX 14, rule LB21a).
    let layout = typesetter.prepare(Paragraph("سلام\u{AD}سلام")).layout(width: 50)
    let first = try #require(layout.glyphRuns(ofLine: 0).first)
    #expect(layout.lines.map(\.utf16Range) == [0..<5, 5..<9] && first.isMark)
  }
}
