import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import Testing

@testable import LinecasterText

@Suite struct ItemizerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func runs(_ text: String) -> [String] {
    let storage = typesetter.prepare(Paragraph(text)).storage
    return storage.runs.map { run in
      String(decoding: storage.text[run.start..<run.end], as: UTF16.self)
    }
  }

  @Test func cutsAtFacesScriptsLevelsAndControls() {
    #expect(runs("abc, def") == ["abc, def"])
    #expect(runs("abcяб") == ["abc", "яб"])
    #expect(runs("ab\tc\nd") == ["ab", "\t", "c", "\n", "d"])
    #expect(runs("שלום12") == ["שלום", "12"])
    #expect(runs("1. я") == ["1. я"])
  }

  @Test func cutsLongItemsAtLineOpportunities() {
    let text = String(repeating: "some words ", count: 6_000)
    let prepared = typesetter.prepare(Paragraph(text))
    let storage = prepared.storage
    #expect(storage.runs.count == 5)
    #expect(
      storage.runs.dropFirst().allSatisfy { storage.boundaries[$0.start].contains(.softBreak) })
    let one = typesetter.prepare(Paragraph("some words "))
    let whole = storage.runs.reduce(0) { $0 + $1.advance }
    #expect(whole == 6_000 * one.storage.runs[0].advance)
    // A word without end is cut as well, between graphemes.
    let word = typesetter.prepare(Paragraph(String(repeating: "e\u{301}", count: 40_000))).storage
    #expect(word.runs.count == 3)
    #expect(word.runs.allSatisfy { word.boundaries[$0.start].contains(.grapheme) })
  }

  /// Thousands of paragraphs and colours must cost no more than a search each.
  @Test func takesManyParagraphsAndStyles() {
    var text = AttributedText()
    for index in 0..<6_000 {
      let letters = index.isMultiple(of: 2) ? "ab" : "אב"
      text.append(letters + "\n", style: TextStyle(size: index.isMultiple(of: 3) ? 12 : 13))
    }
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 100)
    #expect(layout.lines.count == 6_000)
    #expect(layout.lines.enumerated().allSatisfy { ($0 % 2 == 0) == ($1.frame.minX == 0) })
  }
}
