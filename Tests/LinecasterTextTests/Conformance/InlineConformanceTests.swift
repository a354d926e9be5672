import Foundation
@testable import LinecasterConformance
import LinecasterTestSupport
import Testing

/// Rich paragraphs compared with a browser's layouts.
@Suite struct InlineConformanceTests {
  private static func fonts() throws -> FontFamilyTable {
    try FontFamilyTable(Recordings.data("inline-fonts.json"), source: "inline-fonts.json")
  }

  private static let hasFonts: Bool = {
    var table = try? fonts()
    return table?.missingFiles().isEmpty ?? false
  }()

  /// A file of recordings with their number and the allowed differences.
  struct Recorded: Sendable, CustomTestStringConvertible {
    let file: String
    let count: Int
    let differences: Set<String>

    var testDescription: String { file }
  }

  private static let files = [
    Recorded(
      file: "inline.jsonl", count: 831,
      differences: [
        "d-boxes-041", "d-cjk-015", "d-hyphens-007", "d-hyphens-028", "d-justify-009",
        "d-mixed-033", "d-mixed-035", "d-mixed-067",
      ]),
    Recorded(
      file: "inline-2.jsonl", count: 1_581,
      differences: [
        "e-boxes-027", "e-boxes-038", "e-boxes-116", "e-cjk-043", "e-cjk-093", "e-cjk-100",
        "e-cjk-101", "e-hits-046", "e-mixed-020", "e-mixed-071", "e-mixed-086", "e-mixed-088",
        "e-ruby-029", "e-ruby-035", "e-ruby-037", "e-ruby-047", "e-spaces-024", "e-spaces-025",
        "e-spaces-029",
      ]),
  ]

  @Test(
    .enabled(
      if: try TestTools.has("a font of Noto", hasFonts),
      "needs fonts-noto-core, -mono, -cjk, and -color-emoji"),
    arguments: files)
  func laysOutAsABrowserDoes(recorded: Recorded) throws {
    var fonts = try Self.fonts()
    var score = InlineScore()
    for recording in try InlineRecording.all(in: Recordings.lines(recorded.file)) {
      let answers = try recording.item.answers(with: &fonts)
      score.add(recording, InlineComparison(recording, answers).faults)
    }
    print("rich paragraphs as in a browser, \(recorded.file):\n\(score)")
    if ProcessInfo.processInfo.environment["LINECASTER_INLINE"] != nil { print(score.failures) }
    #expect(score.groups.reduce(0) { $0 + $1.group.cases + $1.group.others } == recorded.count)
    let differing = Set(score.groups.flatMap { $0.group.faults.map(\.id) })
    #expect(differing.subtracting(recorded.differences).sorted() == [], "differ now")
    #expect(recorded.differences.subtracting(differing).sorted() == [], "no longer differ")
  }
}
