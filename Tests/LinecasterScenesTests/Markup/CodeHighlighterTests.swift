import Foundation
import LinecasterBase
import LinecasterCells
@testable import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import Testing

/// Syntax highlighting of code in Markdown.
@Suite struct CodeHighlighterTests {
  /// The tokens of all lines, each with its kind and its text.
  private func tokens(_ code: String, _ language: String) -> [String] {
    var state = 0
    return code.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let bytes = Array(line.utf8)
      return BasicHighlighter().tokens(in: String(line), language: language, state: &state).map {
        "\($0.kind) " + String(decoding: bytes[$0.utf8Range], as: UTF8.self)
      }
    }
  }

  @Test(arguments: [
    (
      #"let name: String = "Ada" // a name"#,
      ["keyword let", "type String", #"string "Ada""#, "comment // a name"]
    ),
    (
      "@main struct A { static func main() async {} }",
      [
        "keyword @main", "keyword struct", "type A", "keyword static", "keyword func",
        "keyword async",
      ]
    ),
    (
      "x.init(1_000, 0xFF, 2.5e-3, 1...5, a2)",
      ["number 1_000", "number 0xFF", "number 2.5e-3", "number 1", "number 5"]
    ),
    (#"print("a \(b("c")) \" d", e)"#, [#"string "a \(b("c")) \" d""#]),
    (
      ##"let a = #"\(no) \#(yes(")")) " end"# "##,
      ["keyword let", ##"string #"\(no) \#(yes(")")) " end"#"##]
    ),
    ("#if os(Linux) && größe", ["keyword #if", "type Linux"]),
    (
      "a /* b /* c */\nlet\n*/ let",
      [
        "comment /* b /* c */", "comment let", "comment */", "keyword let",
      ]
    ),
    (
      #"""
      let a = """
        let "b" \("c")
        """ + d
      """#,
      [
        "keyword let", #"string """"#, #"string     let "b" \("c")"#, #"string     """"#,
      ]
    ),
    ("\"open\nlet a", ["string \"open", "keyword let"]),
  ])
  func swiftHasItsWordsInColours(code: String, expected: [String]) {
    #expect(
      tokens(code, "swift").map { $0.replacing("  ", with: "") }
        == expected.map { $0.replacing("  ", with: "") })
  }

  @Test func jsonHasItsWordsInColours() {
    #expect(
      tokens(#"{"a \" b" : ["c", -1.5e+3, true, nothing, null], "d":0"#, "json") == [
        #"name "a \" b""#, #"string "c""#, "number 1.5e+3", "keyword true", "keyword null",
        #"name "d""#, "number 0",
      ])
    #expect(tokens("let a = 1", "rust").isEmpty)
  }

  /// Tokens of random bytes of code are ordered and inside their lines, and no line is skipped.
  @Test func tokensOfRandomCodeAreInOrder() {
    var random = SeededGenerator(salt: 4_903)
    let parts = [
      "\"", "#", "\\", "(", ")", "/*", "*/", "//", "\"\"\"", "a", "A1", " ", "é", "1.", "e+",
      "@", ":", "let",
    ]
    for _ in 0..<3_000 {
      let line = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      var state = Int.random(in: -3...3, using: &random)
      for language in ["swift", "json"] {
        let tokens = BasicHighlighter().tokens(in: line, language: language, state: &state)
        let ends = [0] + tokens.flatMap { [$0.utf8Range.lowerBound, $0.utf8Range.upperBound] }
        #expect(
          ends == ends.sorted() && ends.last ?? 0 <= line.utf8.count,
          "LINECASTER_SEED=\(random.seed): \(line)")
      }
    }
  }

  @Test func stylesColourTheTokens() throws {
    var style = MarkupStyle(theme: .dark)
    let markup = Markup("```Swift\nlet a = \"b\"\n\n/* c\nd */\n```")
    let plain = try #require(code(in: markup.layout(style)))
    style.highlighter = BasicHighlighter()
    let colored = try #require(code(in: markup.layout(style)))
    #expect(colored.string == plain.string && plain.styledRanges.count == 1)
    let colors = colored.styledRanges.map(\.style.color)
    let (keyword, string) = (style.codeColors[.keyword], style.codeColors[.string])
    let comment = style.codeColors[.comment]
    #expect(colors == [keyword, .white, string, .white, comment, .white, comment])
  }

  /// Ranges that are outside the line, overlap, or split a character have no effect.
  @Test func wrongTokensHaveNoEffect() throws {
    struct Wrong: CodeHighlighter {
      func tokens(in line: String, language: String, state: inout Int) -> [CodeToken] {
        [
          CodeToken(.string, -3..<1), CodeToken(.string, 0..<1), CodeToken(.string, 2..<3),
          CodeToken(.keyword, 3..<4), CodeToken(.number, 3..<4), CodeToken(.comment, 4..<99),
          CodeToken(.comment, Int.max - 1..<Int.max),
        ]
      }
    }
    var style = MarkupStyle()
    style.highlighter = Wrong()
    let text = try #require(code(in: Markup("```a\néab\n```").layout(style)))
    #expect(text.string == "éab")
    let colors = text.styledRanges.map(\.style.color)
    #expect(colors == [style.text.color, style.codeColors[.string], style.codeColors[.keyword]])
  }

  /// WCAG 2 requires a contrast of 4.5.
  @Test(arguments: [Theme.light, .dark]) func colorsStandOutFromTheirGround(theme: Theme) {
    let style = MarkupStyle(theme: theme)
    #expect(style.codeColors.count == CodeToken.Kind.allCases.count)
    for color in style.codeColors.values {
      let (a, b) = (luminance(color), luminance(style.codeBackground))
      #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5)
    }
  }

  @Test func stylesWithEqualHighlightersAreEqual() {
    var (a, b) = (MarkupStyle(), MarkupStyle())
    a.highlighter = BasicHighlighter()
    #expect(a != b)
    b.highlighter = BasicHighlighter()
    #expect(a == b && a.hashValue == b.hashValue)
  }

  /// The text of code below the name of its language.
  private func code(in layout: LayoutNode) -> AttributedText? {
    guard case .stack(let blocks) = layout.content, case .stack(let lines)? = blocks.first?.content,
      case .text(let paragraph)? = lines.last?.content
    else { return nil }
    return paragraph.text
  }

  private func luminance(_ color: Color) -> Double {
    func linear(_ value: UInt8) -> Double {
      let value = Double(value) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
