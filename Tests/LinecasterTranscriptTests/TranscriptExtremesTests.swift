import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterTranscript

/// Transcript styles with extreme numbers.
@Suite struct TranscriptExtremesTests {
  @Test func margins() throws {
    var random = SeededGenerator()
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    for _ in 0..<60 {
      let style = TranscriptStyle(margin: random.extreme())
      #expect(style.margin.isFinite && style.margin >= 0)
      let row = TranscriptRow("row", of: "message", from: "Ada", .sender, style: style)
      let environment = LayoutEnvironment(width: 320)
      let arrangement = try arranger.arrange(row.body(in: environment), in: environment)
      #expect(arrangement.size.width == 320 && arrangement.size.height.isFinite)
    }
  }
}
