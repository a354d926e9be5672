import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Text laid out with extreme numbers: nothing traps, which would end the process, and all numbers
/// of a layout are finite.
@Suite struct ExtremeNumbersTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// Words, tabs, lines, kerned letters, both directions, and ideographs.
  private static let text = "Jagged office\tfly\nदेव नमस्ते שלום عربي 天地玄黃 😀 end of it"

  /// A property that takes a number.
  private enum Place: CaseIterable {
    case size, letterSpacing, wordSpacing, baselineShift, thickness, offset, variation, indent
    case tabSize
    case paragraphSpacing, lineHeight, points, atLeast, maximumLines, width, weight, fontWidth
    case preference, hyphenation
  }

  /// A text with its numbers.
  private struct Setting {
    var style = TextStyle(
      letterSpacing: 0.25, decorations: [TextDecoration(.underline, skipInk: .all)])
    var paragraph = ParagraphStyle(alignment: .justify)
    var width = 90.0
    var preference = FontPreference()

    mutating func set(_ place: Place, to number: Double, count: Int) {
      switch place {
      case .size: style.size = number
      case .letterSpacing: style.letterSpacing = number
      case .wordSpacing: style.wordSpacing = number
      case .baselineShift: style.baselineShift = number
      case .thickness: style.decorations[0].thickness = number
      case .offset: style.decorations[0].offset = number
      case .variation: style.variations.append(FontVariation("wght", number))
      case .indent: paragraph.firstLineIndent = number
      case .tabSize: paragraph.tabSize = number
      case .paragraphSpacing: paragraph.paragraphSpacing = number
      case .lineHeight: paragraph.lineHeight = .multiple(number)
      case .points: paragraph.lineHeight = .points(number)
      case .atLeast: paragraph.lineHeight = .atLeast(number)
      case .maximumLines: paragraph.maximumLines = count
      case .width: width = number
      case .weight: style.weight = FontWeight(count)
      case .fontWidth: style.width = FontWidth(percent: number)
      case .preference: preference = FontPreference(scale: number)
      case .hyphenation:
        paragraph.hyphenationLimits = HyphenationLimits(
          lettersOfWord: count, lettersBefore: count, lettersAfter: count, linesInARow: count)
      }
    }

    /// Sets each property without a number to any of its cases.
    mutating func shuffle(_ random: inout SeededGenerator) {
      paragraph.alignment =
        [.start, .end, .left, .right, .center, .justify].randomElement(using: &random) ?? .justify
      paragraph.whiteSpace = random.anyCase(of: WhiteSpace.self)
      paragraph.overflowWrap = random.anyCase(of: OverflowWrap.self)
      paragraph.wordBreak = random.anyCase(of: WordBreak.self)
      paragraph.truncatesOverflow = random.oneIn(3)
      paragraph.justification = random.anyCase(of: TextJustification.self)
      paragraph.hangingPunctuation = HangingPunctuation(
        rawValue: .random(in: 0...15, using: &random))
      style.transform = random.anyCase(of: TextTransform.self)
      style.caps = random.anyCase(of: CapsVariant.self)
      style.hyphenation = random.anyCase(of: Hyphenation.self)
      style.decorations[0].pattern = random.anyCase(of: TextDecoration.Pattern.self)
      style.decorations[0].position = random.anyCase(of: TextDecoration.Position.self)
      style.decorations[0].skipInk = random.anyCase(of: TextDecoration.SkipInk.self)
    }
  }

  /// Boxes and attachments of any extent, in lines of both orientations.
  @Test func boxesAndAttachments() {
    var random = SeededGenerator(salt: 1_704)
    for number in ExtremeNumbers.doubles {
      for mode in WritingMode.allCases {
        let count = ExtremeNumbers.integers.randomElement(using: &random) ?? 0
        let style = TextStyle(size: 12)
        var box = InlineBox(
          style: style, padding: Insets(all: number), border: Insets(all: number),
          margin: Insets(all: -number), decorationBreak: .clone,
          lineHeight: .multiple(number))
        box.verticalAlignment =
          [.raised(number), .raisedByShare(number), .top, .bottom, .middle, .textTop]
          .randomElement(using: &random) ?? .baseline
        box.tabSize = number
        box.tabDistance = random.oneIn(2) ? number : nil
        var text = AttributedText("one \t", style: style)
        text.append(AttributedText("two\tthree", style: style), in: box)
        text.append(
          Attachment(
            size: Size(width: number, height: number), baseline: number,
            verticalAlignment: .raised(number), margin: Insets(all: number)), style: style)
        var paragraph = ParagraphStyle(writingMode: mode)
        paragraph.tabDistance = number
        paragraph.textBoxTrim = [.start, .end]
        if random.oneIn(2) { paragraph.initialLetter = InitialLetter(size: number, sink: count) }
        var rich = Paragraph(text, style: paragraph, strutStyle: TextStyle(size: number))
        rich.tabStops = [TabStop(number, .end, leader: "."), TabStop(30)]
        if random.oneIn(2) { rich.style.maximumLines = 1 }
        rich.truncationToken = text
        let layout = typesetter.prepare(rich).layout(width: 40)
        let note: Comment = "\(number) in \(mode)"
        #expect(layout.size.width.isFinite && layout.size.height.isFinite, note)
        for frame in layout.boxFragments.map(\.frame) + layout.attachmentPlaces.map(\.frame) {
          #expect(frame.minX.isFinite && frame.maxX.isFinite, note)
          #expect(frame.minY.isFinite && frame.maxY.isFinite, note)
        }
      }
    }
  }

  @Test func breaksOfWords() throws {
    let bytes = Array("UTF-8\n1a\nLEFTHYPHENMIN 2\n".utf8)
    let dictionary = try HyphenationDictionary(bytes, name: "test.dic")
    for before in ExtremeNumbers.integers {
      for after in ExtremeNumbers.integers {
        let breaks = dictionary.breaks(in: "aaaaaa", before: before, after: after)
        #expect(breaks.allSatisfy { (2...4).contains($0) }, "\(before), \(after)")
      }
    }
  }

  /// Each number in each property, with the others unchanged.
  @Test func oneNumber() {
    for place in Place.allCases {
      for (index, number) in ExtremeNumbers.doubles.enumerated() {
        let count = ExtremeNumbers.integers[index % ExtremeNumbers.integers.count]
        var setting = Setting()
        setting.set(place, to: number, count: count)
        check(setting, "\(place) \(number) \(count)")
      }
    }
  }

  @Test func severalNumbers() {
    var random = SeededGenerator(salt: 162)
    for _ in 0..<600 {
      var setting = Setting()
      var note = ""
      for _ in 0..<Int.random(in: 2...3, using: &random) {
        let place = random.anyCase(of: Place.self)
        let (number, count) = (random.extreme(), random.extremeInteger())
        setting.set(place, to: number, count: count)
        note += "\(place) \(number) \(count), "
      }
      setting.shuffle(&random)
      check(setting, "\(note)\(setting.paragraph), seed \(TestSettings.seed)")
    }
  }

  /// Texts that trapped before all numbers were clamped.
  @Test func tinyLettersAndGreatRoom() {
    for size in [ExtremeNumbers.tiny, 1e-15, 1e-6, 1e300] {
      for spacing in [1.0, 1e300, -1e300] {
        for width in [1e300, 90, .infinity, 1e9] {
          var setting = Setting()
          setting.style.size = size
          setting.style.letterSpacing = spacing
          setting.width = width
          check(setting, "\(size) \(spacing) \(width)")
        }
      }
    }
    var underlined = Setting()
    underlined.style.size = .infinity
    underlined.paragraph.firstLineIndent = -1e300
    underlined.width = .greatestFiniteMagnitude
    check(underlined, "underline of an infinite size")
  }

  private func check(_ setting: Setting, _ note: String) {
    let paragraph = Paragraph(
      AttributedText(Self.text, style: setting.style), style: setting.paragraph)
    let prepared = typesetter.prepare(paragraph.adapted(to: setting.preference))
    let layout = prepared.layout(width: setting.width)
    let numbers = Self.numbers(of: layout)
    #expect(numbers.allSatisfy { $0.isFinite }, "\(note)")
    #expect(layout.size.width >= 0 && layout.size.height >= 0, "\(note)")
    #expect(prepared.minContentWidth.isFinite && prepared.maxContentWidth.isFinite, "\(note)")
    #expect(layout.firstBaseline.isFinite, "\(note)")
    #expect(layout.graphemes.allSatisfy { $0.x.isFinite && $0.width.isFinite }, "\(note)")
    let middle = layout.lines[layout.lines.count / 2].utf16Range.lowerBound
    for caret in layout.carets(at: middle) {
      let hit = layout.caret(nearest: Point(x: caret.x, y: caret.top))
      let numbers = [caret.x, caret.top, caret.bottom, hit.x, hit.top, hit.bottom]
      #expect(numbers.allSatisfy { $0.isFinite }, "\(note)")
    }
    let selected = layout.rectangles(for: 0..<middle)
    #expect(selected.allSatisfy { $0.minX.isFinite && $0.width.isFinite }, "\(note)")
  }

  /// Queries take any place and any range.
  @Test func questionsMayBeAny() {
    let layout = typesetter.prepare(Paragraph(Self.text)).layout(width: 90)
    let steps: [CaretStep] = CaretDirection.allCases.flatMap {
      [.grapheme($0), .word($0), .line($0)]
    }
    for (index, start) in ExtremeNumbers.integers.sorted().enumerated() {
      #expect(1...4 ~= layout.carets(at: start).count)
      #expect(layout.word(at: start).count > 0)
      #expect(layout.lines.indices.contains(layout.line(at: start)))
      #expect(layout.graphemes(ofLine: start).isEmpty || 0...1 ~= start)
      let far = Caret(
        utf16Offset: start, affinity: .upstream, line: start, x: .infinity, top: .nan, bottom: 0)
      for step in steps {
        let next = layout.nextCaret(from: far, by: step, atX: .nan)
        #expect(next.map { $0.x.isFinite && $0.top.isFinite } ?? true)
      }
      for end in ExtremeNumbers.integers.sorted()[index...] {
        #expect(layout.rectangles(for: start..<end) == layout.rectangles(for: start..<end))
        #expect(layout.selection(from: end, to: start).allSatisfy { $0.minX <= $0.maxX })
      }
    }
    for x in ExtremeNumbers.doubles {
      for y in ExtremeNumbers.doubles {
        let caret = layout.caret(nearest: Point(x: x, y: y))
        #expect(caret.x.isFinite && 0...Self.text.utf16.count ~= caret.utf16Offset)
      }
    }
  }

  private static func numbers(of layout: TextLayout) -> [Double] {
    var frames = layout.lines.map(\.frame) + layout.backgrounds.map(\.frame)
    for line in layout.decorationLines {
      frames += [line.frame, line.bounds]
      frames += line.stretches.map {
        Rect(x: $0.lowerBound, y: 0, width: $0.upperBound, height: 0)
      }
    }
    var numbers = frames.flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
    numbers += [layout.size.width, layout.size.height] + layout.lines.map(\.baseline)
    for run in layout.glyphRuns {
      run.forEachGlyph { numbers += [$1, $2] }
      numbers += [run.size, run.width]
    }
    return numbers
  }

  @Test func rangesMayBeAny() {
    let numbers = ExtremeNumbers.integers.sorted()
    for (index, start) in numbers.enumerated() {
      for end in numbers[index...] {
        var text = AttributedText("a😀b")
        text.updateStyle(inUTF16: start..<end) { $0.size = 20 }
        #expect(text.styledRanges.count <= 3)
        text.replace(inUTF16: start..<end, with: AttributedText("xy"))
        #expect(text.string.contains("xy"))
      }
    }
  }

  @Test func documentsTakeAnyNumbers() {
    for width in [Double.nan, .infinity, -.infinity, -1, 0, 1e300] {
      var document = TextDocument(Paragraph("a b\nc"), width: width, typesetter: typesetter)
      for value in [Double.nan, .infinity, -.infinity, -1e300, 1e300, 0] {
        for other in [Double.nan, .infinity, -.infinity, 0, 5] {
          #expect(!document.layOut(from: value, to: other).isEmpty)
          _ = document.offset(at: Point(x: value, y: other))
        }
        #expect((0..<2).contains(document.paragraphIndex(atY: value)))
      }
      for offset in [Int.min, -1, 6, Int.max] {
        #expect((0...5).contains(document.caret(at: offset).utf16Offset))
        #expect((0..<2).contains(document.placedParagraph(at: offset).index))
        #expect(document.utf16Range(ofParagraph: offset).upperBound <= 5)
      }
      #expect(document.measure(paragraphs: Int.min) == document.unmeasuredCount)
      #expect(document.measure(paragraphs: Int.max) == 0)
      document.layOutEnd(height: width)
      document.replace(inUTF16: Int.min..<Int.max, with: AttributedText("x"))
      #expect(document.text(inUTF16: Int.min..<Int.max).string == "x")
    }
  }

  @Test func linesThatAreNotThereHaveNoGlyphs() {
    let layout = typesetter.prepare(Paragraph("a\nb")).layout(width: 90)
    for index in ExtremeNumbers.integers where !(0...1 ~= index) {
      #expect(layout.glyphRuns(ofLine: index).isEmpty)
    }
    for value in [UInt32.min, .max] {
      let style = TextStyle(features: [FontFeature("smcp", value), FontFeature("salt", value)])
      #expect(typesetter.prepare(Paragraph("office", style: style)).layout().size.width > 0)
    }
  }

  /// Offsets, limits and heights of edited text; its own tests use random commands.
  @Test func writtenText() {
    for number in ExtremeNumbers.integers {
      var input = TextInput("a\nb 👩‍👩‍👧", kind: .area, limit: number)
      for other in ExtremeNumbers.integers {
        input.perform(.select(anchor: number, head: other))
        input.perform(.move(.page(.forward, height: ExtremeNumbers.doubles[0])))
        input.perform(.compose("c", selected: min(number, other)..<max(number, other)))
        let selection = TextSelection(anchor: number, head: other)
        #expect(selection.range.upperBound == max(number, other))
      }
      #expect(input.utf16Count <= max(0, number))
    }
  }
}
