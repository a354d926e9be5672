import Foundation
import Linecaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFeed

@Suite struct FeedReaderTests {
  @Test func aLineWithAllFieldsIsAMessage() throws {
    let content = read(
      #"{"id": 7, "author": "Ada", "time": 1700000155, "body": "Hi", "avatar": "\u0023010203"}"#)
    #expect(content.errors.isEmpty)
    #expect(
      content.items == [
        FeedItem(
          identifier: 7, author: "Ada", time: .seconds(1_700_000_155), body: "Hi",
          avatar: Color(rgb: 0x010203))
      ])
  }

  /// 直 has different glyphs in Japanese and Chinese, in the author as in the body of a message.
  @Test func messagesAreWrittenInTheirLanguages() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let feed = read(
      line(body: #""直""#, more: #", "language": "zh-Hans""#), line(body: #""直""#),
      line(body: #""直""#, more: #", "language": null"#))
    #expect(feed.items.map(\.language) == ["zh-Hans", nil, nil])
    func glyphs(_ item: FeedItem, _ locale: String) throws -> [UInt32] {
      let environment = LayoutEnvironment(width: 360, locale: locale)
      let list = try arranger.arrange(FeedCell(item).body(in: environment), in: environment)
      return list.displayList.commands.flatMap { command -> [UInt32] in
        guard case .text(let layout, _) = command else { return [] }
        return layout.glyphRuns.flatMap { $0.placedGlyphs.map(\.identifier) }
      }
    }
    let chinese = try glyphs(feed.items[0], "ja")
    #expect(try chinese == glyphs(feed.items[1], "zh-Hans"))
    #expect(try chinese != glyphs(feed.items[1], "ja"))
    #expect(try glyphs(feed.items[1], "ja") == glyphs(feed.items[2], "ja"))
  }

  @Test func identifiersAreNumbersOrStringsAndMayRepeat() {
    let content = read(
      line(id: "-5"), line(id: #""a""#), line(id: #""a""#), line(id: "9223372036854775807"))
    #expect(content.errors.isEmpty)
    #expect(content.items.map(\.identifier) == [-5, "a", "a", .number(.max)])
  }

  @Test(arguments: [
    ("1700000155", FeedTime.seconds(1_700_000_155)), ("1.9", .seconds(1)), ("-0.5", .seconds(-1)),
    ("1e300", .seconds(1_000_000_000_000)), ("-1e300", .seconds(-1_000_000_000_000)),
    (#""just now""#, .words("just now")),
  ])
  func timesAreNumbersOrWords(json: String, time: FeedTime) {
    #expect(read(line(time: json)).items.map(\.time) == [time])
  }

  @Test(arguments: [
    ("nope", "not JSON"), ("{", "not JSON"), ("\0", "not JSON: a zero byte"),
    ("[1]", "not a JSON object"), ("5", "not a JSON object"),
    (line() + " x", "not JSON"), (line(body: #""\ud800""#), "not JSON"),
    (line(body: "\"\u{1}\""), "not JSON"),
    (#"{"id": 1, "time": 1, "body": ""}"#, "missing field 'author'"),
    (#"{"id": 1, "author": "", "body": ""}"#, "missing field 'time'"),
    (line(id: "null"), "field 'id' must be a 64-bit integer or a string"),
    (line(id: "1.5"), "field 'id' must be a 64-bit integer or a string"),
    (line(id: "1e400"), "the number '1e400' is too large"),
    (
      line(id: "9223372036854775808"),
      "field 'id' must be a 64-bit integer or a string"
    ),
    (line(time: "[]"), "field 'time' must be a number of seconds or a string"),
    (line(time: "1e400"), "the number '1e400' is too large"),
    (line(body: "5"), "field 'body' is not a string"),
    (line(body: "null"), "field 'body' is null"),
    (line(more: #", "avatar": "blue""#), "field 'avatar' is not a colour such as #4361EE"),
    (line(more: #", "image": 5"#), "field 'image' is not a string"),
    (line(more: #", "language": 5"#), "field 'language' is not a string"),
  ])
  func faultsNameTheirReason(text: String, reason: String) {
    let content = read(line(), text, line())
    #expect(content.items.count == 2)
    #expect(content.errors == [FeedError(source: "feed", line: 2, reason: reason)])
    #expect(content.errors.first?.description == "feed:2: \(reason)")
  }

  @Test func invalidUTF8IsAFault() {
    let bytes =
      Data(line().utf8) + [0x0A] + Data(line(body: "\"*\"").utf8.map { $0 == 0x2A ? 0xFF : $0 })
    let content = FeedReader(imageFolder: ".").read(bytes, source: "feed")
    #expect(content.errors == [FeedError(source: "feed", line: 2, reason: "invalid UTF-8")])
    let wide = line().data(using: .utf16) ?? Data()
    #expect(
      FeedReader(imageFolder: ".").read(wide, source: "feed").errors.map(\.reason)
        == ["invalid UTF-8"])
    let unmarked = line().data(using: .utf16LittleEndian) ?? Data()
    #expect(
      FeedReader(imageFolder: ".").read(unmarked, source: "feed").errors.map(\.reason)
        == ["not JSON: a zero byte"])
  }

  @Test func marksLineEndsAndEmptyLinesAreNoFaults() {
    let first = line(id: "1")
    let content = read("\u{FEFF}\(first)\r", "\r", " \t", line(id: "2"), "")
    #expect(content.errors.isEmpty)
    #expect(content.items.map(\.identifier) == [1, 2])
    #expect(read("\u{FEFF}").items.isEmpty)
    #expect(read("\u{FEFF}").errors.isEmpty)
    #expect(read().items.isEmpty)
  }

  @Test(arguments: ["[", #"{"a":"#, #"{"id":1,"author":"","time":1,"body":"","x":["#])
  func deepNestingIsAFault(opening: String) {
    let content = read(opening + String(repeating: "[", count: 100_000), line())
    #expect(content.errors.map(\.line) == [1])
    #expect(content.items.count == 1)
  }

  @Test func longLinesAreReadUpToTheLimit() {
    let empty = line(body: "\"\"").utf8.count
    let limit = FeedReader.lineLengthLimit
    let longest = String(repeating: "x", count: limit - empty)
    #expect(read(line(body: "\"\(longest)\"")).items.map(\.body) == [longest])
    #expect(
      read(line(), line(body: "\"\(longest)x\""), line()).errors == [
        FeedError(
          source: "feed", line: 2,
          reason: "longer than \(limit) bytes; feeds have one message per line")
      ])
  }

  @Test func readingStopsAtTooManyFaults() throws {
    let limit = FeedReader.errorLimit
    let content = read(String(repeating: "x\n", count: 2 * limit) + line())
    #expect(content.errors.map(\.line) == Array(1...limit + 1))
    #expect(content.errors.last?.reason == "too many errors; the rest was not read")
    #expect(content.items.isEmpty)
  }

  private func read(_ lines: String...) -> FeedContent {
    FeedReader(imageFolder: ".").read(
      Data(lines.joined(separator: "\n").utf8), source: "feed")
  }
}

/// Creates a line with the required fields, some of them replaced by other JSON.
private func line(
  id: String = "1", time: String = "1", body: String = #""text""#, more: String = ""
) -> String {
  #"{"id":\#(id),"author":"A","time":\#(time),"body":\#(body)\#(more)}"#
}

@Suite struct FeedReaderFileTests {
  private let folder: TemporaryFolder
  private let message = #"{"id":1,"author":"A","time":1,"body":"b"}"#

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func aFileIsReadToItsEnd() throws {
    let lines = (0..<30_000).map {
      message.replacingOccurrences(of: "\"id\":1", with: "\"id\":\($0)")
    }
    let path = try folder.write(Data(lines.joined(separator: "\n").utf8), to: "feed")
    let content = read(path)
    #expect(content.errors.isEmpty)
    #expect(content.items.map(\.identifier) == (0..<30_000).map(ItemIdentifier.number))
  }

  @Test func aFileThatCannotBeReadIsAFaultOfNoLine() {
    #expect(
      read("\(folder.path)/none").errors.map(\.description)
        == ["\(folder.path)/none: cannot be read: no such file"])
    #expect(
      read(folder.path).errors.map(\.description)
        == ["\(folder.path): cannot be read: it is a folder"])
  }

  @Test func devicesEndOrAreCut() {
    #expect(read("/dev/null").items.isEmpty)
    #expect(read("/dev/null").errors.isEmpty)
    #expect(read("/dev/zero").errors.map(\.line) == [1])
  }

  @Test func imagesAreMeasuredInTheFolder() throws {
    let image = try PNGEncoder().encode(Bitmap(width: 3, height: 2))
    _ = try folder.write(Data(image), to: "a.png")
    let item = read(try feed(image: "a.png")).items.first
    #expect(
      item?.image == FeedImage(reference: ImageReference("a.png"), size: Size(width: 3, height: 2)))
  }

  @Test(arguments: ["", "/etc/passwd", "../a.png", "b/../../a.png", "..", "a.png\\u0000"])
  func pathsThatLeaveTheFolderAreFaults(path: String) throws {
    #expect(
      read(try feed(image: path)).errors.map(\.reason)
        == ["field 'image' is not a path inside the folder of the feed"])
  }

  @Test func imagesThatAreNoneAreFaults() throws {
    let missing = read(try feed(image: "none.png")).errors.map(\.reason)
    #expect(
      missing == [
        "field 'image': \(folder.path)/none.png: cannot be read: No such file or directory"
      ])
    let feedItself = read(try feed(image: "feed")).errors.map(\.reason)
    #expect(
      feedItself == [
        "field 'image': \(folder.path)/feed: is not of a supported format: "
          + "not PNG, JPEG, WebP, GIF, AVIF or SVG"
      ])
  }

  private func feed(image: String) throws -> String {
    let line = #"{"id":1,"author":"A","time":1,"body":"b","image":"\#(image)"}"#
    return try folder.write(Data(line.utf8), to: "feed")
  }

  private func read(_ path: String) -> FeedContent {
    FeedReader(imageFolder: folder.path).read(path: path)
  }
}

/// A folder for one test, removed with its contents.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-feed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  func write(_ bytes: Data, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try bytes.write(to: URL(fileURLWithPath: file))
    return file
  }
}
