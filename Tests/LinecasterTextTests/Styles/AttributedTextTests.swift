import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct AttributedTextTests {
  /// A text with one style for each unit, changed unit by unit.
  private struct Model {
    var text = AttributedText("", style: TextStyle(size: 1))
    var units: [UInt16] = []
    var sizes: [Double] = []

    /// The contradictions between the text and the model, or in its runs.
    var faults: [String] {
      var faults: [String] = []
      var start = 0
      var found: [Double] = []
      for (index, run) in text.runs.enumerated() {
        if index > 0, run.end <= start { faults.append("an empty run") }
        if index > 0, text.runs[index - 1].style == run.style { faults.append("equal runs") }
        found += Array(repeating: run.style.size, count: max(0, run.end - start))
        start = run.end
      }
      if found != sizes { faults.append("styles \(found) instead of \(sizes)") }
      if Array(text.string.utf16) != units { faults.append("text") }
      if text.utf16Count != units.count || text.isEmpty != units.isEmpty { faults.append("count") }
      return faults
    }
  }

  private let pieces = ["a", "bc", "é", "😀", "👩‍👧", "e\u{301}", "", "\r\n", "漢字"]

  /// The range extended to whole surrogate pairs.
  private func whole(_ range: Range<Int>, _ units: [UInt16]) -> Range<Int> {
    var range = range.clamped(to: 0..<units.count)
    guard !range.isEmpty else { return range }
    if UTF16.isTrailSurrogate(units[range.lowerBound]) {
      range = range.lowerBound - 1..<range.upperBound
    }
    if range.upperBound < units.count, UTF16.isTrailSurrogate(units[range.upperBound]) {
      range = range.lowerBound..<range.upperBound + 1
    }
    return range
  }

  private func randomRange(_ count: Int, _ random: inout SeededGenerator) -> Range<Int> {
    let first = Int.random(in: -2...count + 2, using: &random)
    return first..<Int.random(in: first...count + 3, using: &random)
  }

  @Test func keepsAStyleForEachUnit() {
    var random = SeededGenerator(salt: 110)
    for _ in 0..<300 {
      var model = Model()
      for _ in 0..<12 {
        step(&model, &random)
        #expect(model.faults == [], "seed \(TestSettings.seed)")
      }
    }
  }

  private func step(_ model: inout Model, _ random: inout SeededGenerator) {
    let size = Double.random(in: 1...4, using: &random).rounded()
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1:
      let piece = pieces.randomElement(using: &random) ?? ""
      model.text.append(piece, style: TextStyle(size: size))
      model.units += piece.utf16
      model.sizes += Array(repeating: size, count: piece.utf16.count)
    case 2:
      let range = randomRange(model.units.count, &random)
      model.text.setStyle(TextStyle(size: size), inUTF16: range)
      for unit in whole(range, model.units) { model.sizes[unit] = size }
    case 3:
      let range = randomRange(model.units.count, &random)
      model.text.updateStyle(inUTF16: range) { $0.size = ($0.size + 1).rounded() }
      for unit in whole(range, model.units) { model.sizes[unit] += 1 }
    default:
      let range = whole(randomRange(model.units.count, &random), model.units)
      let slice = model.text.slice(utf16: range)
      model.text = random.oneIn(2) ? slice : slice + model.text
      let units = Array(model.text.string.utf16)
      let kept = Array(model.sizes[range])
      model.sizes = units.count == range.count ? kept : kept + model.sizes
      model.units = units.count == range.count ? Array(model.units[range]) : units
    }
  }

  @Test func takesPlacesOfTheString() throws {
    var text = AttributedText("one 😀 two")
    let emoji = try #require(text.string.firstRange(of: "😀"))
    text.setStyle(TextStyle(size: 30), in: emoji)
    #expect(text.styledRanges.map(\.utf16Range) == [0..<4, 4..<6, 6..<10])
    #expect(text.styledRanges.map(\.style.size) == [15, 30, 15])
    text.updateStyle(in: emoji.lowerBound..<text.string.endIndex) { $0.weight = .bold }
    #expect(text.style(atUTF16: 3).weight == .regular && text.style(atUTF16: 4).weight == .bold)
    #expect(text.style(atUTF16: -1).size == 15 && text.style(atUTF16: 99).weight == .bold)
    let part = text[emoji.lowerBound..<text.string.endIndex]
    #expect(part.string == "😀 two" && part.styledRanges.map(\.utf16Range) == [0..<2, 2..<6])
    text.updateStyle { $0 = TextStyle(size: 9) }
    #expect(text == AttributedText("one 😀 two", style: TextStyle(size: 9)))
  }

  /// Indices of another string must not trap.
  @Test func takesPlacesOutsideTheString() {
    var text = AttributedText("ab")
    let other = "a much longer string"
    text.setStyle(TextStyle(size: 9), in: other.startIndex..<other.endIndex)
    #expect(text.styledRanges.map(\.style.size) == [9])
    #expect(text[other.endIndex..<other.endIndex].isEmpty)
    #expect(text.slice(utf16: 5..<9).isEmpty && text.slice(utf16: -3..<0).isEmpty)
  }

  @Test func emptyTextHasAStyle() {
    var text = AttributedText("", style: TextStyle(size: 7))
    #expect(
      text.isEmpty
        && text.styledRanges == [StyledRange(utf16Range: 0..<0, style: TextStyle(size: 7))])
    text.updateStyle { $0.size = 8 }
    text.setStyle(TextStyle(size: 9), inUTF16: 0..<5)
    #expect(text.style(atUTF16: 0).size == 8)
    text += AttributedText("a", style: TextStyle(size: 8))
    #expect(text.styledRanges.map(\.utf16Range) == [0..<1])
  }

  @Test func comparesCodeUnits() {
    #expect(AttributedText("\u{E9}") != AttributedText("e\u{301}"))
    #expect(AttributedText("a").hashValue == AttributedText("a").hashValue)
  }
}

@Suite struct AttributedTextBuilderTests {
  private let body = TextStyle(size: 12)

  private func bold(_ style: TextStyle) -> TextStyle {
    var style = style
    style.weight = .bold
    return style
  }

  @Test func buildsFromParts() {
    let text = AttributedText(style: body) {
      "plain "
      Styled("bold") { $0.weight = .bold }
      AttributedText("own", style: TextStyle(size: 40))
    }
    #expect(text.string == "plain boldown")
    #expect(
      text.styledRanges.map(\.style) == [body, bold(body), TextStyle(size: 40)])
  }

  @Test func stylesNest() {
    let text = AttributedText(style: body) {
      Styled({ $0.size *= 2 }) {
        "big "
        Styled("and bold") { $0.weight = .bold }
      }
      "!"
    }
    #expect(text.styledRanges.map(\.style.size) == [24, 24, 12])
    #expect(text.styledRanges.map(\.style.weight) == [.regular, .bold, .regular])
  }

  @Test(arguments: [true, false])
  func takesConditionsAndLoops(isLong: Bool) {
    let text = AttributedText {
      for number in 1...3 { "\(number) " }
      if isLong { "more" } else { Styled("less") { $0.size = 9 } }
      if isLong { "!" }
    }
    #expect(text.string == (isLong ? "1 2 3 more!" : "1 2 3 less"))
    #expect(text.styledRanges.count == (isLong ? 1 : 2))
  }

  @Test func nothingKeepsTheStyle() {
    let text = AttributedText(style: body) {}
    #expect(text.isEmpty && text.styledRanges.map(\.style) == [body])
  }
}
