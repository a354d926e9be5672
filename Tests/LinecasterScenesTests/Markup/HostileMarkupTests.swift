import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Thousands of combining marks take linear time at any place.
@Suite(.serialized) struct HostileMarkupTests {
  static let texts = [
    "@", "# @", "> @", "- @", "```@\ncode\n```", "```\n@\n```", "    @", "`@\n`", "[a](@)",
    "[@](a)", "![@](a)", "![a](@)", "<https:@>", "*@*", "[a](b \"@\")", "@\n===", "~~@~~", "\\@",
    "| @ |\n|---|\n| @ |", "[^n]\n\n[^n]: @", "[@]: a\n\n[@]", "<b @>", "@@a.b",
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
        // An invalid link is text; the address of a link is not kept.
        let areSame = markups[0] == markups[1]
        #expect(areSame == (markups[0].hashValue == markups[1].hashValue))
        #expect(!areSame || nodes[0] == nodes[1])
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  /// Missing cells are added up to a limit only, and containers are limited in depth.
  @Test func sizesHaveLimits() {
    let columns = 10_000
    var text = String(repeating: "|a", count: columns) + "\n"
    text += String(repeating: "|-", count: columns) + "\n"
    text += String(repeating: "|x\n", count: 1_000)
    var blocks = Markup(text).blocks
    guard case .table(let table)? = blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.alignments.count == columns && blocks.count == 2)
    #expect(table.rows.count * columns < BlockMachine.missingCellLimit + 2 * columns)
    blocks = Markup(String(repeating: ">", count: 10_000) + "a").blocks
    var depth = 0
    while case .quote(let inner)? = blocks.first {
      blocks = inner
      depth += 1
    }
    #expect(depth == Markup.depthLimit)
    let left = String(repeating: ">", count: 10_000 - depth) + "a"
    #expect(blocks == [.paragraph([MarkupSpan(left)])])
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

  /// Reading checks for cancellation in proportion to its work: for one line, many lines and many
  /// markers.
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
      _ = try MarkupTree(text, .gitHub, scope)
    }
    #expect(questions > 20)
  }
}
