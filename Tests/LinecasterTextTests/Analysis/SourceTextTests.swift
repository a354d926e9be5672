import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct SourceTextTests {
  private func text(_ text: String, _ whiteSpace: WhiteSpace) -> String {
    String(
      decoding: SourceText(AttributedText(text), whiteSpace: whiteSpace).units, as: UTF16.self)
  }

  @Test(arguments: [
    ("  a \n\t b  ", "a b"), ("a\r\nb\rc", "a b c"), ("\n\n", ""), ("", ""), ("   ", ""),
    ("a\u{200B}\n b \u{200B} c\n\u{200B}d", "a\u{200B}b \u{200B} c\u{200B}d"), ("中\n国", "中 国"),
    ("a \u{3000} b\u{A0} \u{2003} ", "a \u{3000} b\u{A0} \u{2003}"),
    ("a \u{2028} b \u{85}\t c", "a\u{2028}b\u{85}c"), ("one two", "one two"), ("a ", "a"),
    ("a\u{C}\n b", "a\u{C}b"),
  ])
  func collapses(source: String, expected: String) {
    #expect(text(source, .normal) == expected)
    #expect(text(source, .nowrap) == expected)
    for kept in [WhiteSpace.pre, .preWrap, .breakSpaces] { #expect(text(source, kept) == source) }
  }

  @Test(arguments: [
    ("  a  b \t\n  c  ", "a b\nc"), ("a \r\n b", "a\r\nb"), (" \n \n ", "\n\n"), ("a\tb", "a b"),
    ("a \r b", "a\rb"),
  ])
  func keepsLineFeeds(source: String, expected: String) {
    #expect(text(source, .preLine).utf16.elementsEqual(expected.utf16))
  }

  /// White space collapsed by repeated replacement, which knows nothing of offsets.
  @Test func agreesWithReplacement() {
    var random = SeededGenerator(salt: 102)
    for _ in 0..<2000 {
      let source = randomText(&random)
      let normal = replaced(source, terminators: ["\u{2028}"], spaces: [" ", "\t", "\n", "\r"])
      #expect(text(source, .normal) == normal, "\(source.debugDescription)")
      let lines = replaced(source, terminators: ["\n", "\r", "\u{2028}"], spaces: [" ", "\t"])
      #expect(text(source, .preLine) == lines, "\(source.debugDescription)")
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let pieces = ["a", "é", "😀", " ", " ", "\t", "\n", "\r", "\u{2028}", "\u{A0}"]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private func replaced(_ source: String, terminators: [Character], spaces: [Character]) -> String {
    let lines = source.unicodeScalars.split(omittingEmptySubsequences: false) {
      terminators.contains(Character($0))
    }
    let ends = source.unicodeScalars.filter { terminators.contains(Character($0)) }
    var text = ""
    for (index, line) in lines.enumerated() {
      let words = line.split { spaces.contains(Character($0)) }.map { String($0) }
      text += words.joined(separator: " ")
      if index < ends.count {
        text.unicodeScalars.append(ends[ends.index(ends.startIndex, offsetBy: index)])
      }
    }
    return text
  }

  /// Each unit that is left stands where the map says, in the style it had.
  @Test func mapsEveryUnit() {
    var random = SeededGenerator(salt: 103)
    for _ in 0..<1000 {
      let source = randomText(&random)
      var attributed = AttributedText()
      for (index, character) in source.enumerated() {
        attributed.append(String(character), style: TextStyle(size: Double(index / 3 + 1)))
      }
      let units = Array(attributed.string.utf16)
      let left = SourceText(attributed, whiteSpace: .normal)
      let sizes = Self.sizes(attributed.runs)
      let leftSizes = Self.sizes(left.runs)
      #expect(left.map.count == left.units.count && left.map.sourceCount == units.count)
      for unit in left.units.indices {
        let place = left.map.sourceUnits(of: unit..<unit + 1).lowerBound
        #expect(left.units[unit] == units[place] || left.units[unit] == 0x20)
        #expect(leftSizes[unit] == sizes[place])
      }
    }
  }

  private static func sizes(_ runs: [AttributedText.Run]) -> [Double] {
    var sizes: [Double] = []
    for run in runs { while sizes.count < run.end { sizes.append(run.style.size) } }
    return sizes
  }

  @Test func keepsAStyleForNothing() {
    var text = AttributedText("  ", style: TextStyle(size: 40))
    text.append("\n", style: TextStyle(size: 20))
    let source = SourceText(text, whiteSpace: .normal)
    #expect(source.units == [] && source.runs.map(\.style.size) == [40])
  }
}
