import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Hanging punctuation.
@Suite struct LineHangTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func style(
    _ hanging: HangingPunctuation, alignment: TextAlignment = .start,
    wrapStyle: TextWrapStyle = .greedy
  ) -> ParagraphStyle {
    var style = ParagraphStyle(alignment: alignment, wrapStyle: wrapStyle)
    style.hangingPunctuation = hanging
    return style
  }

  private static let sets: [HangingPunctuation] = [
    .first, .last, .forceEnd, .allowEnd, [.first, .allowEnd, .last], [.first, .forceEnd, .last],
  ]

  /// Words of one direction, some of them with punctuation.
  private func text(_ random: inout SeededGenerator, words count: Int) -> String {
    let kind = Int.random(in: 0..<3, using: &random)
    let words = [
      ["The", "quick", "fox", "jumps", "over"], ["日本語", "の", "文章", "です"],
      ["שלום", "עולם", "ועוד", "הרבה"],
    ][kind]
    let openers = [["(", "\"", "“", "«", "["], ["「", "（", "“"], ["(", "\"", "["]][kind]
    let closers = [[")", "”", "'", "»", ".", ","], ["」", "）", "。", "、"], [")", ".", ","]][kind]
    var text = random.oneIn(2) ? openers.randomElement(using: &random) ?? "" : ""
    for index in 0..<count {
      text += words.randomElement(using: &random) ?? ""
      if random.oneIn(2) { text += closers.randomElement(using: &random) ?? "" }
      if index + 1 < count, kind != 1 { text += " " }
    }
    return text
  }

  /// Lines are as long as possible, and have the expected width: each candidate is shaped alone and
  /// measured without its hanging marks.
  @Test(arguments: sets) func linesHoldTheMostThatFits(_ hanging: HangingPunctuation) {
    var random = SeededGenerator(salt: 3_320)
    var count = 0
    // Some sets of marks hang in only one of ten texts.
    for _ in 0..<300 {
      let text = text(&random, words: 9)
      let width = Double.random(in: 60...200, using: &random)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style(hanging)))
      let layout = prepared.layout(width: width)
      let witness = HangWitness(prepared, hanging)
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      #expect(layout.lines.map(\.utf16Range) == witness.breakLines(width: width), note)
      for line in layout.lines {
        let hang = witness.hang(line.utf16Range, width: width)
        if hang.start + hang.end > 0 { count += 1 }
        let measured = witness.lines.shape(line.utf16Range).width - hang.start - hang.end
        #expect(abs(line.frame.width - measured) < 1e-6, note)
      }
    }
    #expect(count > 10)
  }

  /// Marks are completely outside the frame of their line, at its edges, and everything else is
  /// inside; selections, carets and clicks find them there.
  @Test(arguments: [TextAlignment.start, .center, .end, .justify])
  func marksStandOutside(_ alignment: TextAlignment) {
    var random = SeededGenerator(salt: 3_321)
    for _ in 0..<60 {
      let text = text(&random, words: 10)
      let width = Double.random(in: 70...200, using: &random)
      let hanging: HangingPunctuation = [.first, .forceEnd, .last]
      let prepared = typesetter.prepare(
        Paragraph(text, paragraphStyle: style(hanging, alignment: alignment)))
      let layout = prepared.layout(width: width)
      let witness = HangWitness(prepared, hanging)
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      // Space is distributed in font units; the ideographic font has 256 an em.
      let rounding = alignment == .justify ? 0.05 : 1e-6
      for (index, line) in layout.lines.enumerated() {
        let hang = witness.hang(line.utf16Range, width: width)
        let places = layout.graphemes(ofLine: index).filter {
          prepared.boundaries[$0.utf16Range.lowerBound].isDisjoint(with: .hanging)
        }
        let left = places.map(\.x).min() ?? 0
        let right = places.map { $0.x + $0.width }.max() ?? 0
        let isRight = prepared.baseLevel(at: 0) & 1 != 0
        let (before, after) = isRight ? (hang.end, hang.start) : (hang.start, hang.end)
        #expect(abs(line.frame.minX - before - left) < rounding, note)
        #expect(abs(line.frame.maxX + after - right) < rounding, note)
        let free = width - line.frame.width
        if alignment == .center { #expect(abs(line.frame.minX - free / 2) < 0.01, note) }
        let isLast = index + 1 == layout.lines.count
        if alignment == .justify, !isLast, line.isJustified { #expect(abs(free) < 0.01, note) }
        guard let mark = places.last, hang.end > 0 else { continue }
        let selected = layout.rectangles(for: mark.utf16Range)
        #expect(abs((selected.first?.minX ?? -1) - mark.x) < 1e-6, note)
        let edge = isRight ? mark.x + mark.width : mark.x
        let end = isRight ? line.frame.minX : line.frame.maxX
        #expect(abs(edge - end) < rounding, note)
        let middle = Point(x: mark.x + mark.width / 4, y: line.baseline - 2)
        #expect(layout.offset(at: middle) == mark.utf16Range.lowerBound + (isRight ? 1 : 0), note)
      }
    }
  }

  /// Forced hanging marks count in no width; an optional stop counts in the widest line only.
  @Test(arguments: sets) func intrinsicWidthsLeaveMarksOut(_ hanging: HangingPunctuation) {
    var random = SeededGenerator(salt: 3_322)
    for _ in 0..<60 {
      let text = text(&random, words: 6)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style(hanging)))
      let witness = HangWitness(prepared, hanging)
      let note: Comment = "\(text), seed \(TestSettings.seed)"
      let all = 0..<prepared.count
      let whole = witness.lines.shape(all).width
      let most = witness.hang(all, width: .infinity)
      #expect(abs(prepared.maxContentWidth - (whole - most.start - most.end)) < 1e-6, note)
      let ends = all.dropFirst().filter { prepared.boundaries[$0].contains(.softBreak) }
      let pieces = zip([0] + ends, ends + [prepared.count])
      let least = pieces.map { start, end in
        let hang = witness.hang(start..<end, width: 0)
        return witness.lines.shape(start..<end).width - hang.start - hang.end
      }
      #expect(abs(prepared.minContentWidth - (least.max() ?? 0)) < 1e-6, note)
      // At the minimum width no word is broken.
      let lines = prepared.layout(width: prepared.minContentWidth).lines
      #expect(
        lines.allSatisfy { ends.contains($0.utf16Range.upperBound) || $0 == lines.last }, note)
      #expect(prepared.layout(width: prepared.maxContentWidth).lines.count == 1, note)
    }
  }

  @Test(arguments: [TextWrapStyle.balance, .pretty])
  func linesThatAreChosenTogetherFit(_ wrapStyle: TextWrapStyle) {
    var random = SeededGenerator(salt: 3_323)
    for _ in 0..<40 {
      let text = text(&random, words: 14)
      let width = Double.random(in: 120...240, using: &random)
      let hanging: HangingPunctuation = [.first, .allowEnd, .last]
      let prepared = typesetter.prepare(
        Paragraph(text, paragraphStyle: style(hanging, wrapStyle: wrapStyle)))
      let witness = HangWitness(prepared, hanging)
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      let layout = prepared.layout(width: width)
      #expect(layout.lines.allSatisfy { $0.frame.width <= width + 0.01 }, note)
      #expect(layout.lines.count >= witness.breakLines(width: width).count, note)
    }
  }

  @Test func hangsOneMarkAndOnlyAtTheEdge() throws {
    let words = { (text: AttributedText, set: HangingPunctuation) in
      typesetter.prepare(Paragraph(text, style: style(set))).layout()
    }
    let all: HangingPunctuation = [.first, .forceEnd, .last]
    // Only the outermost mark hangs; letters do not.
    let twice = words(AttributedText("((end.)"), all)
    let plain = words(AttributedText("(end."), [])
    #expect(abs(twice.size.width - plain.size.width) < 0.01)
    #expect(words(AttributedText("end"), all).size == words(AttributedText("end"), []).size)
    // Padding of a box keeps its marks from the edge.
    for padding in [0.0, 4] {
      var text = AttributedText("")
      text.append(
        AttributedText("(end."),
        in: InlineBox(style: TextStyle(), padding: Insets(horizontal: padding)))
      let first = words(text, all).graphemes[0]
      #expect((first.x < 0) == (padding == 0))
      #expect((words(text, all).size.width < words(text, []).size.width) == (padding == 0))
    }
    // The stop of a word in the opposite direction is not at an edge of the line.
    let mixed = AttributedText("end \u{2067}שלום.\u{2069}")
    #expect(words(mixed, all).size == words(mixed, []).size)
    // A stop before an ellipsis does not hang either.
    var cut = style(all)
    cut.maximumLines = 1
    let layout = typesetter.prepare(Paragraph("(one. two. three.", paragraphStyle: cut))
      .layout(width: 60)
    #expect(layout.isTruncated && layout.graphemes[0].x < 0)
    #expect(layout.glyphRuns.allSatisfy { $0.origin.x + $0.width <= 60.01 })
  }

  @Test func hangsOnLinesThatRunDownwards() {
    var lines = style([.first, .forceEnd])
    lines.writingMode = .verticalRightToLeft
    let layout = typesetter.prepare(Paragraph("「縦書きの文。", paragraphStyle: lines)).layout()
    let places = layout.graphemes
    #expect(abs(places[0].x + places[0].width) < 0.01)
    #expect(abs((places.last?.x ?? 0) - layout.size.width) < 0.01)
    #expect(abs(layout.size.width - 5 * 15) < 0.01)
  }

  /// Characters of each class of the rule, with a counterexample.
  @Test func knowsTheCharacters() {
    let stops = ",.،۔、。，．﹐﹑﹒｡､".unicodeScalars
    #expect(stops.allSatisfy(HangingMark.isStop) && stops.count == 13)
    #expect(!";:!?·・".unicodeScalars.contains(where: HangingMark.isStop))
    #expect("([{（「『“‘«»”\"'".unicodeScalars.allSatisfy(HangingMark.isOpening))
    #expect(!")].a１".unicodeScalars.contains(where: HangingMark.isOpening))
    #expect(")]}）」』“‘«»”\"'".unicodeScalars.allSatisfy(HangingMark.isClosing))
    #expect(!"([.a１".unicodeScalars.contains(where: HangingMark.isClosing))
  }
}

/// The hanging marks by the wording of the rule, for text in the paragraph's direction.
private struct HangWitness {
  let lines: LineWitness
  private let hanging: HangingPunctuation
  private var paragraph: PreparedParagraph { lines.paragraph }

  init(_ prepared: PreparedParagraph, _ hanging: HangingPunctuation) {
    lines = LineWitness(prepared)
    self.hanging = hanging
  }

  /// The widths that hang out of a line of units in a width.
  func hang(_ line: Range<Int>, width: Double) -> (start: Double, end: Double) {
    let units = paragraph.text
    let shaped = lines.shape(line)
    let last = line.last { units[$0] != 0x20 } ?? line.lowerBound
    let advance = { (unit: Int) in
      let glyphs = shaped.glyphs.filter { Int($0.cluster) == unit }
      return Double(glyphs.reduce(0) { $0 + Int($1.advance) })
        * paragraph.runs[paragraph.runIndex(containing: unit)].scale
    }
    var hang = (start: 0.0, end: 0.0)
    if hanging.contains(.first), line.lowerBound == 0, has("(\"“«[「（", units[0]) {
      hang.start = advance(0)
    }
    guard last > 0 || hang.start == 0 else { return hang }
    let isStop = has(".,。、", units[last])
    let isLast = line.upperBound == units.count
    if hanging.contains(.last), isLast, has(")”'»」）\"“«", units[last]) {
      hang.end = advance(last)
    } else if isStop, hanging.contains(.forceEnd) {
      hang.end = advance(last)
    } else if isStop, hanging.contains(.allowEnd), shaped.width - hang.start > width + 1.0 / 1024 {
      hang.end = advance(last)
    }
    return hang
  }

  private func has(_ marks: String, _ unit: UInt16) -> Bool { marks.utf16.contains(unit) }

  /// The greedy lines, by shaping every candidate alone.
  func breakLines(width: Double) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < paragraph.count {
      let fits = { (end: Int) in
        let hang = hang(start..<end, width: width)
        return lines.shape(start..<end).width - hang.start - hang.end <= width + 1.0 / 1024
      }
      var end = paragraph.count
      for kind in [BoundaryFlags.grapheme, .softBreak] {
        let ends = (start + 1...paragraph.count).filter {
          paragraph.boundaries[$0].contains(kind) || $0 == paragraph.count
        }
        if let fitting = ends.last(where: fits) { end = fitting }
      }
      found.append(start..<end)
      start = end
    }
    return found
  }
}
