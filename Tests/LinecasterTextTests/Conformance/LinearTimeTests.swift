import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Twice the text takes at most 2.4 times the work, for all texts and at another width too.
@Suite(.serialized) struct LinearTimeTests {
  /// Text without break opportunities, endless clusters, and alternating directions.
  static let texts = [
    "a", "ffi", "\u{628}", "कि", "ក្ក", "e\u{301}", "👍🏽", "👨\u{200D}", "aא", "a\u{AD}", "漢",
    "lorem ipsum ", "a\u{200B}", "\u{2067}א", "\n", "\t", "(", "(א", "(א]", "aक",
  ]

  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  /// Repeats a piece after its unrepeated start, which makes marks pile up on one base.
  private func text(_ piece: String, units: Int) -> String {
    let mark = piece.unicodeScalars.count == 2 ? String(piece.unicodeScalars.suffix(1)) : piece
    let repeated = ["e\u{301}", "👍🏽"].contains(piece) ? mark : piece
    return piece + String(repeating: repeated, count: units / repeated.utf16.count)
  }

  /// Prepares a text and lays it out at two widths, in which words are broken.
  private func layOut(_ text: String, _ typesetter: Typesetter) -> [TextLayout] {
    let prepared = typesetter.prepare(Paragraph(text))
    return [300, 211].map { prepared.layout(width: $0) }
  }

  /// Counts operations, which do not depend on how busy the machine is.
  @Test(arguments: texts)
  func shapesNoMoreThanInProportion(piece: String) {
    let counts = [8_000, 16_000].map { units in
      let typesetter = Typesetter(fonts: fonts)
      _ = layOut(text(piece, units: units), typesetter)
      return (typesetter.statistics.glyphs, typesetter.statistics.shapeCalls)
    }
    #expect(counts[1].0 * 10 <= counts[0].0 * 24 + 1000)
    #expect(counts[1].1 * 10 <= counts[0].1 * 24 + 1000)
  }

  @Test(.enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"))
  func takesNoMoreTimeThanInProportion() {
    for piece in Self.texts {
      compare(piece.debugDescription, units: 1 << 18) { units in
        let text = text(piece, units: units)
        return { _ = layOut(text, $0) }
      }
    }
  }

  /// Endless marks are queried as parts of one grapheme, on many lines.
  @Test(.enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"))
  func placesGraphemesInProportion() {
    for piece in ["e\u{301}", "👍🏽", "👨\u{200D}", "a"] {
      compare("graphemes of \(piece.debugDescription)", units: 1 << 18) { units in
        let text = text(piece, units: units)
        return { typesetter in for layout in layOut(text, typesetter) { _ = layout.graphemes } }
      }
    }
  }

  /// U+3035 is a letter and a mark.
  @Test(.enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"))
  func keepsWordsInProportion() {
    for piece in ["\u{3035}", "e\u{301}", "漢"] {
      for wordBreak in [WordBreak.keepAll, .breakAll] {
        compare("\(wordBreak) of \(piece.debugDescription)", units: 1 << 18) { units in
          let text = Paragraph(
            AttributedText(text(piece, units: units)), style: ParagraphStyle(wordBreak: wordBreak))
          return { _ = $0.prepare(text) }
        }
      }
    }
  }

  /// Each letter is shaped again with the spacing before it, within one item.
  @Test(.enabled(if: ConformanceSettings.takesAll, "only where LINECASTER_TEXT is all"))
  func spacesLettersInProportion() {
    let style = TextStyle(letterSpacing: 0.3, wordSpacing: 0.3)
    for piece in ["\u{628}", "AV"] {
      compare("spaced \(piece.debugDescription)", units: 1 << 13) { units in
        let text = Paragraph(
          AttributedText(text(piece, units: units), style: style),
          style: ParagraphStyle(overflowWrap: .anywhere))
        return { _ = $0.prepare(text).minContentWidth }
      }
    }
  }

  /// Expects that twice the units take at most 2.4 times as much.
  private func compare(
    _ name: String, units: Int, _ work: (Int) -> (Typesetter) -> Void
  ) {
    let times = [units, 2 * units].map { units in
      let work = work(units)
      return (0..<5).map { _ in
        let typesetter = Typesetter(fonts: fonts)
        return ThreadClock.milliseconds { work(typesetter) }
      }.min() ?? 0
    }
    let ratio = times[1] / times[0]
    print("linear time: \(name): \(Int(times[1])) ms, \(ratio) times")
    #expect(ratio <= 2.4, "\(name)")
  }
}
