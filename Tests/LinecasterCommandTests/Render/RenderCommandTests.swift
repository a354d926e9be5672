import Foundation
import Linecaster
import LinecasterTesting
import Testing

@Suite struct RenderCommandTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(Feed.mixed, to: "feed.jsonl")
  }

  @Test(arguments: [(120.0, 1.0), (360, 2), (900, 1.25)])
  func theImageIsAsWideAsAsked(width: Double, scale: Double) async throws {
    let bytes = try await image(["--width", "\(width)", "--scale", "\(scale)"])
    let bitmap = try ImageDecoder().decode(bytes)
    #expect(Double(bitmap.width) == width * scale)
    #expect(bitmap.height > bitmap.width / 5)
    #expect(bitmap.color(atX: 0, y: 0) == .white)
    #expect(try folder.names == ["feed.jsonl", "out.png"])
  }

  @Test func themesHaveTheirGround() async throws {
    let bitmap = try ImageDecoder().decode(try await image(["--theme", "dark"]))
    #expect(bitmap.color(atX: 0, y: 0) == Color(rgb: 0x15191E))
  }

  @Test func largerLettersTakeMoreRoom() async throws {
    let designed = try ImageDecoder().decode(try await image([]))
    let larger = try ImageDecoder().decode(try await image(["--text-scale", "2"]))
    #expect(larger.width == designed.width)
    #expect(larger.height > designed.height * 3 / 2)
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("none.png"), "--text-scale", "0",
    ])
    #expect(run.status == 64 && run.errors.contains("--text-scale must be from 0.25 to 8"))
  }

  @Test func everyRunWritesTheSameBytes() async throws {
    let first = try await image(["--workers", "1"])
    #expect(try await image(["--workers", "1"]) == first)
    #expect(try await image(["--workers", "2"]) == first)
    #expect(try await image(["--workers", "256"]) == first)
  }

  @Test func standardInputIsAFeedToo() async throws {
    let fromFile = try await image([])
    let run = try await LinecasterRun(
      ["render", "-", "-o", folder.file("other.png")], input: feed)
    #expect(run.status == 0)
    #expect(Self.tellsNoMoreThanBoldLetters(run.errors), "\(run.errors)")
    #expect(try Array(folder.read("other.png")) == fromFile)
  }

  @Test(arguments: [1, 2, 3, 77])
  func editsOnTheWayLeaveTheRightImage(seed: Int) async throws {
    let feed = try folder.write(Feed.short(rows: 12), to: "short.jsonl")
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--updates", "40", "--seed", "\(seed)",
      "--stats",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("applied"))
    #expect(try folder.names.contains("out.png"))
  }

  @Test func rowsCanBeLimited() async throws {
    let whole = try ImageDecoder().decode(try await image([]))
    let part = try ImageDecoder().decode(try await image(["--rows", "2"]))
    #expect(part.height < whole.height)
    #expect(try ImageDecoder().decode(try await image(["--rows", "1000000"])) == whole)
  }

  @Test func byteOrderMarksLineEndsAndRepeatedIdentifiersAreRead() async throws {
    let text = "\u{FEFF}" + Feed.short(rows: 9).replacingOccurrences(of: "\n", with: "\r\n\r\n")
    let run = try await LinecasterRun([
      "render", try folder.write(text, to: "crlf.jsonl"), "-o", folder.file("out.png"), "--stats",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("9 measured, 9 in the image"))
  }

  @Test func statisticsAreAligned() async throws {
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--stats",
    ])
    let lines = run.output.split(separator: "\n")
    let labels = [
      "rows", "glyphs drawn", "size cache", "glyph cache", "time: shape", "time: rasterize",
      "longest main-queue block", "total",
    ]
    for label in labels { #expect(lines.contains { $0.hasPrefix(label + "  ") }, "\(label)") }
    let columns = lines.map { line in
      line.range(of: "  +", options: .regularExpression).map {
        line.distance(from: line.startIndex, to: $0.upperBound)
      }
    }
    #expect(Set(columns).count == 1, "\(run.output)")
  }

  /// Whether the errors only report synthesized bold letters of fallback fonts.
  static func tellsNoMoreThanBoldLetters(_ errors: String) -> Bool {
    errors.split(separator: "\n").allSatisfy { $0.hasSuffix(" is used, with synthesized bold") }
  }

  /// The bytes of the image drawn with these options.
  private func image(_ options: [String]) async throws -> [UInt8] {
    let run = try await LinecasterRun(["render", feed, "-o", folder.file("out.png")] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    #expect(Self.tellsNoMoreThanBoldLetters(run.errors), "\(run.errors)")
    return Array(try folder.read("out.png"))
  }
}

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
    let before = try ImageDecoder().decode(Array(folder.read("plain.png")))
    let after = try ImageDecoder().decode(Array(folder.read("debug.png")))
    #expect(after.width == before.width && after.height > before.height + 50)
    var changed = 0
    for y in 0..<before.height {
      for x in 0..<before.width where before.color(atX: x, y: y) != after.color(atX: x, y: y) {
        changed += 1
      }
    }
    // The overlay adds hairlines and tints to the same image.
    #expect(changed > before.width && changed < before.width * before.height / 2)
  }

  /// The dumped positions of glyphs are those of the drawing, for any input.
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
    let image = try ImageDecoder().decode(Array(folder.read("out.png")))
    #expect(glyphs.count >= 5)
    for glyph in glyphs {
      let y = try #require(glyph["y"] as? Double)
      #expect(y > 0 && y < Double(image.height))
    }
  }
}

@Suite struct GlyphDumpTests {
  private struct Dump: Decodable {
    struct Glyph: Decodable {
      let font: String
      let index: Int
      let size: Double
      let id: UInt32
      let x: Double
      let y: Double
    }
    let image: String
    let glyphs: [Glyph]
  }

  private let folder: TemporaryFolder
  private let text: String

  init() throws {
    folder = try TemporaryFolder()
    text = try folder.write("a b שלו", to: "text.txt")
  }

  private func render(_ options: String...) async throws -> LinecasterRun {
    try await LinecasterRun(["render", text, "-o", folder.file("out.png")] + options)
  }

  @Test func glyphsAreWrittenBesideTheImage() async throws {
    let run = try await render("--size", "20", "--scale", "1.5", "--dump", folder.file("out.json"))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let dump = try JSONDecoder().decode(Dump.self, from: folder.read("out.json"))
    #expect(dump.image == "out.png")
    #expect(dump.glyphs.count == 7)
    #expect(dump.glyphs.allSatisfy { $0.size == 30 && $0.index == 0 })
    #expect(dump.glyphs.map(\.font).first == "NotoSans-Regular.ttf")
    #expect(dump.glyphs.map(\.font).last == "NotoSansHebrew-Regular.ttf")
    // The margin of 8 points, and visual order from left to right on one baseline.
    #expect(dump.glyphs.first?.x == 12)
    #expect(zip(dump.glyphs, dump.glyphs.dropFirst()).allSatisfy { $0.x < $1.x && $0.y == $1.y })
  }

  @Test func exactPlacesGiveAnotherImage() async throws {
    #expect(try await render().status == 0)
    let quarters = try folder.read("out.png")
    #expect(try await render("--exact").status == 0)
    #expect(try folder.read("out.png") != quarters)
  }

  /// Presets give different pictures of the same size; the automatic one depends on the scale.
  @Test func presetsAreChosenByNameOrByScale() async throws {
    var pictures: [String: [UInt8]] = [:]
    for (preset, scale) in [
      ("plain", "1"), ("screen", "1"), ("auto", "1"), ("plain", "2"), ("screen", "2"),
      ("auto", "2"),
    ] {
      #expect(try await render("--rendering", preset, "--scale", scale).status == 0)
      pictures[preset + scale] = Array(try folder.read("out.png"))
    }
    #expect(pictures["screen1"] != pictures["plain1"] && pictures["screen2"] != pictures["plain2"])
    #expect(pictures["auto1"] == pictures["screen1"])
    #expect(pictures["auto2"] == pictures["plain2"])
    #expect(try await render().status == 0)
    #expect(Array(try folder.read("out.png")) == pictures["screen1"])
    #expect(try await render("--rendering", "soft").status == 64)
  }

  /// The scene's own preset applies unless the command line sets another.
  @Test func scenesSayHowTheyAreDrawn() async throws {
    let picture = folder.file("scene.png")
    func draw(_ words: String, _ arguments: String...) async throws -> [UInt8] {
      _ = try folder.write(#"{\#(words)"width": 80, "body": {"Text": "Regen"}}"#, to: "scene.json")
      let run = try await LinecasterRun(
        ["render", folder.file("scene.json"), "-o", picture] + arguments)
      #expect(run.status == 0)
      return Array(try folder.read("scene.png"))
    }
    let (screen, plain) = (try await draw(""), try await draw(#""rendering": "plain", "#))
    #expect(screen != plain)
    #expect(try await draw("", "--rendering", "plain") == plain)
    #expect(try await draw(#""rendering": "plain", "#, "--rendering", "auto") == screen)
  }

  @Test func optionsOfFeedsAreRefused() async throws {
    #expect(try await render("--rows", "3").status == 64)
    #expect(try await render("--size", "0").status == 64)
    #expect(try folder.names == ["text.txt"])
  }

  @Test func textsThatAreNotThereAreNamed() async throws {
    let run = try await LinecasterRun([
      "render", folder.file("none.txt"), "-o", folder.file("out.png"),
    ])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("linecaster: \(folder.file("none.txt")): cannot be read: "))
  }
}

/// The images of the README equal the command's drawings.
///
/// `.ci/pictures figures` draws them again.
@Suite struct ReadmeImageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL.path
  private static let resources = "\(root)/Sources/Linecaster/Linecaster.docc/Resources"

  @Test(arguments: [("hero", "hero.json"), ("demo", "demo.jsonl")])
  func anImageIsWhatTheCommandDraws(name: String, input: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await LinecasterRun([
      "render", "\(Self.root)/Sources/LinecasterCommand/Demo/\(input)", "-o",
      folder.file("new.png"), "--scale", "2",
    ])
    // No characters or colours are reported as missing.
    #expect(run.status == 0)
    #expect(RenderCommandTests.tellsNoMoreThanBoldLetters(run.errors), "\(run.errors)")
    let drawn = try ImageDecoder().decode(Array(folder.read("new.png")))
    let shown = try ImageDecoder().decode(path: "\(Self.resources)/\(name).png")
    #expect(drawn == shown, ".ci/pictures figures draws \(name).png again")
  }

  /// Fonts cover each language of the bundled feed, in regular and bold.
  @Test func noLanguageOfTheFeedLacksALetter() async throws {
    let path = "\(Self.root)/Sources/LinecasterCommand/Demo/languages.jsonl"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let fields = lines.flatMap { $0.components(separatedBy: ", ") }
    #expect(Set(fields.filter { $0.contains("language") }).count >= 60)
    let folder = try TemporaryFolder()
    let run = try await LinecasterRun(["render", path, "-o", folder.file("new.png")])
    #expect(run.status == 0)
    // Characters without a font would be reported.
    #expect(RenderCommandTests.tellsNoMoreThanBoldLetters(run.errors), "\(run.errors)")
  }

  /// The image is at the top of the README.
  @Test func theHeroIsOnTopOfTheReadme() throws {
    let readme = try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
    let line = try #require(readme.split(separator: "\n").dropFirst().first)
    #expect(line.hasPrefix("![") && line.hasSuffix("Linecaster.docc/Resources/hero.png)"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(Self.resources)/hero.png")).count < 600_000)
  }
}

/// Compares a drawn feed with the images under `Snapshots/Feed`.
@Suite struct SnapshotTests {
  private static let folder = SnapshotFolder("Feed")

  @Test(arguments: Theme.allCases)
  func aFeedLooksAsItDid(theme: Theme) async throws {
    let folder = try TemporaryFolder()
    let feed = try folder.write(Feed.mixed, to: "feed.jsonl")
    let image = folder.file("feed.png")
    let run = try await LinecasterRun([
      "render", feed, "-o", image, "--width", "240", "--theme", theme.rawValue,
    ])
    #expect(run.status == 0, "\(run.errors)")
    let outcome = try Self.folder.compare(ImageDecoder().decode(path: image), theme.rawValue)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: Theme.allCases.map(\.rawValue))
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
