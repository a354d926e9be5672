import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct InlineFlattenerTests {
  private let style = TextStyle()

  private func box(
    _ bidi: BidiScope = .normal, whiteSpace: WhiteSpace? = nil
  ) -> InlineBox {
    InlineBox(style: style, bidi: bidi, whiteSpace: whiteSpace)
  }

  private func flat(
    _ text: AttributedText, _ whiteSpace: WhiteSpace = .normal
  ) -> (String, SourceText) {
    let source = SourceText(text, whiteSpace: whiteSpace)
    return (String(decoding: source.units, as: UTF16.self), source)
  }

  @Test func whiteSpaceCollapsesAcrossEdges() throws {
    var text = AttributedText("one ")
    text.append(AttributedText(" two  "), in: box())
    text.append(" three", style: style)
    let (string, source) = flat(text)
    #expect(string == "one two three")
    let marks = try #require(source.marks)
    #expect(marks.boxes.map(\.units) == [4..<8])
    #expect(marks.edges.map(\.unit) == [4, 8])
    // Offsets map back to the source: the `t` of "three" was unit 11.
    #expect(source.map.source(of: 8) == 11 && source.map.offset(ofSource: 11) == 8)
  }

  /// White space with a line feed vanishes beside a zero-width space, also across box edges.
  @Test func lineFeedsVanishBesideZeroWidthSpaces() {
    for (before, inside, behind) in [
      ("a\u{200B}", "\nb", ""), ("a", "\n", "\u{200B}b"), ("a", "\n\u{200B}b", ""),
      ("a\u{200B}", " \n ", "b"), ("a \n", "\u{200B}", "b"),
    ] {
      var text = AttributedText(before)
      text.append(AttributedText(inside), in: box())
      text.append(behind, style: style)
      #expect(flat(text).0 == "a\u{200B}b")
      #expect(flat(text, .preLine).0 != "a\u{200B}b")
    }
    // White space that vanished before an edge does not collapse the space behind it.
    var later = AttributedText("a\u{200B}")
    later.append(AttributedText(" \n"), in: box())
    later.append(" b", style: style)
    #expect(flat(later).0 == "a\u{200B} b")
    var spaced = AttributedText("a\u{200B}")
    spaced.append(AttributedText(" b"), in: box())
    #expect(flat(spaced).0 == "a\u{200B} b")
  }

  /// A space that vanishes moves only the text behind it: quadratic time would take minutes.
  @Test(.timeLimit(.minutes(60))) func manySpacesVanishInLinearTime() {
    let count = 60_000
    var lines = AttributedText()
    for _ in 0..<count {
      lines.append(AttributedText("a "), in: box(.isolate(.rightToLeft)))
      lines.append("\u{2028}", style: style)
    }
    let time = ThreadClock.milliseconds {
      let (string, source) = flat(lines)
      #expect(string.utf16.count == 4 * count)
      #expect(source.map.source(of: string.utf16.count) == 3 * count)
    }

    var spaces = AttributedText("a ")
    for _ in 0..<count { spaces.append(AttributedText(" "), in: box(.isolate(.rightToLeft))) }
    spaces.append("b", style: style)
    let more = ThreadClock.milliseconds {
      let (collapsed, _) = flat(spaces)
      #expect(collapsed.utf16.count == 3 + 2 * count)
    }
    #expect(time + more < 60_000)
  }

  /// The last space before a forced break or the end of the text is not laid out.
  @Test(arguments: [BidiScope.normal, .isolate(.rightToLeft), .isolateOverride(.leftToRight)])
  func theLastSpaceVanishes(scope: BidiScope) throws {
    for (behind, expected) in [("", "ab"), ("  ", "ab"), ("\u{2028}c", "ab\u{2028}c")] {
      var text = AttributedText("a")
      text.append(AttributedText("b "), in: box(scope))
      text.append(behind, style: style)
      let (string, source) = flat(text)
      let shown = string.unicodeScalars.filter { !$0.properties.isBidiControl }
      #expect(String(String.UnicodeScalarView(shown)) == expected)
      let marks = try #require(source.marks)
      #expect(marks.edges.last?.unit == marks.boxes.last?.units.upperBound)
      #expect(source.runs.last?.end == source.units.count)
      #expect(source.map.sourceCount == text.utf16Count)
      if let last = source.units.lastIndex(of: 0x2028) {
        #expect(source.map.source(of: last) == 3)
      }
    }
    #expect(flat(AttributedText("a "), .preWrap).0 == "a ")
  }

  @Test func aBoxMayKeepItsWhiteSpace() {
    var text = AttributedText("a  ")
    text.append(AttributedText("  b  "), in: box(whiteSpace: .pre))
    text.append("  c", style: style)
    #expect(flat(text).0 == "a   b   c")
  }

  @Test func emptyBoxesOpenAndCloseInTheOrderOfTheDocument() throws {
    var inner = AttributedText()
    inner.append(AttributedText(), in: box())
    var text = AttributedText()
    text.append(AttributedText("x"), in: box())
    text.append(inner, in: box())
    text.append(AttributedText("y"), in: box())
    let marks = try #require(flat(text).1.marks)
    #expect(marks.edges.map(\.box) == [0, 0, 1, 2, 2, 1, 3, 3])
    #expect(marks.edges.map(\.opens) == [true, false, true, true, false, false, true, false])
    #expect(marks.edges.map(\.inside) == [0, nil, 1, 2, 1, nil, 3, nil])
    #expect(marks.boxes.map(\.parent) == [nil, nil, 1, nil])
  }

  @Test func directionsBecomeControls() {
    for (scope, before, after) in [
      (BidiScope.isolate(.rightToLeft), "\u{2067}", "\u{2069}"),
      (.embed(.leftToRight), "\u{202A}", "\u{202C}"),
      (.isolateOverride(.leftToRight), "\u{2068}\u{202D}", "\u{202C}\u{2069}"),
      (.plaintext, "\u{2068}", "\u{2069}"),
    ] {
      var text = AttributedText("a")
      text.append(AttributedText("bc"), in: box(scope))
      text.append("d", style: style)
      let (string, source) = flat(text)
      #expect(string == "a\(before)bc\(after)d")
      // Bidi controls are not in the source, whose offsets skip them.
      let place = before.utf16.count + 1
      #expect(source.map.sourceCount == 4)
      #expect(source.map.sourceUnits(of: place..<place + 2) == 1..<3)
      #expect(source.map.offset(ofSource: 1) == place)
    }
  }

  /// Every unit that is laid out maps to its source, and boxes cover their units.
  @Test func mapsAreTrueForRandomTexts() {
    var random = SeededGenerator(salt: 1_701)
    for _ in 0..<300 {
      let text = RichText.random(&random, style: style)
      let source = SourceText(text, whiteSpace: .normal)
      let units = Array(text.string.utf16)
      let note: Comment = "\(text.string.debugDescription), seed \(TestSettings.seed)"
      for (place, unit) in source.units.enumerated() {
        let back = source.map.sourceUnits(of: place..<place + 1).lowerBound
        let isControl = (0x202A...0x202E).contains(unit) || (0x2066...0x2069).contains(unit)
        if !isControl {
          #expect(unit == 0x20 ? RichText.isWhite(units[back]) : units[back] == unit, note)
        }
      }
      #expect(source.map.sourceCount == units.count, note)
      // Text that vanishes entirely has one place, at its start.
      let end = source.units.isEmpty ? 0 : units.count
      #expect(source.map.source(of: source.units.count) == end, note)
      guard let marks = source.marks, let content = text.inline else { continue }
      #expect(marks.boxes.count == content.boxes.count, note)
      #expect(marks.edges.count == 2 * content.boxes.count, note)
      #expect(marks.attachments.count == content.attachments.count, note)
      for placed in marks.attachments {
        #expect(source.units[placed.offset] == Attachment.character, note)
      }
      for (index, box) in marks.boxes.enumerated() {
        if let parent = box.parent {
          #expect(parent < index && marks.boxes[parent].units.lowerBound <= box.units.lowerBound)
          #expect(marks.boxes[parent].units.upperBound >= box.units.upperBound, note)
        }
      }
    }
  }
}

/// Random texts with nested boxes and attachments.
enum RichText {
  static func random(
    _ random: inout SeededGenerator, style: TextStyle, depth: Int = 0
  ) -> AttributedText {
    var text = AttributedText("", style: style)
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      switch Int.random(in: 0...9, using: &random) {
      case 0...4:
        text.append(
          SampleText.mixed(&random, words: Int.random(in: 0...4, using: &random)), style: style)
      case 5: text.append("  \t \n ", style: style)
      case 6:
        let size = Size(
          width: Double.random(in: 0...40, using: &random),
          height: Double.random(in: 0...40, using: &random))
        text.append(Attachment(size: size), style: style)
      default:
        guard depth < 4 else { continue }
        var box = InlineBox(style: style)
        box.padding = Insets(all: Double.random(in: 0...6, using: &random))
        box.decorationBreak = Bool.random(using: &random) ? .clone : .slice
        box.bidi =
          [.normal, .normal, .isolate(.rightToLeft), .embed(.leftToRight), .plaintext]
          .randomElement(using: &random) ?? .normal
        text.append(Self.random(&random, style: style, depth: depth + 1), in: box)
      }
    }
    return text
  }

  static func isWhite(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D
  }
}
