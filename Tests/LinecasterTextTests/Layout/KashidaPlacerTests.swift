import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct KashidaPlacerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private static let words = [
    "السلام", "عليكم", "محمد", "بسم", "الله", "الرحمن", "كتاب", "لا", "سلسلة", "حقيقة", "بَيْتٌ",
    "مُحَمَّدٌ", "شمس", "صباح", "الخير", "نور", "بـيت", "هو", "من", "طريق", "1,234", "(نص)", "پرچم",
    "گفتگو", "ثقيل",
  ]

  private func text(_ random: inout SeededGenerator, words count: Int) -> String {
    (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  private func layouts(
    _ text: AttributedText, width: Double
  ) -> (plain: TextLayout, justified: TextLayout) {
    var style = ParagraphStyle(alignment: .justify)
    style.justification = .kashida
    return (
      typesetter.prepare(Paragraph(text)).layout(width: width),
      typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
    )
  }

  /// A line has the glyphs of its text with U+0640 for each kashida, shaped alone, and distributes
  /// the remaining space between words; glyphs do not overlap, and the width is exact.
  @Test func linesAreThoseOfTheTextWithKashidas() {
    var random = SeededGenerator(salt: 3_330)
    var count = 0
    for index in 0..<120 {
      let string = text(&random, words: 12)
      let size = [15.0, 22, 9][index % 3]
      let style = TextStyle(size: size, weight: index.isMultiple(of: 2) ? .regular : .bold)
      let text = AttributedText(string, style: style)
      let width = Double.random(in: 90...260, using: &random)
      let (plain, justified) = layouts(text, width: width)
      let note: Comment = "\(string) at \(width), seed \(TestSettings.seed)"
      #expect(justified.lines.map(\.utf16Range) == plain.lines.map(\.utf16Range), note)
      for (index, line) in justified.lines.enumerated() where line.isJustified {
        #expect(abs(line.frame.width - width) < 1e-9, note)
        let glyphs = justified.glyphRuns(ofLine: index).flatMap(\.placedGlyphs)
        let witness = KashidaWitness(plain.lines[index], plain, line, justified, string)
        count += witness.kashidas
        let expected = typesetter.prepare(
          Paragraph(
            AttributedText(witness.text, style: style),
            style: ParagraphStyle(baseDirection: .rightToLeft, whiteSpace: .pre)))
        let alone = expected.layout().glyphRuns.flatMap(\.placedGlyphs)
        #expect(glyphs.map(\.identifier) == alone.map(\.identifier), note)
        // Only spaces grow, all by the same amount up to rounding.
        let units = Array(string.utf16)
        var added: [Double] = []
        for (glyph, one) in zip(glyphs, alone) {
          let isSpace = units[glyph.utf16Offset] == 0x20
          let room = glyph.advance - one.advance
          if isSpace { added.append(room) } else { #expect(abs(room) < 1e-6, note) }
        }
        let end = (added.max() ?? 0) - (added.min() ?? 0)
        #expect(end <= size / 1000 * 2 && (added.min() ?? 0) > -1e-6, note)
        let total = glyphs.reduce(0) { $0 + $1.advance }
        #expect(abs(total - width) < 0.05, note)
        #expect(added.reduce(0, +) < witness.kashidaWidth(style, typesetter) + 0.05, note)
      }
    }
    #expect(count > 200)
  }

  /// Kashidas change neither the order nor the offsets of letters, nor the carets at their ends.
  @Test func questionsAreAboutTheTextAlone() {
    var random = SeededGenerator(salt: 3_331)
    for _ in 0..<60 {
      let string = text(&random, words: 12)
      let width = Double.random(in: 110...260, using: &random)
      let (plain, justified) = layouts(AttributedText(string), width: width)
      let note: Comment = "\(string) at \(width), seed \(TestSettings.seed)"
      #expect(
        justified.graphemes.map(\.utf16Range) == plain.graphemes.map(\.utf16Range), note)
      for (one, other) in zip(plain.graphemes, justified.graphemes) {
        #expect(other.width > one.width - 0.02, note)
      }
      let units = Array(string.utf16)
      for place in justified.graphemes where units[place.utf16Range.lowerBound] > 0x600 {
        let line = justified.lines[place.line]
        let right = place.x + place.width
        let caret = justified.caret(at: place.utf16Range.lowerBound)
        #expect(abs(caret.x - right) < 0.01 && caret.line == place.line, note)
        guard place.width > 1 else { continue }
        let inside = Point(x: right - place.width / 4, y: line.baseline - 2)
        #expect(justified.offset(at: inside) == place.utf16Range.lowerBound, note)
      }
    }
  }

  /// Each word has one place: after seen, before a final heh, and never inside lam-alef.
  @Test(arguments: [
    ("سلم", 1), ("محمد", 3), ("كتاب", 2), ("بيت", 2), ("بـيت", 2), ("منير", 2), ("طريق", 3),
  ])
  func takesTheBestPlace(_ word: String, _ place: Int) {
    let units = Array(word.utf16)
    let best = (1..<units.count).compactMap { index in
      ArabicLetter.priority(
        between: units[index - 1], and: units[index], before: Array(units[(index + 1)...])
      ).map { (priority: $0, place: index) }
    }.min { ($0.priority, -$0.place) < ($1.priority, -$1.place) }
    #expect(best?.place == place)
  }

  /// U+0759, a dal with dots, joins no letter behind it, and so ends a joined stretch.
  @Test func lettersOfOtherLanguagesEndAJoinToo() {
    #expect(ArabicLetter.priority(between: 0x628, and: 0x759, before: [0x628]) == 6)
  }

  @Test func leavesLamAlefWhole() {
    #expect(ArabicLetter.priority(between: 0x644, and: 0x627, before: []) == nil)
    let (plain, justified) = layouts(AttributedText("لا لا لا لا لا لا لا"), width: 70)
    #expect(plain.lines.count > 1)
    #expect(justified.glyphCount == plain.glyphCount)
    #expect(abs(justified.lines[0].frame.width - 70) < 1e-9)
  }

  /// Kashidas are off by default, and change no text without Arabic letters.
  @Test func changesNothingElse() {
    var kashida = ParagraphStyle(alignment: .justify)
    kashida.justification = .kashida
    let plain = ParagraphStyle(alignment: .justify)
    for string in ["The quick brown fox jumps over", "שלום עולם ועוד הרבה מילים", "日本語の文章です。"] {
      let one = typesetter.prepare(Paragraph(string, paragraphStyle: kashida)).layout(width: 80)
      let other = typesetter.prepare(Paragraph(string, paragraphStyle: plain)).layout(width: 80)
      #expect(one.graphemes == other.graphemes)
    }
  }
}

/// The text of a line with U+0640 for each kashida of the line.
private struct KashidaWitness {
  private(set) var text = ""
  private(set) var kashidas = 0

  init(
    _ plainLine: Line, _ plain: TextLayout, _ line: Line, _ justified: TextLayout,
    _ string: String
  ) {
    let units = Array(string.utf16)
    var before: [Int: Int] = [:]
    var after: [Int: Int] = [:]
    for glyph in plain.glyphs(of: plainLine) { before[Int(glyph.cluster), default: 0] += 1 }
    for glyph in justified.glyphs(of: line) { after[Int(glyph.cluster), default: 0] += 1 }
    var added: [UInt16] = []
    let clusters = before.keys.sorted()
    var end = line.utf16Range.upperBound
    while end > line.utf16Range.lowerBound, units[end - 1] == 0x20 { end -= 1 }
    for unit in line.utf16Range.lowerBound..<end {
      let index = clusters.firstIndex { $0 >= unit } ?? clusters.count
      // Additional glyphs of a cluster are behind it.
      if index < clusters.count, clusters[index] == unit, index > 0 {
        let last = clusters[index - 1]
        let more = (after[last] ?? 0) - (before[last] ?? 0)
        added += repeatElement(0x640, count: more)
        kashidas += more
      }
      added.append(units[unit])
    }
    text = String(decoding: added, as: UTF16.self)
  }

  /// The width of the narrowest kashida of a style, infinite without kashidas.
  func kashidaWidth(_ style: TextStyle, _ typesetter: Typesetter) -> Double {
    guard kashidas > 0 else { return .infinity }
    return typesetter.prepare(Paragraph("\u{640}", style: style)).maxContentWidth
  }
}
