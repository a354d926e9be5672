import Foundation
import LinecasterTestSupport
import Testing

@Suite struct FontFolderTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(Feed.short(rows: 1), to: "feed.jsonl")
    try FileManager.default.createDirectory(
      atPath: folder.file("fonts"), withIntermediateDirectories: false)
  }

  @Test func theFontsOfAFolderComeFirst() async throws {
    let plain = try await drawn([])
    try copyFont("NotoSansMono", to: "b.TTF")
    let mono = try await drawn(["--font", folder.file("fonts")])
    #expect(mono != plain)
    #expect(try await drawn(["--font", folder.file("fonts/b.TTF")]) == mono)
    // The first file by name draws the characters that both have.
    try copyFont("NotoSans", to: "a.ttf")
    _ = try folder.write("no font, and no font's name", to: "fonts/README")
    #expect(try await drawn(["--font", folder.file("fonts")]) == plain)
    // The first file on the command line draws them.
    let (sans, both) = (folder.file("fonts/a.ttf"), folder.file("fonts/b.TTF"))
    #expect(try await drawn(["--font", sans, "--font", both]) == plain)
    #expect(try await drawn(["--font", both, "--font", sans]) == mono)
  }

  /// The bundled fonts draw missing characters, unless they are turned off.
  @Test func whatTheyLackIsNotMissing() async throws {
    let text = try folder.write("नमस्ते 👋", to: "a.txt")
    let mono = Self.path("NotoSansMono")
    let out = folder.file("out.png")
    let run = try await LinecasterRun(["render", text, "-o", out, "--font", mono])
    #expect(run.status == 0 && run.errors == "")
    let alone = try await LinecasterRun([
      "render", text, "-o", out, "--font", mono, "--no-bundled-fonts",
    ])
    #expect(alone.status == 0 && alone.errors.contains("no font has U+0928"))
    let none = try await LinecasterRun(["render", text, "-o", out, "--no-bundled-fonts"])
    #expect(none.status == 64 && none.errors.contains("--no-bundled-fonts needs --font"))
  }

  @Test func brokenFontsAreNamed() async throws {
    let font = try folder.write("nonsense", to: "fonts/broken.ttf")
    let message = "linecaster: \(font): is not a usable font: no font header\n"
    try await expectFailure(message)
    try await expectFailure(message, font: font)
    // A broken file among others is skipped.
    try copyFont("NotoSans", to: "a.ttf")
    let run = try await render(["--font", folder.file("fonts")])
    #expect(run.status == 0)
    #expect(run.errors == message.replacing("linecaster: ", with: "linecaster: warning: "))
  }

  @Test func unreadableFontsAreNamed() async throws {
    let none = folder.file("none.ttf")
    try await expectFailure(
      "linecaster: \(none): cannot be read: No such file or directory\n", font: none)
    try await expectFailure(
      "linecaster: /dev/null: cannot be read: not a regular file\n", font: "/dev/null")
  }

  @Test func foldersWithoutFontsAreNamed() async throws {
    try await expectFailure(
      "linecaster: \(folder.file("fonts")): holds no fonts: it has no font files\n")
  }

  private func render(_ options: [String]) async throws -> LinecasterRun {
    try await LinecasterRun(["render", feed, "-o", folder.file("out.png")] + options)
  }

  private func drawn(_ options: [String]) async throws -> Data {
    let run = try await render(options)
    #expect(run.status == 0 && run.errors.split(separator: "\n").allSatisfy(Self.isTold), "\(run)")
    return try folder.read("out.png")
  }

  /// Whether a line reports a font without bold letters.
  private static func isTold(_ line: Substring) -> Bool { line.contains("has no weight 700") }

  private func expectFailure(
    _ message: String, font: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await render(["--font", font ?? folder.file("fonts")])
    #expect(run.errors == message, sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(try !folder.names.contains("out.png"), sourceLocation: sourceLocation)
  }

  private static func path(_ family: String) -> String {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../Fonts").standardizedFileURL
    return "\(sources.path)/\(family)/\(family)-Regular.ttf"
  }

  private func copyFont(_ family: String, to name: String) throws {
    try FileManager.default.copyItem(
      atPath: Self.path(family), toPath: folder.file("fonts/\(name)"))
  }
}

/// Font issues are reported once, for any kind of input.
@Suite struct FontIssueCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let text = """
    {"Text": {"string": "a", "style": {"families": ["Noto Sans Siriac", "Noto Sans Syriac"],
      "weight": "bold", "slant": "italic"}}}
    """
  private static let told = [
    "Noto Sans Syriac has no italic style; upright is used, with synthesized slant",
    "Noto Sans Syriac has no weight 700; 400 is used, with synthesized bold",
    "no font family is named 'Noto Sans Siriac'; did you mean 'Noto Sans Syriac'?",
  ]

  @Test func theyAreToldOnceAndInOrder() async throws {
    let scene = try folder.write(
      #"{"body": {"Column": [\#(Self.text), \#(Self.text)]}}"#, to: "a.json")
    let expected = Self.told.map { "linecaster: warning: \($0)\n" }.joined()
    let run = try await LinecasterRun(["render", scene, "-o", folder.file("a.png"), "--stats"])
    #expect(run.status == 0 && run.errors == expected)
    #expect(run.output.contains(/font shortfalls +3\n/))
    let page = try await LinecasterRun(["inspect", scene, "-o", folder.file("a.html")])
    #expect(page.errors == expected)
    let html = String(decoding: try folder.read("a.html"), as: UTF8.self)
    #expect(html.contains("<li>\(Self.told[1])</li>"))
    let measured = try await LinecasterRun(["measure", "a", "--family", "Noto Snas"])
    #expect(measured.errors.hasSuffix("'Noto Snas'; did you mean 'Noto Sans'?\n"))
    #expect(measured.status == 0)
  }

  @Test func aSceneDrawsWithTheFontsBesideIt() async throws {
    func scene(_ file: String) -> String {
      #"{"fonts": [{"family": "Brand", "file": "\#(file)"}], "body": {"Text": {"#
        + #""string": "lll", "style": {"families": ["Brand"]}}}}"#
    }
    try FileManager.default.copyItem(atPath: FontFixtures.variable, toPath: folder.file("v.ttf"))
    let path = try folder.write(scene("v.ttf"), to: "a.json")
    let out = folder.file("a.png")
    let dump = folder.file("a.glyphs.json")
    let run = try await LinecasterRun(["render", path, "-o", out, "--dump", dump])
    #expect(run.status == 0 && run.errors == "")
    let glyphs = String(decoding: try folder.read("a.glyphs.json"), as: UTF8.self)
    #expect(glyphs.contains("\"v.ttf\"") && !glyphs.contains("NotoSans"))
    _ = try folder.write(scene("w.ttf"), to: "a.json")
    let missing = try await LinecasterRun(["render", path, "-o", out])
    #expect(missing.status == 1)
    #expect(
      missing.errors == "linecaster: \(folder.file("w.ttf")): cannot be read: "
        + "No such file or directory\n")
    for outside in ["../v.ttf", folder.file("v.ttf"), #"v.ttf\u0000"#, ""] {
      _ = try folder.write(scene(outside), to: "a.json")
      let run = try await LinecasterRun(["render", path, "-o", out])
      #expect(run.status == 1 && run.errors.contains("is not a path inside the folder"), "\(run)")
    }
  }
}
