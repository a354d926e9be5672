import Foundation
import Linecaster
import Testing

/// Input that is made to break things ends in an image or in a message.
@Suite struct HostileInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func render(_ text: String, _ name: String, _ options: String...) async throws
    -> LinecasterRun
  {
    let file = try folder.write(text, to: name)
    return try await LinecasterRun(["render", file, "-o", folder.file("out.png")] + options)
  }

  private static func nested(_ depth: Int) -> String {
    #"{"body": "# + String(repeating: #"{"Row": ["#, count: depth) + #"{"Text": "deep"}"#
      + String(repeating: "]}", count: depth) + "}"
  }

  /// Worker threads have small stacks, and debug builds large frames.
  @Test func theDeepestSceneIsDrawnAndInspected() async throws {
    let deepest = Self.nested(LayoutNode.maximumDepth)
    let run = try await render(deepest, "deep.json", "--debug")
    #expect(run.status == 0, "\(run.errors)")
    let page = try await LinecasterRun([
      "inspect", folder.file("deep.json"), "-o", folder.file("deep.html"),
    ])
    #expect(page.status == 0, "\(page.errors)")
  }

  @Test(arguments: [LayoutNode.maximumDepth + 1, 100_000])
  func deeperScenesAreFaults(depth: Int) async throws {
    let run = try await render(Self.nested(depth), "deep.json")
    #expect(run.status == 1 && run.errors.contains("nested deeper than"))
    #expect(try folder.names == ["deep.json"])
  }

  @Test func zeroBytesAreNamedOrDrawn() async throws {
    let scene = try await render("{\"body\": {\"Text\": \"a\0b\"}}", "a.json")
    #expect(scene.status == 1)
    #expect(scene.errors.contains("a.json:1:21: not JSON: a control character must be escaped"))
    let feed = try await render("{\"id\": 1, \"author\": \"\0\"}", "a.jsonl")
    #expect(feed.status == 1 && feed.errors.contains("a.jsonl:1: not JSON: a zero byte"))
    #expect(try await render("a\0b", "a.txt").status == 0)
  }

  /// The system ends paths at a zero byte.
  @Test(arguments: [#"a.png\u0000"#, "../a.png", "/a.png", ""])
  func imagesOutsideOfTheFolderAreNotRead(name: String) async throws {
    let run = try await render(
      #"{"body": {"Image": {"image": "\#(name)", "size": {"width": 1, "height": 1}}}}"#, "a.json")
    #expect(run.status == 1 && run.errors.contains("not a path inside the folder"))
  }

  @Test func bytesThatAreNoTextAreRepaired() async throws {
    let path = folder.file("a.txt")
    try Data([0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]).write(to: URL(fileURLWithPath: path))
    let run = try await LinecasterRun(["render", path, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func longLinesAreFaultsOfTheirFile() async throws {
    let long = String(repeating: "0123456789 ", count: 1 << 20)
    let text = try await render(long, "a.txt")
    #expect(text.errors == "linecaster: \(folder.file("a.txt")): more than 4194304 bytes\n")
    let feed = try await render(#"{"id": 1, "author": "\#(long)"}"#, "a.jsonl")
    #expect(feed.status == 1 && feed.errors.contains("a.jsonl:1: longer than 4194304 bytes"))
    let scene = try await render(
      #"{"body": {"Text": "\#(long)\#(long)"}}"#, "a.json")
    #expect(scene.errors.contains("a.json: more than 16777216 bytes"))
    #expect(try folder.names == ["a.txt", "a.jsonl", "a.json"])
  }

  @Test func imagesWithoutPixelsOrWithTooManyAreNamed() async throws {
    let empty = try await render(#"{"body": {"Row": []}}"#, "a.json")
    #expect(empty.status == 1 && empty.errors.contains("has no pixels"), "\(empty.errors)")
    for height in ["1e9", "1e308"] {
      let run = try await render(
        #"{"body": {"Spacer": {}, "frame": {"height": \#(height)}}}"#, "a.json")
      #expect(run.status == 1 && run.errors.contains("is too large"), "\(run.errors)")
    }
    #expect(try folder.names == ["a.json"])
  }
}
