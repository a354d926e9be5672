import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct ItemizerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func runs(_ text: String) -> [String] {
    let storage = typesetter.prepare(Paragraph(text))
    return storage.runs.map { run in
      String(decoding: storage.text[run.start..<run.end], as: UTF16.self)
    }
  }

  @Test func cutsAtFacesScriptsLevelsAndControls() {
    #expect(runs("abc, def") == ["abc, def"])
    #expect(runs("abcяб") == ["abc", "яб"])
    #expect(runs("ab\tc\nd") == ["ab", "\t", "c", "\n", "d"])
    #expect(runs("ab\t\t\t\u{1}c") == ["ab", "\t\t\t", "\u{1}", "c"])
    #expect(runs("שלום12") == ["שלום", "12"])
    #expect(runs("1. я") == ["1. я"])
  }

  /// A space of another face does not split an item, and is as wide as in that face.
  @Test func goesOnOverSpacesOfAnotherFace() throws {
    let words = "السلام عليكم  ورحمة"
    #expect(runs(words + " abc") == [words + " ", "abc"])
    #expect(runs("日本 語 x 語 \n") == ["日本 語 ", "x ", "語 ", "\n"])
    // A space is shaped together with the letters that may be kerned with it.
    #expect(runs("x 😀 x") == ["x ", "😀", " x"])
    #expect(runs("日本\u{A0}語") == ["日本", "\u{A0}", "語"])
    // A mark makes the space a letter in its own face.
    #expect(runs("ب \u{301}ب").count == 3)
    let storage = typesetter.prepare(Paragraph(words))
    let face = storage.faces[storage.runs[0].item.face]
    let latin = try #require(
      typesetter.fonts.face(family: "Noto Sans", weight: .regular, slant: .upright))
    let wanted =
      Double(latin.spaceAdvance) / Double(latin.metrics.unitsPerEm)
      * Double(face.metrics.unitsPerEm)
    let spaces = storage.glyphs.filter { storage.text[Int($0.cluster)] == 0x20 }
    #expect(spaces.count == 3)
    for space in spaces { #expect(abs(Double(space.advance) - wanted) <= 0.5) }
  }

  /// Ideographs and kana of a face are one item.
  @Test func joinsEastAsianScripts() {
    #expect(runs("漢字かなカナ。") == ["漢字かなカナ。"])
  }

  /// A soft hyphen uses the first font that has it, which may split letters of another font.
  @Test func aSoftHyphenHasTheFirstFont() {
    #expect(runs("שלום\u{AD}שלום") == ["שלום", "\u{AD}", "שלום"])
    #expect(runs("soft\u{AD}hyphen") == ["soft\u{AD}hyphen"])
    #expect(runs("של\u{200D}ום") == ["של\u{200D}ום"])
  }

  /// Quotation marks follow a later version of UAX 50 than that of the system's ICU.
  @Test(arguments: ["‘", "’", "“", "”"])
  func quotationMarksStandUprightInVerticalText(mark: String) {
    let style = ParagraphStyle(writingMode: .verticalRightToLeft)
    let runs = typesetter.prepare(Paragraph("a\(mark)a", paragraphStyle: style)).runs
    #expect(runs.map(\.item.isUpright) == [false, true, false])
    let dash = typesetter.prepare(Paragraph("a—«", paragraphStyle: style)).runs
    #expect(dash.allSatisfy { !$0.item.isUpright })
  }

  /// Mathematical signs lie on their side in UAX 50 of all versions and in Chromium 156, except for
  /// infinity and the three dots.
  @Test func mathematicalSignsLieOnTheirSide() {
    let style = ParagraphStyle(writingMode: .verticalRightToLeft)
    for (signs, isUpright) in [("≑≒≓≠", false), ("∞∴∵", true)] {
      for sign in signs {
        let runs = typesetter.prepare(Paragraph("漢\(sign)", paragraphStyle: style)).runs
        #expect(runs.last?.item.isUpright == isUpright, "\(sign)")
      }
    }
  }

  @Test func cutsLongItemsAtLineOpportunities() {
    let text = String(repeating: "some words ", count: 6_000)
    let prepared = typesetter.prepare(Paragraph(text))
    let storage = prepared
    // 66,000 units in runs of 2,048 to 2,053.
    #expect(storage.runs.count == 33)
    #expect(
      storage.runs.dropFirst().allSatisfy { storage.boundaries[$0.start].contains(.softBreak) })
    let one = typesetter.prepare(Paragraph("some words "))
    let whole = storage.runs.reduce(0) { $0 + $1.advance }
    #expect(whole == 6_000 * one.runs[0].advance)
    // An endless word is split too, between graphemes.
    let word = typesetter.prepare(Paragraph(String(repeating: "e\u{301}", count: 40_000)))
    // 80,000 units in runs of 4,096.
    #expect(word.runs.count == 20)
    #expect(word.runs.allSatisfy { word.boundaries[$0.start].contains(.grapheme) })
  }

  /// Thousands of paragraphs and colours cost no more than a search each.
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

@Suite struct StreamSafeCutsTests {
  /// The starts of the runs of a text, with the bundled fonts.
  private func runStarts(_ text: String) throws -> [Int] {
    Typesetter(fonts: try .bundled()).prepare(Paragraph(text)).runs.map(\.start)
  }

  @Test func leavesThirtyMarksAlone() throws {
    #expect(try runStarts("e" + String(repeating: "\u{301}", count: 30)) == [0])
    #expect(try runStarts("👍" + String(repeating: "🏽", count: 30)) == [0])
  }

  @Test(arguments: ["e\u{301}", "👍🏽"])
  func cutsAfterThirtyMarks(cluster: String) throws {
    let scalars = Array(cluster.unicodeScalars)
    var text = String(scalars[0])
    for _ in 0..<100 { text.unicodeScalars.append(scalars[1]) }
    let length = UTF16.width(scalars[1])
    let first = UTF16.width(scalars[0])
    #expect(try runStarts(text) == [0] + [30, 60, 90].map { first + $0 * length })
  }
}
