import Foundation
import Linecaster
import Testing

/// The cards of the documentation equal the command's drawings of their templates.
///
/// `.ci/pictures gallery` draws them again.
@Suite struct CardGalleryTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL.path
  private static let catalogue = "\(root)/Sources/Linecaster/Linecaster.docc"
  private static let gallery = "\(root)/Sources/Examples/Gallery"

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: gallery))?
    .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted() ?? []

  @Test(arguments: names)
  func aCardIsWhatTheCommandDraws(name: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await LinecasterRun([
      "render", "\(Self.gallery)/\(name).json", "-o", folder.file("new.png"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    // Nothing is reported except synthesized bold letters of symbol fonts.
    let told = run.errors.split(separator: "\n").filter { !$0.contains("synthesized bold") }
    #expect(told.count <= 1, "\(run.errors)")
    let drawn = try ImageDecoder().decode(Array(folder.read("new.png")))
    let path = "\(Self.catalogue)/Resources/card-\(name).png"
    #expect(try drawn == ImageDecoder().decode(path: path), ".ci/pictures gallery draws it again")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count <= 150_000)
  }

  @Test func everyCardIsOnThePage() throws {
    #expect(Self.names.count == 12)
    let page = try String(contentsOfFile: "\(Self.catalogue)/Cards.md", encoding: .utf8)
    for name in Self.names {
      #expect(page.contains("](card-\(name))") && page.contains("`\(name).json`"), "\(name)")
    }
    let images = try FileManager.default.contentsOfDirectory(atPath: "\(Self.catalogue)/Resources")
      .filter { $0.hasPrefix("card-") && !$0.hasSuffix("-browser.png") }
    #expect(images.sorted() == Self.names.map { "card-\($0).png" })
  }
}
