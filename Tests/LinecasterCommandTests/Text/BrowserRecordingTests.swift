import Foundation
import LinecasterTestSupport
import Testing

/// The command against paragraphs that a browser laid out.
@Suite struct BrowserRecordingTests {
  private static let cases = SharedFiles.path("conformance/text/chrome-text.jsonl")
  private static let fonts = SharedFiles.path("conformance/text/chrome-fonts.json")
  private static let hasFonts = ["opentype/noto", "truetype/noto"].allSatisfy {
    FileManager.default.fileExists(atPath: "/usr/share/fonts/\($0)")
  }

  @Test(.enabled(if: cases != nil && fonts != nil && hasFonts, "no recordings or fonts here"))
  func laysOutAsABrowserDoes() async throws {
    let cases = try #require(Self.cases)
    let run = try await LinecasterRun(["text", cases, "--fonts", try #require(Self.fonts)])
    #expect(run.status == 0 && run.errors == "")
    let printed = try PrintedLayout.results(run.output)
    var score = BrowserScore()
    for recording in try BrowserRecording.load(cases) {
      score.add(recording, printed[recording.id])
    }
    print("browser recordings: \(score)")
    #expect(score.cases == 239)
    // The rest are newer dictionaries of Lao and Khmer, and a Thai vowel taken from its consonant.
    #expect(score.breaks >= 234)
    // A browser's emoji are a little wider than their font says.
    #expect(score.widths >= 231)
    #expect(score.maxContent.agreed >= 233)
    #expect(score.minContent.agreed >= 232)
    #expect(score.cuts.agreed == score.cuts.asked)
    #expect(score.heights.agreed == score.heights.asked)
    #expect(score.graphemes.part >= 0.995)
  }
}
