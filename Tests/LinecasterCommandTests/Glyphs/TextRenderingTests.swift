import Foundation
import LinecasterTestSupport
import Testing

/// The Unicode text rendering tests, from the command line.
@Suite struct TextRenderingTests {
  @Test(
    .enabled(
      if: SharedFiles.path("conformance/text/text-rendering-tests") != nil,
      "no shared text rendering tests here"))
  func drawsWhatTheUnicodeTextRenderingTestsShow() async throws {
    let folder = try #require(SharedFiles.path("conformance/text/text-rendering-tests"))
    let run = try await LinecasterRun([
      "glyphs", "\(folder)/cases.jsonl", "--fonts", "\(folder)/fonts",
    ])
    let cases: [RenderingCase] = try decode(
      String(contentsOfFile: "\(folder)/cases.jsonl", encoding: .utf8))
    let results: [RenderingCase.Result] = try decode(run.output)
    #expect(results.map(\.id) == cases.map(\.id))
    let judged = zip(cases, results).filter { $0.0.bareLibraries == "pass" }
    let failed = judged.filter { !$0.0.isMet(by: $0.1) }.map(\.0.id)
    print("text rendering tests: \(judged.count - failed.count) of \(judged.count) cases")
    #expect(failed == [])
    #expect(judged.count == 653)
  }

  private func decode<Value: Decodable>(_ lines: String) throws -> [Value] {
    try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Value.self, from: Data($0.utf8))
    }
  }

  @Test func comparesPaths() {
    let path = PathContours("M0,0 Q1,2 3,4 Z M9,9 L8,8 Z")
    #expect(path.isNear(PathContours("M9,9 L8,8 Z M0,0 Q1,2 3,4 Z"), tolerance: 0))
    #expect(path.isNear(PathContours("M0,0 Q1,2 3,5.5 Z M9,9 L8,8 Z"), tolerance: 1.5))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,5.6 Z M9,9 L8,8 Z"), tolerance: 1.5))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,4 M9,9 L8,8 Z"), tolerance: 9))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,4 Z"), tolerance: 9))
    #expect(!path.isNear(PathContours(""), tolerance: 9))
  }
}
