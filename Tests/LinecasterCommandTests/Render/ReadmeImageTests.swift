import Foundation
import Linecaster
import Testing

/// Compares the images of the README with what the command draws.
///
/// `make figures` draws them again.
@Suite struct ReadmeImageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL.path
  private static let resources = "\(root)/Sources/Linecaster/Linecaster.docc/Resources"

  @Test(arguments: [("hero", "hero.json"), ("demo", "demo.jsonl")])
  func aImageIsWhatTheCommandDraws(name: String, input: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await LinecasterRun([
      "render", "\(Self.root)/Sources/LinecasterCommand/Demo/\(input)", "-o",
      folder.file("new.png"), "--scale", "2",
    ])
    // Nothing is missing either, neither characters nor colours.
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let drawn = try PNGDecoder().decode(Array(folder.read("new.png")))
    let shown = try PNGDecoder().decode(path: "\(Self.resources)/\(name).png")
    #expect(drawn == shown, "make figures draws \(name).png again")
  }

  /// The image is the first thing that a reader sees.
  @Test func theHeroIsOnTopOfTheReadme() throws {
    let readme = try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
    let line = try #require(readme.split(separator: "\n").dropFirst().first)
    #expect(line.hasPrefix("![") && line.hasSuffix("Linecaster.docc/Resources/hero.png)"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(Self.resources)/hero.png")).count < 600_000)
  }
}
