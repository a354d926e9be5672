import Foundation
import Linecaster
import Testing

@Suite struct DebugImageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let inputs = [
    ("feed.jsonl", Feed.mixed), ("text.txt", "# Hello שלום\n\nnamed *नमस्ते* 😀"),
    ("card.json", #"{"body": {"Row": [{"Text": "Hello 日本"}]}}"#),
  ]

  @Test(arguments: inputs)
  func theOverlayLeavesTheImageAndAddsALegend(name: String, text: String) async throws {
    let file = try folder.write(text, to: name)
    let plain = try await LinecasterRun(["render", file, "-o", folder.file("plain.png")])
    let debug = try await LinecasterRun(["render", file, "-o", folder.file("debug.png"), "--debug"])
    #expect(plain.status == 0 && debug.status == 0, "\(debug.errors)")
    let before = try PNGDecoder().decode(Array(folder.read("plain.png")))
    let after = try PNGDecoder().decode(Array(folder.read("debug.png")))
    #expect(after.width == before.width && after.height > before.height + 50)
    var changed = 0
    for y in 0..<before.height {
      for x in 0..<before.width where before.color(atX: x, y: y) != after.color(atX: x, y: y) {
        changed += 1
      }
    }
    // Hairlines and tints, not a new image.
    #expect(changed > before.width && changed < before.width * before.height / 2)
  }

  /// The places of glyphs are those of the drawing, whatever the input is.
  @Test(arguments: inputs)
  func glyphsAreDumpedForEveryInput(name: String, text: String) async throws {
    let file = try folder.write(text, to: name)
    let run = try await LinecasterRun([
      "render", file, "-o", folder.file("out.png"), "--dump", folder.file("out.json"), "--scale",
      "2",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let dump = try #require(
      try JSONSerialization.jsonObject(with: folder.read("out.json")) as? [String: Any])
    let glyphs = try #require(dump["glyphs"] as? [[String: Any]])
    let image = try PNGDecoder().decode(Array(folder.read("out.png")))
    #expect(glyphs.count >= 5)
    for glyph in glyphs {
      let y = try #require(glyph["y"] as? Double)
      #expect(y > 0 && y < Double(image.height))
    }
  }
}
