import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Unicode's own tests of breaks, on prepared paragraphs.
@Suite(
  .enabled(
    if: try TestTools.has("unicode-data", UnicodeFile.folder != nil),
    "the package unicode-data is not installed"))
struct UnicodeBreakTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// The places inside a text that have any of the flags.
  private func places(_ flags: BoundaryFlags, in text: String) -> [Int] {
    let style = ParagraphStyle(whiteSpace: .preWrap, lineBreakRules: .unicode)
    let boundaries = typesetter.prepare(Paragraph(text, paragraphStyle: style)).boundaries
    return boundaries.indices.dropFirst().dropLast()
      .filter { !boundaries[$0].isDisjoint(with: flags) }
  }

  /// Compares every line of a file; the failing lines must be those that fail in ICU 72.
  private func check(_ file: String, _ flags: BoundaryFlags, as name: String) throws {
    let lines = try UnicodeFile(file).lines
    let expected = try #require(try UnicodeExpectations.read().icu72[name])
    let failing = lines.filter { line in
      let (text, breaks) = line.textAndBreaks
      return places(flags, in: text) != breaks.filter { $0 > 0 && $0 < text.utf16.count }
    }
    print("\(file): \(lines.count - failing.count) of \(lines.count)")
    #expect(lines.count == expected.cases)
    #expect(lines.count - failing.count == expected.passed)
    #expect(failing.map(\.number) == expected.failingLines)
  }

  @Test func followsTheLineBreakTest() throws {
    try check("auxiliary/LineBreakTest.txt", [.softBreak, .hardBreak], as: "line root")
  }

  @Test func followsTheGraphemeBreakTest() throws {
    try check("auxiliary/GraphemeBreakTest.txt", .grapheme, as: "grapheme")
  }

  @Test func everyEmojiIsOneGraphemeWithNoBreakInside() throws {
    let lines = try UnicodeFile("emoji/emoji-test.txt").lines
    let failing = lines.filter { line in
      let text = line.textAndBreaks.text
      return text.isEmpty || places([.grapheme, .softBreak, .hardBreak], in: text) != []
    }
    print("emoji-test.txt: \(lines.count - failing.count) of \(lines.count)")
    #expect(lines.count == 4733)
    #expect(failing.map(\.number) == [])
  }
}
