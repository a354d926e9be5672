import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Inputs on the lines of a document, against those of one layout of the whole text.
@Suite(.timeLimit(.minutes(60))) struct InputLinesTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(fonts: try .bundled()) }

  private static let style = ParagraphStyle(whiteSpace: .preWrap)
  private static let pieces = [
    "words that wrap on lines ", "שלום לכולם ", "مرحبا ", "日本語の行", "👩‍👩‍👧🇩🇪", "e\u{301}", "क्षि", "\n",
    "\n\n", "\u{2028}", "\u{2029}", "\u{85}", " ", "x", "12 ",
  ]

  private func text(_ random: inout SeededGenerator, _ most: Int = 12) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func document(of input: TextInput, width: Double) -> TextDocument {
    TextDocument(
      Paragraph(input.shownText, paragraphStyle: Self.style), width: width, typesetter: typesetter)
  }

  private func layout(of input: TextInput, width: Double) -> TextLayout {
    typesetter.prepare(Paragraph(input.shownText, paragraphStyle: Self.style)).layout(width: width)
  }

  private func movement(_ random: inout SeededGenerator) -> TextMovement {
    let direction = random.anyCase(of: CaretDirection.self)
    let movements: [TextMovement] = [
      .step(.grapheme(direction)), .step(.grapheme(direction)), .step(.word(direction)),
      .step(.line(direction)), .step(.line(direction)), .page(direction, height: 45),
      .lineEdge(direction),
    ]
    return movements.randomElement(using: &random) ?? .document(.forward)
  }

  private func command(_ random: inout SeededGenerator) -> TextInput.Command {
    let point = Point(
      x: .random(in: -10...90, using: &random), y: .random(in: -10...150, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .insert(text(&random, 2))
    case 1: return .delete(movement(&random))
    case 2: return .press(point, clicks: Int.random(in: 1...3, using: &random))
    case 3: return .drag(point)
    default: return .move(movement(&random), extending: random.oneIn(3))
    }
  }

  /// Whether a command depends on heights, which documents estimate out of sight.
  private func asksForHeights(_ command: TextInput.Command) -> Bool {
    switch command {
    case .press, .drag, .move(.page, _), .delete(.page): true
    default: false
    }
  }

  @Test(arguments: [true, false])
  func documentsAnswerAsOneLayoutDoes(isMeasured: Bool) throws {
    for episode in 0..<150 {
      var random = SeededGenerator(salt: UInt64(episode) + 700_000)
      let width = Double.random(in: 40...120, using: &random)
      var one = TextInput(text(&random), kind: .area)
      var other = one
      for step in 0..<40 {
        let command = command(&random)
        if !isMeasured, asksForHeights(command) { continue }
        let layout = layout(of: one, width: width)
        var document = document(of: other, width: width)
        if isMeasured { document.measure(paragraphs: .max) }
        one.perform(command, in: layout)
        other.perform(command, in: document)
        try #require(
          one == other, "\(command), episode \(episode), step \(step), seed \(random.seed)")
      }
    }
  }

  @Test func caretsAndRectanglesAreThoseOfOneLayout() throws {
    for episode in 0..<60 {
      var random = SeededGenerator(salt: UInt64(episode) + 710_000)
      let input = TextInput(text(&random), kind: .area)
      let (layout, document) = (layout(of: input, width: 80), measured(input, width: 80))
      try #require(layout.lineCount == document.lineCount, "seed \(random.seed)")
      for offset in 0...input.utf16Count {
        for affinity in CaretAffinity.allCases {
          let caret = layout.caret(at: offset, affinity: affinity)
          let place = document.caretPlace(at: offset, affinity: affinity)
          try #require(place.caret.line == caret.line, "\(offset), seed \(random.seed)")
          #expect(abs(place.caret.x - caret.x) < 0.01 && abs(place.caret.top - caret.top) < 0.1)
          #expect(abs(place.lineFrame.minY - layout.frame(ofLine: caret.line).minY) < 0.1)
        }
      }
      let range = 0..<input.utf16Count / 2
      let expected = layout.rectangles(for: range)
      let found = (0..<document.paragraphCount).flatMap {
        input.rectangles(of: range, in: document.placedParagraph(at: $0), from: 0, to: 1e6)
      }
      try #require(found.count == expected.count, "seed \(random.seed)")
      for (one, other) in zip(found, expected) {
        #expect(abs(one.minX - other.minX) < 0.01 && abs(one.minY - other.minY) < 0.1)
      }
    }
  }

  private func measured(_ input: TextInput, width: Double) -> TextDocument {
    var document = document(of: input, width: width)
    document.measure(paragraphs: .max)
    return document
  }

  /// A document that was edited as the input was equals that of the new text.
  @Test func editedDocumentsHaveTheNewText() {
    for episode in 0..<200 {
      var random = SeededGenerator(salt: UInt64(episode) + 720_000)
      let kind: TextInput.Kind = random.oneIn(4) ? .password : .area
      var input = TextInput(text(&random), kind: kind)
      var document = document(of: input, width: 80)
      for _ in 0..<20 {
        let old = input
        for _ in 0..<Int.random(in: 1...3, using: &random) { input.perform(command(&random)) }
        document = document.edited(from: old, to: input)
        let text = document.text(inUTF16: 0..<document.utf16Count).string
        #expect(Array(text.utf8) == Array(input.shownText.utf8), "seed \(random.seed)")
        #expect(document.paragraphCount == self.document(of: input, width: 80).paragraphCount)
      }
    }
  }

  @Test func surrogatesAreReplacedInPairs() {
    let old = TextInput("a😀b", kind: .area)
    // The two pictographs share the first half of their pairs.
    let change = old.shownChange(to: TextInput("a😃b", kind: .area))
    #expect(change?.range == 1..<3 && change?.text == "😃")
    #expect(old.shownChange(to: old) == nil)
  }

  @Test func onlyWhatIsShownIsPrepared() {
    let input = TextInput(String(repeating: "a line\n", count: 100), kind: .area)
    var document = document(of: input, width: 80)
    document.layOut(from: 0, to: 100)
    #expect(document.isPrepared(around: 10) && !document.isPrepared(around: 600))
    let edited = document.edited(from: input, to: TextInput("x" + input.text, kind: .area))
    #expect(!edited.isPrepared(around: 3) && edited.isPrepared(around: 18))
  }
}
