import Foundation
import Linecaster
import Testing

@testable import LinecasterCommand

/// Pictures larger than the memory limit are drawn and written in bands.
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
      // With less memory the file is compressed in parts.
      let run = try await LinecasterRun(["render", input, "-o", "-", "--max-memory", "1"])
      #expect(try ImageDecoder().decode(run.bytes) == ImageDecoder().decode(whole))
    }
  }

  /// For each kind of input, an exceeded limit is reported with the limit and the need.
  @Test func eachLimitIsTold() async throws {
    let scene = try folder.write(
      #"{"parts": {"p": {"Row": [{"Text": "abc"}, {"Text": "de"}]}}, "body": "#
        + #"{"Column": [{"Part": "p"}, {"Part": "p"}]}}"#, to: "a.json")
    let text = try folder.write("some words", to: "a.txt")
    let feed = try folder.write(Feed.short(rows: 2), to: "a.jsonl")
    let cases: [(input: String, options: [String], message: String)] = [
      (scene, ["--max-nodes", "6"], "takes 7 nodes; the limit is 6"),
      (scene, ["--max-text", "9"], "takes 10 units of text; the limit is 9"),
      (scene, ["--max-blended", "100"], " pixels painted; the limit is 100"),
      (scene, ["--max-time", "0.001"], " milliseconds; the limit is 1"),
      (text, ["--max-text", "9"], "takes 10 units of text; the limit is 9"),
      (text, ["--max-nodes", "1"], " nodes; the limit is 1"),
      (text, ["--max-blended", "100"], " pixels painted; the limit is 100"),
      (feed, ["--max-text", "3"], " units of text; the limit is 3"),
      (feed, ["--max-nodes", "2"], " nodes; the limit is 2"),
      (feed, ["--max-blended", "100"], " pixels painted; the limit is 100"),
    ]
    for (input, options, message) in cases {
      let output = folder.file("none.png")
      let run = try await LinecasterRun(["render", input, "-o", output] + options)
      #expect(run.status == 1 && run.errors.contains(message), "\(options): \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    let enough = try await LinecasterRun([
      "render", scene, "-o", folder.file("out.png"), "--max-nodes", "7", "--max-text", "10",
      "--max-time", "100",
    ])
    #expect(enough.status == 0, "\(enough.errors)")
  }

  @Test func whatDoesNotFitIsAnErrorThatNamesTheLimit() async throws {
    let text = try folder.write(String(repeating: "a\n\n", count: 200), to: "a.txt")
    let run = try await LinecasterRun([
      "render", text, "-o", folder.file("out.png"), "--debug", "--max-pixels", "100000",
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains(" pixels at once; the limit is 100000"), "\(run.errors)")
    for option in [
      ["--max-pixels", "99999"], ["--max-memory", "0"], ["--max-blended", "0"],
      ["--max-nodes", "0"], ["--max-text", "0"], ["--max-time", "0"],
    ] {
      let run = try await LinecasterRun(["render", text, "-o", folder.file("out.png")] + option)
      #expect(run.status == 64, "\(run.errors)")
    }
  }
}
