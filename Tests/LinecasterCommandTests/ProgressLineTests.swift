import Foundation
import LinecasterTestSupport
import Testing

/// The progress line in a terminal while an image is drawn.
@Suite(
  .enabled(
    if: try TestTools.has(
      "script", FileManager.default.isExecutableFile(atPath: LinecasterRun.script)),
    "no `script` to make a terminal with"))
struct ProgressLineTests {
  private static let feed = #"{"id": 1, "author": "Ada", "time": 1700000155, "body": "Hi"}"#
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [("a.jsonl", feed), ("a.txt", "Hello")])
  func aTerminalShowsOneLineThatEndsWithTheSize(name: String, text: String) async throws {
    let file = try folder.write(text, to: name)
    let run = try await LinecasterRun(
      ["render", file, "-o", folder.file("out.png")], isTerminal: true)
    #expect(run.status == 0)
    // Each state overwrites the previous one; only the last one stays.
    let line = try #require(run.output.split(separator: "\r\n").first)
    #expect(run.output.split(separator: "\r\n").count == 1)
    let states = line.components(separatedBy: "\r\u{1B}[K")
    #expect(states.last?.hasPrefix("\(folder.file("out.png")): 360 × ") == true, "\(states)")
    // Without a terminal there is no progress line.
    let quiet = try await LinecasterRun(["render", file, "-o", folder.file("out.png")])
    #expect(quiet.errors.isEmpty && quiet.bytes.isEmpty)
  }

  @Test func imagesDoNotGoToTerminals() async throws {
    let file = try folder.write("Hello", to: "a.txt")
    let run = try await LinecasterRun(["render", file, "-o", "-"], isTerminal: true)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("linecaster: standard output is a terminal"))
  }
}
