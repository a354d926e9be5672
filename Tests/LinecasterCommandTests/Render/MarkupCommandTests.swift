import Foundation
import Linecaster
import Testing

@Suite struct MarkupCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func height(_ text: String, _ name: String) async throws -> Int {
    let file = try folder.write(text, to: name)
    let run = try await LinecasterRun(["render", file, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
    return try PNGDecoder().decode(Array(folder.read("out.png"))).height
  }

  @Test func marksShapeTheImage() async throws {
    let plain = try await height("Title", "a.txt")
    #expect(try await height("# Title", "a.txt") > plain)
    #expect(try await height("- a\n- b\n\n> c", "a.txt") > 2 * plain)
  }

  @Test func lineEndsStayInTextsAndAreSpacesInMarkdown() async throws {
    let one = try await height("a b", "a.txt")
    #expect(try await height("a\nb", "a.md") == one)
    #expect(try await height("a\nb", "a.txt") > one)
  }

  @Test func imagesStandBetweenParagraphs() async throws {
    let image = try Bitmap(width: 30, height: 50, background: .black)
    try PNGEncoder().write(image, to: folder.file("dot.png"))
    let without = try await height("a", "a.txt")
    #expect(try await height("a\n\n![dot](dot.png)", "a.txt") == without + 50 + 12)
    let file = try folder.write("![dot](../dot.png)", to: "b.txt")
    let run = try await LinecasterRun(["render", file, "-o", folder.file("b.png")])
    #expect(run.status == 1 && run.errors.contains("not a path inside the folder"))
  }
}
