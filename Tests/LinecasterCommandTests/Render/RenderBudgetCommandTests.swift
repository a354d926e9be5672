import Foundation
import Linecaster
import Testing

@testable import LinecasterCommand

/// Pictures that are too large to be held are drawn and written in bands.
@Suite struct RenderBudgetCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func bytes(_ input: String, _ options: String...) async throws -> [UInt8] {
    let run = try await LinecasterRun(["render", input, "-o", folder.file("out.png")] + options)
    #expect(run.status == 0, "\(run.errors)")
    return try Array(folder.read("out.png"))
  }

  @Test func feedsInBandsAreTheSame() async throws {
    let feed = try folder.write(Feed.mixed + Feed.short(rows: 60), to: "feed.jsonl")
    let whole = try await bytes(feed, "--scale", "1.5")
    #expect(try await bytes(feed, "--scale", "1.5", "--max-pixels", "100000") == whole)
    let edited = try await bytes(feed, "--updates", "9")
    #expect(try await bytes(feed, "--updates", "9", "--max-pixels", "100000") == edited)
  }

  @Test func scenesAndTextsInBandsAreTheSame() async throws {
    let scene = try folder.write(
      ##"""
      {"body": {"Column": [
        {"Text": "A heading", "shadow": {"color": "#000", "blur": 9}},
        {"Row": [{"Box": {"color": "#08f", "size": {"width": 90, "height": 1200}}}], "opacity": 0.5}
      ], "padding": 12, "background": "#fff"}}
      """##, to: "a.json")
    let text = try folder.write(
      String(repeating: "# Words\n\n* in *bands*\n", count: 40), to: "a.md")
    for input in [scene, text] {
      let whole = try await bytes(input)
      #expect(try await bytes(input, "--max-pixels", "100000") == whole)
      let run = try await LinecasterRun(["render", input, "-o", "-", "--max-memory", "1"])
      #expect(run.bytes == whole)
    }
  }

  @Test func whatDoesNotFitIsAnErrorThatNamesTheLimit() async throws {
    let text = try folder.write(String(repeating: "a\n\n", count: 200), to: "a.txt")
    let run = try await LinecasterRun([
      "render", text, "-o", folder.file("out.png"), "--debug", "--max-pixels", "100000",
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains("the limits are 100000 and 268435456"), "\(run.errors)")
    for option in [["--max-pixels", "99999"], ["--max-memory", "0"]] {
      let run = try await LinecasterRun(["render", text, "-o", folder.file("out.png")] + option)
      #expect(run.status == 64, "\(run.errors)")
    }
  }
}
