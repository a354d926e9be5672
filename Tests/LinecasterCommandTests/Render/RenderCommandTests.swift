import Foundation
import Linecaster
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
    let bitmap = try PNGDecoder().decode(bytes)
    #expect(Double(bitmap.width) == width * scale)
    #expect(bitmap.height > bitmap.width / 5)
    #expect(bitmap.color(atX: 0, y: 0) == .white)
    #expect(try folder.names == ["feed.jsonl", "out.png"])
  }

  @Test func themesHaveTheirGround() async throws {
    let bitmap = try PNGDecoder().decode(try await image(["--theme", "dark"]))
    #expect(bitmap.color(atX: 0, y: 0) == Color(rgb: 0x15191E))
  }

  @Test func largerLettersTakeMoreRoom() async throws {
    let designed = try PNGDecoder().decode(try await image([]))
    let larger = try PNGDecoder().decode(try await image(["--text-scale", "2"]))
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
    #expect(run.errors == "")
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
    let whole = try PNGDecoder().decode(try await image([]))
    let part = try PNGDecoder().decode(try await image(["--rows", "2"]))
    #expect(part.height < whole.height)
    #expect(try PNGDecoder().decode(try await image(["--rows", "1000000"])) == whole)
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

  /// The bytes of the image that these options give.
  private func image(_ options: [String]) async throws -> [UInt8] {
    let run = try await LinecasterRun(["render", feed, "-o", folder.file("out.png")] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    #expect(run.errors == "")
    return Array(try folder.read("out.png"))
  }
}
