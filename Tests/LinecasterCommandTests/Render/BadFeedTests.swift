import Foundation
import Linecaster
import Testing

@Suite struct BadFeedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func everyFaultIsNamedWithFileAndLine() async throws {
    let text = Feed.mixed + "nope\n{\"id\": 4, \"time\": 1, \"body\": \"\"}\n[[[[\n"
    let feed = try folder.write(text, to: "feed.jsonl")
    try await expectFailure(
      feed,
      """
      linecaster: \(feed):4: not JSON
      linecaster: \(feed):5: missing field 'author'
      linecaster: \(feed):6: not JSON

      """)
  }

  @Test func manyFaultsAreCounted() async throws {
    let feed = try folder.write(String(repeating: "x\n", count: 50), to: "feed.jsonl")
    let shown = (1...20).map { "linecaster: \(feed):\($0): not JSON\n" }.joined()
    try await expectFailure(feed, shown + "linecaster: and 30 more\n")
  }

  @Test func invalidUTF8IsNamed() async throws {
    let feed = folder.file("feed.jsonl")
    try Data([0x22, 0xC3, 0x28, 0x22]).write(to: URL(fileURLWithPath: feed))
    try await expectFailure(feed, "linecaster: \(feed):1: invalid UTF-8\n")
  }

  @Test func emptyFeedsHaveNoImage() async throws {
    let feed = try folder.write("\n \n", to: "feed.jsonl")
    try await expectFailure(feed, "linecaster: \(feed): the feed has no messages to draw\n")
    try await expectFailure(
      "/dev/null", "linecaster: /dev/null: the feed has no messages to draw\n")
  }

  @Test func whatIsNoFileIsNamed() async throws {
    try await expectFailure(
      folder.path, "linecaster: \(folder.path): cannot be read: is a folder\n")
    let none = folder.file("none")
    try await expectFailure(none, "linecaster: \(none): cannot be read: no such file\n")
  }

  @Test func standardInputHasAName() async throws {
    let feed = try folder.write("nope", to: "feed.jsonl")
    let run = try await LinecasterRun(
      ["render", "-", "--input", "feed", "-o", folder.file("out.png")], input: feed)
    #expect(run.errors == "linecaster: standard input:1: not JSON\n")
    #expect(run.status == 1)
  }

  /// An image whose header is right and whose pixels are not must not leave a hole.
  @Test func brokenImagesAreNamed() async throws {
    let image = try PNGEncoder().encode(Bitmap(width: 20, height: 20, background: .black))
    let path = folder.file("half.png")
    try Data(image.dropLast(20)).write(to: URL(fileURLWithPath: path))
    let feed = try folder.write(
      #"{"id": 1, "author": "", "time": 1, "body": "", "image": "half.png"}"#, to: "feed.jsonl")
    let run = try await LinecasterRun(["render", feed, "-o", folder.file("out.png")])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("linecaster: \(path): is not a usable image: "))
    #expect(try folder.names == ["feed.jsonl", "half.png"])
  }

  @Test func imagesOverTheLimitsFailBeforeTheyAreDrawn() async throws {
    let feed = try folder.write(Feed.short(rows: 5000), to: "feed.jsonl")
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--scale", "4",
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains("is too large"))
    #expect(run.errors.hasSuffix("; try --rows or a smaller --scale\n"))
    #expect(try folder.names == ["feed.jsonl"])
  }

  @Test func feedsOfControlCharactersAreDrawn() async throws {
    let controls = (0..<0xA0).map { String(format: "\\u%04x", $0) }.joined()
    let feed = try folder.write(
      #"{"id": "\#(controls)", "author": "\#(controls)", "time": "\#(controls)", "#
        + #""body": "\#(controls)\u2028\ufffe\ufeff\u202e"}"#, to: "feed.jsonl")
    let run = try await LinecasterRun(["render", feed, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func expectFailure(
    _ feed: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.names
    let run = try await LinecasterRun(["render", feed, "-o", folder.file("out.png")])
    #expect(run.errors == message, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(try folder.names == before, sourceLocation: sourceLocation)
  }
}
