import Foundation
@testable import LinecasterConformance
import LinecasterInlineSupport
import LinecasterTestSupport
import Testing

/// Rich paragraphs against those that a browser laid out.
@Suite struct InlineConformanceTests {
  private static func fonts() throws -> FontFamilyTable {
    try FontFamilyTable(Recordings.data("inline-fonts.json"), source: "inline-fonts.json")
  }

  private static let hasFonts: Bool = {
    var table = try? fonts()
    return table?.missingFiles().isEmpty ?? false
  }()

  /// How many recordings of each group must agree; more is better, and then the number rises.
  private static let least = [
    "mixed": 94, "boxes": 63, "attach": 57, "bidi": 59, "carets": 54, "hits": 38, "selections": 34,
    "balance": 18, "hyphens": 24, "indent": 17, "tabs": 16, "justify": 34, "spaces": 22, "cjk": 52,
    "transform": 37, "clamp": 27, "ellipsis": 13, "vertical": 51, "trim": 23,
    "ruby": 30, "initial": 10,
  ]

  @Test(
    .enabled(
      if: hasFonts, "needs fonts-noto-core, -mono, -cjk, and -color-emoji"))
  func laysOutAsABrowserDoes() throws {
    var fonts = try Self.fonts()
    var score = InlineScore()
    for recording in try InlineRecording.all(in: Recordings.lines("inline.jsonl")) {
      let answers = try recording.item.answers(with: &fonts)
      score.add(recording, InlineComparison(recording, answers).faults)
    }
    print("rich paragraphs as in a browser:\n\(score)")
    if ProcessInfo.processInfo.environment["LINECASTER_INLINE"] != nil { print(score.failures) }
    #expect(score.groups.reduce(0) { $0 + $1.group.cases + $1.group.others } == 831)
    for (name, group) in score.groups {
      #expect(group.passed >= Self.least[name] ?? 0, "\(name)")
    }
  }
}
