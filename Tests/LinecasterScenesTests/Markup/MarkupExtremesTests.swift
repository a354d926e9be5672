import LinecasterBase
import LinecasterCells
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Markup with extreme sizes; a trap would end the test process.
@Suite struct MarkupExtremesTests {
  private static let text = """
    # Jagged *office*

    Fly `code` [on](a)

    1. one
    2. two

    ![picture](a.png)

    > quote
    """

  @Test func makesLayoutsOfAnySize() {
    var random = SeededGenerator(salt: 175)
    let markup = Markup(Self.text)
    for _ in 0..<200 {
      let size = Size(width: random.extreme(), height: random.extreme())
      let style = MarkupStyle(size: random.extreme())
      let layout = markup.layout(style, imageWidth: random.extreme()) { _ in size }
      guard case .stack(let blocks) = layout.content else {
        Issue.record("no blocks, seed \(TestSettings.seed)")
        continue
      }
      #expect(blocks.count == 5)
    }
    for bits in [UInt8.min, .max] { _ = MarkupSpan.Traits(rawValue: bits) }
  }

  @Test func highlightsFromAnyState() {
    for text in ["/* /* a", "b */ \"\"\" #", "\"\"\""] {
      for state in [Int.min, .min + 1, -2, 2, .max - 1, .max] {
        var state = state
        for _ in 0..<3 {
          let tokens = BasicHighlighter().tokens(in: text, language: "swift", state: &state)
          #expect(tokens.allSatisfy { (0...text.utf8.count).contains($0.utf8Range.upperBound) })
        }
      }
    }
    var token = CodeToken(.string, Int.min..<Int.max)
    token.utf8Range = Int.max..<Int.max
    #expect(token == CodeToken(.string, Int.max..<Int.max))
  }
}
