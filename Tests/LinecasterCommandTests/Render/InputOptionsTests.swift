import Foundation
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

  @Test func theFontsOfAFolderAreUsed() async throws {
    try copyFont("NotoSansMono", to: "b.TTF")
    let mono = try await render()
    #expect(mono.status == 0, "\(mono.errors)")
    let monoImage = try folder.read("out.png")
    // The first by name draws what both have.
    try copyFont("NotoSans", to: "a.ttf")
    _ = try folder.write("no font, and no font's name", to: "fonts/README")
    #expect(try await render().status == 0)
    let sans = try folder.read("out.png")
    #expect(sans != monoImage)
    try copyFont("NotoSans", to: "c.ttf")
    #expect(try await render().status == 0)
    #expect(try folder.read("out.png") == sans)
  }

  @Test func brokenFontsAreNamed() async throws {
    let font = try folder.write("nonsense", to: "fonts/broken.ttf")
    try await expectFailure("linecaster: \(font): is not a usable font: no font header\n")
  }

  @Test func unreadableFontsAreNamed() async throws {
    let font = folder.file("fonts/a.ttf")
    try FileManager.default.createDirectory(atPath: font, withIntermediateDirectories: false)
    try await expectFailure("linecaster: \(font): cannot be read: not a regular file\n")
  }

  @Test func foldersWithoutFontsAreNamed() async throws {
    let path = folder.file("fonts")
    try await expectFailure(
      "linecaster: \(path): holds no fonts: no .ttf, .otf or .ttc file in it\n")
    try FileManager.default.removeItem(atPath: path)
    try await expectFailure("linecaster: \(path): cannot be read: no such folder\n")
    _ = try folder.write("", to: "fonts")
    try await expectFailure("linecaster: \(path): cannot be read: not a folder\n")
  }

  private func render() async throws -> LinecasterRun {
    try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--font-dir", folder.file("fonts"),
    ])
  }

  private func expectFailure(
    _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await render()
    #expect(run.errors == message, sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(try !folder.names.contains("out.png"), sourceLocation: sourceLocation)
  }

  private func copyFont(_ family: String, to name: String) throws {
    let sources = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../../Fonts").standardizedFileURL
    try FileManager.default.copyItem(
      atPath: "\(sources.path)/\(family)/\(family)-Regular.ttf",
      toPath: folder.file("fonts/\(name)"))
  }
}
