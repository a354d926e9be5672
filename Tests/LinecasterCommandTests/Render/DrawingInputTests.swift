import Foundation
import Linecaster
import Testing

@testable import LinecasterCommand
@testable import LinecasterCommandSupport

@Suite struct InputKindTests {
  @Test(arguments: [
    ("a.jsonl", InputKind.feed), ("a.NDJSON", .feed), ("a.txt", .text), ("b/README.md", .text),
    ("a.json", nil), ("-", nil), ("md", nil),
  ])
  func namesTellTheKind(path: String, kind: InputKind?) {
    #expect(InputKind(path: path) == kind)
  }

  @Test(arguments: [
    (#"{"id": 1, "author": "a", "time": 1, "body": "x"}"# + "\n", InputKind.feed),
    ("\u{FEFF}\n " + #"{"author": "a", "id": "1"}"#, .feed),
    (#"{"body": {"Text": "a"}}"#, .scene), ("{\n  \"width\": 3\n}", .scene),
    ("# Title\n", .text), ("[1]", .text), ("", .feed), (" \n", .feed),
  ])
  func firstBytesTellTheKind(content: String, kind: InputKind) {
    #expect(InputKind(content: content.utf8) == kind)
  }

  @Test(arguments: ["[1]", "", "\"a\"", "{\"body\": 1}"])
  func jsonIsNeverDrawnAsText(content: String) {
    #expect(InputKind(content: content.utf8, isJSON: true) == .scene)
  }
}

@Suite struct PipedInputTests {
  /// A pipe may be endless: its first bytes determine its kind.
  @Test func aPipeIsReadAsFarAsItsKindNeeds() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let writer = open(path, O_WRONLY)
    defer { close(reader) }
    // The pipe closes in case the reader waits for more.
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { close(writer) }
    let count = 1 << 19
    // F_SETPIPE_SZ of <fcntl.h>, which is not visible in Swift.
    #expect(fcntl(writer, 1031, Int32(2 * count)) >= Int32(count))
    let text = [UInt8](repeating: 0x61, count: count)
    #expect(write(writer, text, count) == count)
    let input = DrawingInput(path, kind: nil)
    var waiting: Int32 = 0
    #expect(ioctl(reader, UInt(FIONREAD), &waiting) == 0)
    #expect(input.kind == .text)
    #expect(Int(waiting) == count - 1 << 16)
    #expect(try input.text() == String(repeating: "a", count: count))
  }

  @Test func textsWithoutAnEndAreFaults() throws {
    let input = DrawingInput("/dev/zero", kind: .text)
    let failure = #expect(throws: CommandFailure.self) { try input.text() }
    #expect(failure?.description == "/dev/zero: more than 4194304 bytes")
  }
}

/// Binary files are not drawn as text.
@Suite struct BinaryFileTests {
  @Test(arguments: [
    ([0x89, 0x50, 0x4E, 0x47, 13, 10, 0x1A, 10], "is a PNG image, not a feed, a scene or a text"),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "is a JPEG image, not a feed, a scene or a text"),
    (
      [0xFF, 0xFE, 0x61, 0], "is text in UTF-16 instead of UTF-8, not a feed, a scene or a text"
    ),
  ])
  func whatIsSomethingElseIsNamed(bytes: [UInt8], fault: String) {
    #expect(BinaryFile.fault(of: bytes, isNamed: false) == fault)
    #expect(BinaryFile.fault(of: bytes, isNamed: true) == fault)
  }

  @Test func bytesThatNoTextHasAreRefusedUnlessSomebodySaysSo() {
    let bytes: [UInt8] = [0x61, 0x1A, 0x62]
    let fault = BinaryFile.fault(of: bytes, isNamed: false)
    #expect(fault?.hasPrefix("is not text: it has bytes such as 0x1A; use --input text") == true)
    #expect(BinaryFile.fault(of: bytes, isNamed: true) == nil)
  }

  /// Texts may begin like another format, have another encoding, or contain terminal colours.
  @Test(arguments: ["GIF89a is a name", "%PDF-1.4", "PK", "\u{1B}[1mbold", "a\r\n\tb\u{C}", "é"])
  func textsAreNot(text: String) {
    #expect(BinaryFile.fault(of: Array(text.utf8), isNamed: false) == nil)
    #expect(BinaryFile.fault(of: [0x63, 0x61, 0x66, 0xE9], isNamed: false) == nil)
  }

  @Test func picturesAreRefused() async throws {
    let folder = try TemporaryFolder()
    let image = try PNGEncoder().encode(Bitmap(width: 2, height: 2, background: .black))
    for name in ["hero.png", "hero", "hero.txt"] {
      let path = folder.file(name)
      try Data(image).write(to: URL(fileURLWithPath: path))
      let run = try await LinecasterRun(["render", path, "-o", folder.file("out.png")])
      #expect(run.status == 1)
      #expect(
        run.errors == "linecaster: \(path): is a PNG image, not a feed, a scene or a text\n")
    }
    let piped = try await LinecasterRun(
      ["render", "-", "-o", folder.file("out.png")], input: folder.file("hero"))
    #expect(piped.errors.hasPrefix("linecaster: standard input: is a PNG image"))
    #expect(try folder.names == ["hero.png", "hero", "hero.txt"])
  }
}

/// Hostile input gives an image or a message.
@Suite struct HostileInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func render(_ text: String, _ name: String, _ options: String...) async throws
    -> LinecasterRun
  {
    let file = try folder.write(text, to: name)
    return try await LinecasterRun(["render", file, "-o", folder.file("out.png")] + options)
  }

  private static func nested(_ depth: Int) -> String {
    #"{"body": "# + String(repeating: #"{"Row": ["#, count: depth) + #"{"Text": "deep"}"#
      + String(repeating: "]}", count: depth) + "}"
  }

  /// Worker threads have small stacks, and debug builds large frames.
  @Test func theDeepestSceneIsDrawnAndInspected() async throws {
    let deepest = Self.nested(LayoutNode.maximumDepth)
    let run = try await render(deepest, "deep.json", "--debug")
    #expect(run.status == 0, "\(run.errors)")
    let page = try await LinecasterRun([
      "inspect", folder.file("deep.json"), "-o", folder.file("deep.html"),
    ])
    #expect(page.status == 0, "\(page.errors)")
  }

  @Test(arguments: [LayoutNode.maximumDepth + 1, 100_000])
  func deeperScenesAreFaults(depth: Int) async throws {
    let run = try await render(Self.nested(depth), "deep.json")
    #expect(run.status == 1 && run.errors.contains("nested deeper than"))
    #expect(try folder.names == ["deep.json"])
  }

  @Test func zeroBytesAreNamedOrDrawn() async throws {
    let scene = try await render("{\"body\": {\"Text\": \"a\0b\"}}", "a.json")
    #expect(scene.status == 1)
    #expect(scene.errors.contains("a.json:1:21: not JSON: control characters must be escaped"))
    let feed = try await render("{\"id\": 1, \"author\": \"\0\"}", "a.jsonl")
    #expect(feed.status == 1 && feed.errors.contains("a.jsonl:1: not JSON: a zero byte"))
    #expect(try await render("a\0b", "a.txt").status == 0)
  }

  /// For the system, a path ends at a zero byte.
  @Test(arguments: [#"a.png\u0000"#, "../a.png", "/a.png", ""])
  func imagesOutsideOfTheFolderAreNotRead(name: String) async throws {
    let run = try await render(
      #"{"body": {"Image": {"image": "\#(name)", "size": {"width": 1, "height": 1}}}}"#, "a.json")
    #expect(run.status == 0 && run.errors.contains("warning: "))
    #expect(run.errors.contains("not a path inside the folder"))
  }

  @Test func addressesAreNotFetched() async throws {
    let run = try await render(
      #"{"body": {"Image": {"image": "https://example.org/a.png"}}}"#, "a.json")
    #expect(
      run.errors.contains(
        "a.json:1:30: body.Image.image: https://example.org/a.png: cannot be read: "
          + "URLs are not loaded; name a file inside the folder \(folder.path)\n"))
  }

  @Test func bytesThatAreNoTextAreRepaired() async throws {
    let path = folder.file("a.txt")
    try Data([0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]).write(to: URL(fileURLWithPath: path))
    let run = try await LinecasterRun(["render", path, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func longLinesAreFaultsOfTheirFile() async throws {
    let long = String(repeating: "0123456789 ", count: 1 << 20)
    let text = try await render(long, "a.txt")
    #expect(text.errors == "linecaster: \(folder.file("a.txt")): more than 4194304 bytes\n")
    let feed = try await render(#"{"id": 1, "author": "\#(long)"}"#, "a.jsonl")
    #expect(feed.status == 1 && feed.errors.contains("a.jsonl:1: longer than 4194304 bytes"))
    let scene = try await render(
      #"{"body": {"Text": "\#(long)\#(long)"}}"#, "a.json")
    #expect(scene.errors.contains("a.json: more than 16777216 bytes"))
    #expect(try folder.names == ["a.txt", "a.jsonl", "a.json"])
  }

  @Test func imagesWithoutPixelsOrWithTooManyAreNamed() async throws {
    let empty = try await render(#"{"body": {"Row": []}}"#, "a.json")
    #expect(empty.status == 1)
    #expect(empty.errors == "linecaster: \(folder.file("a.json")): has no pixels: 360 × 0\n")
    for height in ["1e9", "1e308"] {
      let run = try await render(
        #"{"body": {"Spacer": {}, "frame": {"height": \#(height)}}}"#, "a.json")
      #expect(run.status == 1 && run.errors.contains("is too large"), "\(run.errors)")
      #expect(run.errors.hasPrefix("linecaster: \(folder.file("a.json")): "))
    }
    #expect(try folder.names == ["a.json"])
  }
}

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
      folder.path, "linecaster: \(folder.path): cannot be read: it is a folder\n")
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

  /// An image with a valid header and broken pixels must not leave a gap.
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
