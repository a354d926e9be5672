import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct FlowRubyTests {
  private let typesetter: Typesetter
  private let style = TextStyle(size: 20, language: "ja")

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: AttributedText, width: Double = .infinity, _ style: ParagraphStyle = ParagraphStyle()
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
  }

  /// A text of plain pieces and of pairs of a base and an annotation.
  private func text(_ pieces: [(String, String?)], overhangs: Bool = true) -> AttributedText {
    var text = AttributedText("", style: style)
    for (base, annotation) in pieces {
      if let annotation {
        text.append(
          AttributedText(base, style: style),
          with: Ruby(annotation, beside: style, overhangs: overhangs))
      } else {
        text.append(base, style: style)
      }
    }
    return text
  }

  /// For the minimum width, no line starts with a pair behind other text (Chromium 156).
  @Test(
    arguments: [
      ([("漢字", nil), ("志", "こころざし"), ("漢字", nil)], true, 65),
      ([("漢字", nil), ("志", "こころざし"), ("漢字", nil)], false, 70),
      ([("漢字", nil), ("東京", "とう"), ("漢字", nil)], true, 60),
      ([("志", "こころざし"), ("漢字", nil)], true, 50),
      ([("、", nil), ("志", "こころざし"), ("。", nil)], true, 80),
      ([("漢", nil), ("東", "とう"), ("京", "きょう"), ("字", nil)], true, 40),
    ] as [([(String, String?)], Bool, Double)])
  func minimumWidthsCountPairsWithTheTextBefore(
    pieces: [(String, String?)], overhangs: Bool, width: Double
  ) {
    let prepared = typesetter.prepare(Paragraph(text(pieces, overhangs: overhangs)))
    #expect(abs(prepared.minContentWidth - width) < 0.01)
  }

  @Test(
    arguments: [
      (RubyAlignment.start, 0, [0.0, 0, 30, 0, 10]), (.start, 2, [0, 0, 30, 0, 10]),
      (.center, 0, [15, 0, 15, 10, 10]), (.center, 2, [15, 0, 15, 5, 5]),
      (.spaceAround, 0, [15, 0, 15, 10, 10]), (.spaceAround, 2, [5, 20, 5, 5, 5]),
      (.spaceBetween, 0, [15, 0, 15, 0, 0]), (.spaceBetween, 2, [0, 30, 0, 0, 0]),
    ])
  func sharesFreeRoom(alignment: RubyAlignment, gaps: Int, expected: [Double]) {
    let room = RubyRoom(
      base: 40, annotation: 70, gaps: gaps, alignment: alignment, reachBefore: 10,
      reachAfter: 10)
    #expect(room.width == 70)
    #expect(
      [room.before, room.between, room.after, room.startOverhang, room.endOverhang] == expected)
    let none = RubyRoom(
      base: 70, annotation: 40, gaps: gaps, alignment: alignment, reachBefore: 10,
      reachAfter: 10)
    #expect(none.width == 70 && !none.partsBase && none.startOverhang == 0)
  }

  @Test func theWiderOneOfAPairDecides() {
    let long = layout(text([("日", "long annotation")]))
    let short = layout(text([("日本語日本語", "a")]))
    let annotation = layout(AttributedText("long annotation", style: TextStyle(size: 10)))
    let base = layout(AttributedText("日本語日本語", style: style))
    #expect(abs(long.size.width - annotation.size.width) < 0.01)
    #expect(abs(short.size.width - base.size.width) < 0.01)
    for (layout, width) in [(long, annotation.size.width), (short, base.size.width)] {
      #expect(layout.annotationPlaces.map(\.index) == [0])
      #expect(abs(layout.annotationPlaces[0].frame.width - width) < 0.01)
    }
  }

  @Test func reachesOverLettersBesideByHalfItsEm() {
    let pieces: [(String, String?)] = [("日本", nil), ("日", "annotation"), ("日本", nil)]
    let apart = layout(text(pieces, overhangs: false))
    let over = layout(text(pieces))
    #expect(abs(apart.size.width - over.size.width - 10) < 0.01)
    let place = over.annotationPlaces[0].frame
    let letters = over.graphemes
    #expect(abs(letters[1].x + letters[1].width - place.minX - 5) < 0.01)
    #expect(abs(place.maxX - letters[3].x - 5) < 0.01)
    // Annotations do not overhang another pair, the ends of a line, or larger letters.
    let pairs = layout(text([("日", "annotation"), ("日", "annotation")]))
    #expect(abs(pairs.size.width - 2 * place.width) < 0.01)
    var large = AttributedText("日", style: TextStyle(size: 30, language: "ja"))
    large.append(text([("日", "annotation")]))
    #expect(abs(layout(large).size.width - 30 - place.width) < 0.5)
  }

  @Test func linesEndBetweenShortPairs() {
    let pieces = (0..<12).map { _ -> (String, String?) in ("日本", "にほん") }
    for width in stride(from: 10.0, to: 200, by: 7) {
      let layout = layout(text(pieces), width: width)
      for line in layout.lines { #expect(line.utf16Range.lowerBound % 2 == 0) }
      #expect(layout.annotationPlaces.map(\.index) == Array(0..<12))
    }
  }

  /// Breaking a long pair at any place keeps all of its annotation, once and in order.
  @Test func linesThatEndInsideOfLongPairsPartTheAnnotationToo() {
    var random = SeededGenerator(salt: 1_711)
    var parted = 0
    for _ in 0..<150 {
      let base = String(repeating: "漢字", count: Int.random(in: 3...9, using: &random))
      let annotation = String(repeating: "かんじ", count: Int.random(in: 1...9, using: &random))
      let before = String(repeating: "日", count: Int.random(in: 0...4, using: &random))
      let width = Double.random(in: 30...200, using: &random)
      let layout = layout(
        text([(before, nil), (base, annotation), ("日本", nil)]), width: width)
      let note: Comment = "\(before) \(base) \(annotation) \(width), seed \(TestSettings.seed)"
      let small = layout.glyphRuns.filter { $0.size == 10 }
      #expect(small.reduce(0) { $0 + $1.glyphCount } == annotation.utf16.count, note)
      #expect(
        layout.lines.map(\.utf16Range.upperBound).dropLast()
          == layout.lines.map(\.utf16Range.lowerBound).dropFirst(), note)
      // As in browsers, a line that ends inside a pair may be wider by its part of the annotation.
      let inside = before.utf16.count + 1..<before.utf16.count + base.utf16.count
      for line in layout.lines
      where line.utf16Range.count > 1 && !inside.contains(line.utf16Range.upperBound) {
        #expect(line.frame.width <= width + 0.01, note)
      }
      if layout.annotationPlaces.count > 1 { parted += 1 }
    }
    #expect(parted > 50)
  }

  /// Annotations outside of lines touch no letters of other lines: their ems never overlap.
  @Test(arguments: [RubyPosition.over, .under])
  func linesMakeRoomForAnnotations(position: RubyPosition) {
    var random = SeededGenerator(salt: 1_712)
    for _ in 0..<60 {
      var text = AttributedText("", style: style)
      for _ in 0..<12 {
        text.append("日本", style: style)
        guard Bool.random(using: &random) else { continue }
        var ruby = Ruby("かんじ", beside: style, position: position)
        ruby.annotation.updateStyle { $0.size = Double.random(in: 5...14, using: &random) }
        text.append(AttributedText("漢字", style: style), with: ruby)
      }
      var paragraph = ParagraphStyle()
      paragraph.lineHeight = .multiple(Double.random(in: 1...2, using: &random))
      let layout = layout(text, width: 150, paragraph)
      let note: Comment = "\(text) \(paragraph.lineHeight), seed \(TestSettings.seed)"
      let ems = layout.glyphRuns.map { run in
        Rect(
          x: run.origin.x, y: run.origin.y - 0.86 * run.size, width: run.width,
          height: run.size)
      }
      for (index, one) in ems.enumerated() {
        for other in ems[..<index] {
          let isBeside = one.maxX <= other.minX + 0.5 || other.maxX <= one.minX + 0.5
          #expect(isBeside || one.minY >= other.maxY - 1.6 || other.minY >= one.maxY - 1.6, note)
        }
      }
      #expect(ems.allSatisfy { $0.minY > -2 && $0.maxY < layout.size.height + 2 }, note)
    }
  }

  @Test func glyphsOfAnnotationsHaveTheOffsetOfTheirBase() {
    let layout = layout(text([("日本", nil), ("漢字", "かんじ"), ("日", nil)]))
    for run in layout.glyphRuns where run.size == 10 {
      #expect(run.placedGlyphs.map(\.utf16Offset) == [2, 2, 2])
    }
    #expect(layout.annotationPlaces.map(\.utf16Range) == [2..<4])
    #expect(layout.boxFragments.isEmpty)
  }

  @Test func boxesAreCountedWithoutPairs() {
    var text = text([("漢字", "かんじ")])
    text.append(AttributedText("a", style: style), in: InlineBox(style: style))
    text.append(self.text([("漢字", "かんじ")]))
    text.append(AttributedText("b", style: style), in: InlineBox(style: style))
    #expect(layout(text).boxFragments.map(\.index) == [0, 1])
  }

  /// The room that an annotation gives its base belongs to the first and the last letter of the
  /// base, and so to the boxes around them (Chromium 156).
  @Test(
    arguments: [
      (RubyAlignment.center, 0..<1, 0.0, 30.0), (.center, 1..<2, 30, 60), (.center, 0..<2, 0, 60),
      (.start, 0..<1, 0, 20), (.start, 1..<2, 20, 60), (.spaceAround, 0..<2, 0, 60),
      (.spaceAround, 0..<1, 0, 35), (.spaceBetween, 0..<2, 0, 60), (.spaceBetween, 1..<2, 40, 60),
    ])
  func boxesInABaseHaveItsRoom(
    alignment: RubyAlignment, inside: Range<Int>, left: Double, right: Double
  ) throws {
    var base = AttributedText("", style: style)
    for (index, letter) in ["漢", "字"].enumerated() where index < inside.lowerBound {
      base.append(letter, style: style)
    }
    let boxed = ["漢", "字"][inside].joined()
    base.append(AttributedText(boxed, style: style), in: InlineBox(style: style))
    if inside.upperBound < 2 { base.append("字", style: style) }
    // Six letters of 10 points over two of 20 points.
    let annotation = AttributedText("かんじかんじ", style: TextStyle(size: 10, language: "ja"))
    var text = AttributedText("", style: style)
    text.append(base, with: Ruby(annotation, alignment: alignment, overhangs: false))
    let frame = try #require(layout(text).boxFragments.first).frame
    let em = layout(AttributedText("漢", style: style)).size.width / 20
    #expect(abs(frame.minX - left * em) < 0.05 && abs(frame.maxX - right * em) < 0.05)
  }

  /// In a justified line, a pair is a single object if its annotation is longer than its base
  /// there. The shares of the letters are those of Chromium 156.
  @Test(
    arguments: [
      ([("ザ", nil), ("山", "や"), ("フあ", nil)], [1, 1, 1, 0]),
      ([("ザ", nil), ("山", "やま"), ("フあ", nil)], [1, 1, 1, 0]),
      ([("ザ", nil), ("山", "やまや"), ("フあ", nil)], [1, 0, 2, 0]),
      ([("ザ", nil), ("山川", "やまやまや"), ("フ", nil)], [1, 0, 0, 1]),
      ([("ザ", nil), ("山", "やまや"), ("山", "やまや"), ("フあ", nil)], [1, 0, 0, 2, 0]),
    ] as [([(String, String?)], [Double])])
  func justifiedPairsAreWholeUnderALongAnnotation(
    pieces: [(String, String?)], shares: [Double]
  ) {
    let text = text(pieces, overhangs: false)
    let plain = layout(text, width: 200)
    let justified = layout(
      text, width: 200, ParagraphStyle(alignment: .justify, lastLineAlignment: .justify))
    let share = (200 - plain.lines[0].frame.width) / shares.reduce(0, +)
    let grown = zip(plain.graphemes, justified.graphemes).map { $1.width - $0.width }
    #expect(grown.count == shares.count)
    for (growth, expected) in zip(grown, shares) {
      #expect(abs(growth - expected * share) < 0.05, "\(grown.map { $0 / share })")
    }
  }

  /// The part of the pair on the line counts: here the letters that are wider than their base are
  /// on the line before (Chromium 156).
  @Test func justifiedPartsOfPairsHaveRoomBehindThem() {
    let em = layout(AttributedText("漢", style: style)).size.width
    let text = text(
      [("つ", nil), ("志志志", "こころざしこころざしこころざし"), ("、尊厳と権利とに", nil)], overhangs: false)
    let justified = layout(text, width: 8.2 * em, ParagraphStyle(alignment: .justify))
    #expect(justified.lines[1].utf16Range == 3..<11)
    let places = justified.graphemes.filter { $0.line == 1 }
    #expect(places.count == 8)
    for place in places.dropLast() {
      #expect(abs(place.width - em - 0.2 * em / 7) < 0.05, "\(place.utf16Range)")
    }
  }

  /// The frame of an annotation that is shorter than its base is as wide as the base.
  @Test(arguments: RubyAlignment.allCases)
  func framesOfAnnotationsAreAsWideAsTheirBase(alignment: RubyAlignment) throws {
    var text = AttributedText("", style: style)
    text.append(
      AttributedText("振漢字", style: style),
      with: Ruby(AttributedText("ふ", style: TextStyle(size: 10)), alignment: alignment))
    let layout = layout(text)
    let place = try #require(layout.annotationPlaces.first)
    #expect(abs(place.frame.width - layout.lines[0].frame.width) < 1e-6)
    #expect(abs(place.frame.minX - layout.lines[0].frame.minX) < 1e-6)
  }
}
