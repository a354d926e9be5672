import Foundation
import Testing

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
    text = try folder.write("ab שלום", to: "text.txt")
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
