import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Thousands of marks take time in proportion, wherever they stand.
@Suite(.serialized) struct HostileMarkupTests {
  static let texts = [
    "@", "# @", "> @", "- @", "```@\ncode\n```", "```\n@\n```", "    @", "`@\n`", "[a](@)",
    "[@](a)", "![@](a)", "![a](@)", "<https:@>", "*@*", "[a](b \"@\")", "@\n===", "~~@~~", "\\@",
  ]

  @Test(arguments: texts)
  func isReadAndComparedInProportion(text: String) {
    let growth = AlternatingMarks.growth { byteCount in
      let texts = ["x", "y"].map {
        text.replacing("@", with: AlternatingMarks.text(byteCount: byteCount, end: $0))
      }
      return {
        let markups = texts.map { Markup($0) }
        let nodes = markups.map { $0.layout(MarkupStyle()) }
        // What is no link is text; the address of a link is not kept.
        let areSame = markups[0] == markups[1]
        #expect(areSame == (markups[0].hashValue == markups[1].hashValue))
        #expect(!areSame || nodes[0] == nodes[1])
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func readingIsCancelled() throws {
    let text = String(repeating: "# A *title*\n\nand [a](b) `text`\n\n> - nested\n", count: 4_000)
    #expect(try Markup(text, isCancelled: { false }) == Markup(text))
    #expect(throws: CancellationError.self) { try Markup("a", isCancelled: { true }) }
    var questions = 0
    #expect(throws: CancellationError.self) {
      try Markup(text) {
        questions += 1
        return questions > 2
      }
    }
    #expect(questions == 3)
  }

  /// One line, many lines and many marks each ask in proportion to what they do.
  @Test(arguments: ["word ", "word\n", "*a ", "> ", "```\n", "    code\n", "`a "])
  func everyStageAsks(piece: String) throws {
    let text = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
    var questions = 0
    _ = try WorkScope.run(
      {
        questions += 1
        return false
      }, every: 20_000
    ) { scope throws(CancellationError) in
      var reader = BlockReader(lineBreaks: .spaces, scope)
      _ = try reader.blocks(of: MarkupLine.lines(of: text, scope))
    }
    #expect(questions > 20)
  }
}
