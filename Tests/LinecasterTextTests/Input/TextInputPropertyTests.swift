import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Random commands have the result of the same edits on a plain string.
@Suite(.timeLimit(.minutes(60))) struct TextInputPropertyTests {
  /// The same text as a string, with the graphemes of the standard library.
  private struct Model {
    var text: String
    var anchor: Int
    var head: Int
    var marked: (range: Range<Int>, replaced: String, anchor: Int, head: Int)?

    var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

    var boundaries: [Int] {
      text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
    }

    func next(from offset: Int) -> Int { boundaries.first { $0 >= offset } ?? text.utf16.count }

    subscript(range: Range<Int>) -> String {
      let units = Array(text.utf16)
      return String(decoding: units[range], as: UTF16.self)
    }

    mutating func replace(_ range: Range<Int>, _ new: String) {
      text = self[0..<range.lowerBound] + new + self[range.upperBound..<text.utf16.count]
    }

    mutating func insert(_ new: String) {
      let place = marked?.range ?? range
      marked = nil
      replace(place, new)
      anchor = next(from: place.lowerBound + new.utf16.count)
      head = anchor
    }

    mutating func delete(to target: Int) {
      let place = range.isEmpty ? min(head, target)..<max(head, target) : range
      guard !place.isEmpty else { return }
      replace(place, "")
      anchor = next(from: place.lowerBound)
      head = anchor
    }

    mutating func compose(_ new: String, _ selected: Range<Int>) {
      let old = marked ?? (range, self[range], anchor, head)
      let start = old.range.lowerBound
      replace(old.range, new)
      marked = (start..<start + new.utf16.count, old.replaced, old.anchor, old.head)
      anchor = next(from: start + min(selected.lowerBound, new.utf16.count))
      head = next(from: start + min(selected.upperBound, new.utf16.count))
    }

    mutating func cancel() {
      guard let old = marked else { return }
      replace(old.range, old.replaced)
      (anchor, head) = (old.anchor, old.head)
      marked = nil
    }
  }

  private static let pieces = [
    "a", "b ", " ", "\n", "é", "e\u{301}", "\u{301}", "👍🏽", "🇩🇪", "🇩", "👩‍👩‍👧", "\u{200D}", "👩",
    "한국", "ᄒ", "ᅡ", "日本", "של", "عر", "ก\u{0E33}", "word another", "\u{0600}", "𠮷",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random))
      .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Performs a random command on both.
  private func step(
    _ input: inout TextInput, _ model: inout Model, _ random: inout SeededGenerator
  ) {
    let new = text(&random)
    let count = model.text.utf16.count
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      input.perform(random.oneIn(4) && model.marked == nil ? .paste(new) : .insert(new))
      model.insert(new)
    case 4:
      input.perform(.delete(.step(.grapheme(.backward))))
      model.marked = nil
      model.delete(to: model.boundaries.last { $0 < model.head } ?? 0)
    case 5:
      input.perform(.delete(.step(.grapheme(.forward))))
      model.marked = nil
      model.delete(to: model.boundaries.first { $0 > model.head } ?? count)
    case 6:
      let (one, other) = (
        Int.random(in: 0...count, using: &random), Int.random(in: 0...count, using: &random)
      )
      input.perform(.select(anchor: one, head: other))
      let start = model.boundaries.last { $0 <= min(one, other) } ?? 0
      let end = one == other ? start : model.next(from: max(one, other))
      (model.anchor, model.head) = one < other ? (start, end) : (end, start)
      model.marked = nil
    case 7:
      let isForward = random.oneIn(2)
      let extends = random.oneIn(2)
      input.perform(
        .move(.step(.grapheme(isForward ? .forward : .backward)), extending: extends))
      model.marked = nil
      if !extends, !model.range.isEmpty {
        model.head = isForward ? model.range.upperBound : model.range.lowerBound
      } else {
        model.head =
          isForward
          ? model.boundaries.first { $0 > model.head } ?? count
          : model.boundaries.last { $0 < model.head } ?? 0
      }
      if !extends { model.anchor = model.head }
    case 8, 9:
      let ends = [Int.random(in: 0...4, using: &random), Int.random(in: 0...4, using: &random)]
      let selected = (ends.min() ?? 0)..<(ends.max() ?? 0)
      input.perform(.compose(new, selected: selected))
      model.compose(new, selected)
    case 10:
      input.perform(random.oneIn(2) ? .cancelComposition : .compose("", selected: 0..<0))
      model.cancel()
    default:
      input.perform(.endComposition)
      model.marked = nil
    }
  }

  @Test func commandsAreEditsOfAString() throws {
    for episode in 0..<300 {
      var random = SeededGenerator(salt: UInt64(episode) + 40_000)
      let start = text(&random)
      var input = TextInput(start, kind: .area)
      var model = Model(text: start, anchor: start.utf16.count, head: start.utf16.count)
      for _ in 0..<60 {
        step(&input, &model, &random)
        try #require(isSame(input, model), "episode \(episode), seed \(random.seed)")
      }
    }
  }

  /// A function of its own, because in the loop Swift 6.3.1 cannot compile it with optimization.
  @inline(never)
  private func isSame(_ input: TextInput, _ model: Model) -> Bool {
    Array(input.text.utf16) == Array(model.text.utf16)
      && input.selection.anchor == model.anchor && input.selection.head == model.head
      && input.markedRange == model.marked?.range
  }

  /// Undoing all steps leads to the start, redoing all leads to the end.
  @Test func everyStepIsUndoneAndDoneAgain() {
    for episode in 0..<200 {
      var random = SeededGenerator(salt: UInt64(episode) + 50_000)
      let start = text(&random)
      var input = TextInput(start, kind: .area)
      var model = Model(text: start, anchor: start.utf16.count, head: start.utf16.count)
      for _ in 0..<40 { step(&input, &model, &random) }
      input.perform(.endComposition)
      let end = input
      var states = [input]
      while input.canUndo {
        input.perform(.undo)
        states.append(input)
      }
      #expect(Array(input.text.utf16) == Array(start.utf16), "seed \(random.seed)")
      while input.canRedo {
        states.removeLast()
        input.perform(.redo)
        #expect(states.last?.units == input.units, "seed \(random.seed)")
      }
      #expect(input.units == end.units, "seed \(random.seed)")
    }
  }

  /// With layouts of this or another text, selections end at grapheme boundaries.
  @Test func selectionsAreWholeGraphemesWhateverLayoutsSay() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    for episode in 0..<60 {
      var random = SeededGenerator(salt: UInt64(episode) + 60_000)
      let kind = random.anyCase(of: TextInput.Kind.self)
      var input = TextInput(
        text(&random), kind: kind, limit: random.oneIn(2) ? 12 : nil)
      var layout = typesetter.prepare(Paragraph(input.shownText)).layout(width: 60)
      for _ in 0..<40 {
        if !random.oneIn(3) {
          let style = ParagraphStyle(whiteSpace: .preWrap)
          layout = typesetter.prepare(Paragraph(input.shownText, paragraphStyle: style))
            .layout(width: 60)
        }
        input.perform(command(&random), in: layout)
        let boundaries = GraphemeFinder(input.units).all
        #expect(
          boundaries.contains(input.selection.anchor) && boundaries.contains(input.selection.head),
          "seed \(random.seed)")
        #expect(input.utf16Count <= input.limit, "seed \(random.seed)")
        if let marked = input.markedRange { #expect(marked.upperBound <= input.utf16Count) }
        _ = (input.caret(in: layout), input.selectionRectangles(in: layout))
        if kind != .area { #expect(!input.units.contains(0x0A)) }
      }
    }
  }

  private func command(_ random: inout SeededGenerator) -> TextInput.Command {
    let direction = random.anyCase(of: CaretDirection.self)
    let steps: [TextMovement] = [
      .step(.grapheme(direction)), .step(.word(direction)), .step(.line(direction)),
      .page(direction, height: random.extreme()), .lineEdge(direction), .paragraph(direction),
      .document(direction),
    ]
    let movement = steps.randomElement(using: &random) ?? .document(.forward)
    let point = Point(
      x: .random(in: -10...80, using: &random), y: .random(in: -10...80, using: &random))
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return .insert(text(&random))
    case 2: return .paste(text(&random))
    case 3: return .delete(movement)
    case 4, 5: return .move(movement, extending: random.oneIn(2))
    case 6: return .select(anchor: random.extremeInteger(), head: random.extremeInteger())
    case 7: return .press(point, clicks: random.extremeInteger(), extending: random.oneIn(3))
    case 8, 9: return .drag(point)
    case 10:
      let ends = [random.extremeInteger(), random.extremeInteger()]
      return .compose(text(&random), selected: (ends.min() ?? 0)..<(ends.max() ?? 0))
    case 11: return .undo
    case 12: return .redo
    default: return random.oneIn(2) ? .selectAll : .cancelComposition
    }
  }

  /// Graphemes found from a place nearby equal those of a walk over the whole text, and those of
  /// the standard library.
  @Test func graphemesAreFoundWithoutAWalk() {
    var random = SeededGenerator(salt: 70_000)
    for _ in 0..<400 {
      let text = (0..<8).map { _ in self.text(&random) }.joined()
      let finder = GraphemeFinder(Array(text.utf16))
      let expected = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      #expect(finder.all == expected, "seed \(random.seed)")
      for offset in -1...text.utf16.count + 1 {
        #expect(finder.boundary(upTo: offset) == expected.last { $0 <= max(0, offset) })
        #expect(
          finder.boundary(from: offset) == expected.first { $0 >= min(offset, text.utf16.count) })
      }
    }
  }

  /// Strings from UTF-16 units equal those of the standard library, unpaired surrogates included.
  @Test func unitsBecomeText() {
    var random = SeededGenerator(salt: 90_000)
    for _ in 0..<300 {
      let units = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt16 in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .random(in: 0...0x7F, using: &random)
        case 1: .random(in: 0x80...0x7FF, using: &random)
        case 2: .random(in: 0xD800...0xDBFF, using: &random)
        case 3: .random(in: 0xDC00...0xDFFF, using: &random)
        default: .random(in: 0...0xFFFF, using: &random)
        }
      }
      let text = String(units: units[...])
      #expect(
        Array(text.utf8) == Array(String(decoding: units, as: UTF16.self).utf8),
        "seed \(random.seed)")
    }
    #expect(String(units: []).isEmpty)
  }

  /// Characters classified as plain never share a grapheme with another.
  @Test func plainCharactersAreBoundaries() {
    var units: [UInt16] = []
    for unit in UInt16(0x20)...0xFFFE where !(0xD800...0xDFFF).contains(unit) {
      units += [0x61, unit, 0x61, unit, unit, 0x4E00, unit]
    }
    let finder = GraphemeFinder(units)
    let all = Set(finder.all)
    for offset in 0...units.count where finder.isSafe(offset) {
      #expect(all.contains(offset), "between \(units[offset - 1]) and \(units[offset])")
    }
  }

  /// A key press in a megabyte of text takes at most 40 milliseconds of the thread, without a walk
  /// over it.
  @Test func aKeyInALongTextIsShort() {
    let text = String(repeating: "A line of words that somebody wrote, 日本 too.\n", count: 22_000)
    var input = TextInput(text, kind: .area)
    input.perform(.select(anchor: 500_000, head: 500_000))
    var copies: [TextInput] = []
    var steps: [TextInput.Command] = [
      .insert("x"), .delete(.step(.grapheme(.backward))), .move(.step(.grapheme(.forward))),
      .move(.step(.word(.backward)), extending: true), .insert("y"), .undo, .redo,
    ]
    steps += steps
    for step in steps {
      copies = [input]
      let time =
        (0..<5).map { _ in
          var copy = input
          return ThreadClock.milliseconds { copy.perform(step) }
        }.min() ?? 0
      input.perform(step)
      #expect(time < 40, "\(time)")
    }
    #expect(copies.count == 1)
  }
}
