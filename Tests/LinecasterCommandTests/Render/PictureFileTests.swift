import Foundation
import Linecaster
import Testing

@testable import LinecasterCommand

/// The file name's extension determines the format.
@Suite struct PictureFileTests {
  private let folder: TemporaryFolder
  private let scene: String

  init() throws {
    folder = try TemporaryFolder()
    scene = try folder.write(
      """
      {"width": 120, "body": {"Text": {"string": "Words on a hill", "style": {"color": "#205080"}}},
      "background": "#FFF0E0"}
      """, to: "a.json")
  }

  private func image(_ name: String, _ options: String...) async throws -> (ImageFormat, Bitmap) {
    let run = try await LinecasterRun(["render", scene, "-o", folder.file(name)] + options)
    #expect(run.status == 0, "\(run.errors)")
    let decoder = ImageDecoder()
    return try (
      decoder.info(path: folder.file(name)).format, decoder.decode(path: folder.file(name))
    )
  }

  private func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
    let sum = zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(one.pixels.count)
  }

  @Test func formatsAreThoseOfTheEndings() async throws {
    let png = try await image("a.png")
    #expect(png.0 == .png)
    for name in ["a.jpg", "b.JPEG"] {
      let jpeg = try await image(name)
      #expect(jpeg.0 == .jpeg && difference(jpeg.1, png.1) < 5)
    }
    let webP = try await image("a.webp")
    #expect(webP.0 == .webP && webP.1 == png.1)
  }

  /// The text of a scene and of all rows of a feed stays text.
  @Test func documentsKeepLetters() async throws {
    let feed = folder.file("feed.jsonl")
    let rows = (0..<3).map { #"{"id": \#($0), "author": "Ada", "time": "now", "body": "b"}"# }
    try Data(rows.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: feed))
    for (input, texts) in [(scene, 1), (feed, 6)] {
      let run = try await LinecasterRun(["render", input, "-o", folder.file("a.svg")])
      #expect(run.status == 0, "\(run.errors)")
      let svg = String(decoding: try folder.read("a.svg"), as: UTF8.self)
      #expect(svg.hasPrefix("<?xml") && svg.split(separator: "<text ").count > texts)
      #expect(!svg.contains("<image"))
      let other = try await LinecasterRun(["render", input, "-o", folder.file("a.pdf")])
      #expect(other.status == 0, "\(other.errors)")
      #expect(try folder.read("a.pdf").starts(with: "%PDF-1.7".utf8))
    }
    for name in ["a.pdf", "a.svg"] {
      let run = try await LinecasterRun([
        "render", scene, "-o", folder.file(name), "--quality", "50",
      ])
      #expect(run.status == 64 && run.errors.contains("--quality needs JPEG"))
    }
  }

  @Test func qualityMakesFilesSmallerAndWorse() async throws {
    let png = try await image("a.png").1
    for name in ["a.jpg", "a.webp"] {
      let good = try await image(name, "--quality", "95").1
      let goodSize = try folder.read(name).count
      let bad = try await image(name, "--quality", "5").1
      #expect(try folder.read(name).count < goodSize)
      #expect(difference(good, png) < difference(bad, png))
    }
  }

  @Test func compactFilesAreOffByOneAtMost() async throws {
    let exact = try await image("a.png").1
    let compact = try await image("a.png", "--compact").1
    #expect(zip(exact.pixels, compact.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func whatIsNotBuiltInIsToldWithItsTrait() async throws {
    let run = try await LinecasterRun(["render", scene, "-o", folder.file("a.avif")])
    if AVIFEncoder.isBuiltIn {
      #expect(run.status == 0)
    } else {
      #expect(run.status == 64)
      #expect(run.errors.contains("AVIF is not built in; 'swift build --traits default,AVIF'"))
    }
  }
}
