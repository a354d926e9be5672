import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Queries of random layouts agree with each other, and with the graphemes found by walking every
/// glyph.
@Suite struct QuestionPropertyTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// The largest font unit here at the size of these texts, in layout points: one font has 256 an
  /// em.
  private static let fontUnit = 15.0 / 256

  /// A layout of a random text, with a note for failures.
  private struct Sample {
    let layout: TextLayout
    let count: Int
    let note: Comment
    /// Whether boxes separate the letters.
    let hasBoxes: Bool
  }

  private func sample(_ random: inout SeededGenerator) -> Sample {
    let string = SampleText.mixed(&random, words: Int.random(in: 0...9, using: &random))
    var style = ParagraphStyle(alignment: random.oneIn(3) ? .justify : .start)
    style.baseDirection =
      [.automatic, .leftToRight, .rightToLeft].randomElement(using: &random) ?? .automatic
    style.whiteSpace = random.anyCase(of: WhiteSpace.self)
    if random.oneIn(5) { style.maximumLines = Int.random(in: 1...3, using: &random) }
    let hasBoxes = random.oneIn(3)
    let text =
      hasBoxes
      ? boxed(string, &random)
      : AttributedText(string, style: TextStyle(letterSpacing: random.oneIn(6) ? 2 : 0))
    let width = Double.random(in: 30...260, using: &random)
    let layout = typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
    return Sample(
      layout: layout, count: text.string.utf16.count,
      note: "\(text.string.debugDescription) \(style) at \(width), seed \(TestSettings.seed)",
      hasBoxes: hasBoxes)
  }

  /// The text with a box in it, and an attachment.
  private func boxed(_ string: String, _ random: inout SeededGenerator) -> AttributedText {
    let style = TextStyle()
    var box = InlineBox(style: style, padding: Insets(horizontal: 5))
    box.bidi =
      [.normal, .isolate(.rightToLeft), .override(.rightToLeft), .plaintext]
      .randomElement(using: &random) ?? .normal
    let middle = string.index(string.startIndex, offsetBy: string.count / 2)
    var text = AttributedText(String(string[..<middle]), style: style)
    text.append(AttributedText(String(string[middle...]), style: style), in: box)
    text.append(Attachment(size: Size(width: 12, height: 9)), style: style)
    text.append(SampleText.mixed(&random, words: 2), style: style)
    return text
  }

  /// The visible offsets that are at grapheme boundaries.
  private func boundaries(_ sample: Sample) -> [Int] {
    let inner = Set(sample.layout.graphemes.flatMap { $0.utf16Range.dropFirst() })
    let shown = 0...(sample.layout.hiddenUTF16Range?.lowerBound ?? sample.count)
    return shown.filter { !inner.contains($0) }
  }

  @Test func caretsStandAtTheEdgesOfGraphemes() {
    var random = SeededGenerator(salt: 1701)
    for _ in 0..<150 {
      let sample = sample(&random)
      for place in sample.layout.graphemes where place.width > 0.02 {
        let edges = [place.x, place.x + place.width]
        for offset in [place.utf16Range.lowerBound, place.utf16Range.upperBound] {
          let carets = sample.layout.carets(at: offset).filter { $0.line == place.line }
          let isThere = carets.contains { caret in edges.contains { abs($0 - caret.x) < 0.02 } }
          // A grapheme that is divided between two lines has an end on each.
          let isDivided = sample.layout.graphemes.count { $0.utf16Range == place.utf16Range } > 1
          #expect(isThere || isDivided, "\(place): \(carets), \(sample.note)")
        }
      }
    }
  }

  @Test func aPressOnACaretFindsIt() {
    var random = SeededGenerator(salt: 1702)
    for _ in 0..<150 {
      let sample = sample(&random)
      for offset in boundaries(sample) {
        let carets = sample.layout.carets(at: offset)
        #expect(1...4 ~= carets.count && carets.allSatisfy { $0.utf16Offset == offset })
        #expect(sample.layout.caret(at: offset, affinity: .upstream) == carets.first)
        #expect(sample.layout.caret(at: offset) == carets.last)
        for caret in carets {
          let hit = sample.layout.caret(onLine: caret.line, nearestX: caret.x)
          #expect(hit.line == caret.line, sample.note)
          #expect(abs(hit.x - caret.x) < (sample.hasBoxes ? 5.1 : 0.02), "\(caret), \(sample.note)")
          let again = sample.layout.carets(at: hit.utf16Offset)
          #expect(
            again.contains { $0.line == hit.line && abs($0.x - hit.x) < 0.02 },
            "\(caret), \(hit), \(sample.note)")
        }
      }
    }
  }

  @Test func selectionsAreMadeOfGraphemes() {
    var random = SeededGenerator(salt: 1703)
    for _ in 0..<150 {
      let sample = sample(&random)
      let places = boundaries(sample)
      for _ in 0..<6 {
        let one = places.randomElement(using: &random) ?? 0
        let other = places.randomElement(using: &random) ?? 0
        let found = sample.layout.selection(from: one, to: other)
        let wanted = stretches(of: min(one, other)..<max(one, other), sample)
        let note: Comment = "\(one)..<\(other): \(found), \(wanted), \(sample.note)"
        #expect(found.map(\.line) == wanted.map(\.line), note)
        #expect(
          zip(found, wanted).allSatisfy {
            abs($0.minX - $1.minX) < 0.05 && abs($0.maxX - $1.maxX) < 0.05
          }, note)
        let rectangles = sample.layout.rectangles(for: min(one, other)..<max(one, other))
        #expect(rectangles.map(\.minX) == found.map(\.minX))
      }
    }
  }

  /// The stretches of the graphemes in a range, by brute force.
  private func stretches(
    of range: Range<Int>, _ sample: Sample
  ) -> [(line: Int, minX: Double, maxX: Double)] {
    var stretches: [(line: Int, minX: Double, maxX: Double)] = []
    let places = sample.layout.graphemes.filter { $0.width > 0 && $0.utf16Range.overlaps(range) }
      .sorted { ($0.line, $0.x) < ($1.line, $1.x) }
    for place in places {
      let right = place.x + place.width
      if let last = stretches.last, last.line == place.line, place.x - last.maxX < 1.0 / 128 {
        stretches[stretches.count - 1].maxX = max(last.maxX, right)
      } else {
        stretches.append((place.line, place.x, right))
      }
    }
    return stretches
  }

  @Test func theWholeTextCoversItsLinesWithoutGaps() {
    var random = SeededGenerator(salt: 1704)
    for _ in 0..<150 {
      let sample = sample(&random)
      guard !sample.hasBoxes else { continue }
      let whole = sample.layout.selection(from: 0, to: sample.count)
      for index in Set(whole.map(\.line)) {
        let stretches = whole.filter { $0.line == index }
        let tokens = sample.layout.glyphRuns(ofLine: index).filter(\.isToken)
        // Only hyphens and ellipses separate letters.
        #expect(stretches.count <= 1 + tokens.count, sample.note)
        let width = stretches.reduce(0) { $0 + $1.maxX - $1.minX }
        let rest = tokens.reduce(0) { $0 + $1.width }
        // Justified lines are exact up to whole font units.
        let missing = sample.layout.lines[index].frame.width - width - rest
        #expect(missing < Self.fontUnit, sample.note)
      }
    }
  }

  @Test func stepsVisitEveryGrapheme() {
    var random = SeededGenerator(salt: 1705)
    for _ in 0..<100 {
      let sample = sample(&random)
      let layout = sample.layout
      guard !layout.isTruncated else { continue }
      var forward = [layout.caret(at: 0)]
      while let next = layout.nextCaret(from: forward[forward.count - 1], by: .grapheme(.forward)) {
        forward.append(next)
        guard forward.count <= sample.count + 1 else { break }
      }
      let offsets = forward.map(\.utf16Offset)
      #expect(offsets == offsets.sorted() && Set(offsets).count == offsets.count, sample.note)
      #expect(offsets.last == sample.count, sample.note)
      var backward = [layout.caret(at: sample.count)]
      while let next = layout.nextCaret(
        from: backward[backward.count - 1], by: .grapheme(.backward))
      {
        backward.append(next)
        guard backward.count <= sample.count + 1 else { break }
      }
      #expect(backward.map(\.utf16Offset) == offsets.reversed(), sample.note)
    }
  }

  @Test func stepsToTheRightGoOverWhatIsSeen() {
    var random = SeededGenerator(salt: 1706)
    for _ in 0..<100 {
      let sample = sample(&random)
      let layout = sample.layout
      for index in layout.lines.indices {
        let row = layout.graphemes(ofLine: index)
        #expect(row == layout.graphemes.filter { $0.line == index })
        var caret = layout.caret(onLine: index, nearestX: -.infinity)
        var steps = 0
        while let next = layout.nextCaret(from: caret, by: .grapheme(.right)), next.line == index {
          #expect(next.x > caret.x, "\(caret), \(next), \(sample.note)")
          let back = layout.nextCaret(from: next, by: .grapheme(.left))
          #expect(back.map { $0.line == index && $0.x < next.x } ?? false, sample.note)
          caret = next
          steps += 1
          guard steps <= row.count else { break }
        }
        // Each part of a grapheme that a box divides is a step.
        let isDivided = sample.hasBoxes
        let wanted = row.count { $0.width > 0.02 }
        #expect(isDivided ? steps >= wanted : steps == wanted, "line \(index), \(sample.note)")
      }
    }
  }

  @Test func wordsTileTheText() throws {
    var random = SeededGenerator(salt: 1707)
    for _ in 0..<100 {
      let sample = sample(&random)
      guard sample.count > 0 else { continue }
      var offset = 0
      while offset < sample.count {
        let word = sample.layout.word(at: offset)
        #expect(word.contains(offset) && word.lowerBound <= offset, sample.note)
        #expect(sample.layout.word(at: word.upperBound - 1).upperBound == word.upperBound)
        try #require(word.upperBound > offset, sample.note)
        offset = word.upperBound
      }
      #expect(offset == sample.count, sample.note)
    }
  }

  /// Second witness: the line that shows the grapheme behind an offset, or the one before it.
  @Test func caretsAreOnTheLineOfTheGraphemeOfTheirAffinity() {
    var random = SeededGenerator(salt: 77)
    for _ in 0..<TestSettings.transitions(usually: 300) {
      let sample = sample(&random)
      // A grapheme that is divided between two lines is on both.
      let counts = Dictionary(grouping: sample.layout.graphemes, by: \.utf16Range)
      for index in sample.layout.lines.indices {
        for grapheme in sample.layout.graphemes(ofLine: index) where grapheme.width > 0 {
          let range = grapheme.utf16Range
          guard counts[range]?.count == 1 else { continue }
          #expect(sample.layout.line(at: range.lowerBound) == index, sample.note)
          #expect(
            sample.layout.line(at: range.upperBound, affinity: .upstream) == index, sample.note)
        }
      }
    }
  }

  @Test func linesAreWhereTheirBoxesAre() {
    var random = SeededGenerator(salt: 1708)
    for _ in 0..<60 {
      let sample = sample(&random)
      for (index, line) in sample.layout.lines.enumerated() {
        let middle = line.frame.minY + line.frame.height / 2
        #expect(sample.layout.line(atY: middle) == index, sample.note)
      }
      #expect(sample.layout.line(atY: -1e9) == 0)
      #expect(sample.layout.line(atY: 1e9) == sample.layout.lines.count - 1)
    }
  }
}
