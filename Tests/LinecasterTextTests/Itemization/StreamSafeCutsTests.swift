import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct StreamSafeCutsTests {
  /// Where the runs of a text start, with the bundled fonts.
  private func runStarts(_ text: String) throws -> [Int] {
    Typesetter(fonts: try .bundled()).prepare(Paragraph(text)).storage.runs.map(\.start)
  }

  @Test func leavesThirtyMarksAlone() throws {
    #expect(try runStarts("e" + String(repeating: "\u{301}", count: 30)) == [0])
    #expect(try runStarts("👍" + String(repeating: "🏽", count: 30)) == [0])
  }

  @Test(arguments: ["e\u{301}", "👍🏽"])
  func cutsAfterThirtyMarks(cluster: String) throws {
    let scalars = Array(cluster.unicodeScalars)
    var text = String(scalars[0])
    for _ in 0..<100 { text.unicodeScalars.append(scalars[1]) }
    let length = UTF16.width(scalars[1])
    let first = UTF16.width(scalars[0])
    #expect(try runStarts(text) == [0] + [30, 60, 90].map { first + $0 * length })
  }
}
