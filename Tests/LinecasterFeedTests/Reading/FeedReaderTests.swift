import Foundation
import Linecaster
import LinecasterFeed
import Testing

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
    (line(id: "null"), "field 'id' is neither a whole number of 64 bits nor a string"),
    (line(id: "1.5"), "field 'id' is neither a whole number of 64 bits nor a string"),
    (line(id: "1e400"), "field 'id' is neither a whole number of 64 bits nor a string"),
    (
      line(id: "9223372036854775808"),
      "field 'id' is neither a whole number of 64 bits nor a string"
    ),
    (line(time: "[]"), "field 'time' is neither a number of seconds nor a string"),
    (line(time: "1e400"), "field 'time' is neither a number of seconds nor a string"),
    (line(body: "5"), "field 'body' is not a string"),
    (line(body: "null"), "field 'body' is null"),
    (line(more: #", "avatar": "blue""#), "field 'avatar' is not a colour such as #4361EE"),
    (line(more: #", "image": 5"#), "field 'image' is not a string"),
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
          reason: "longer than \(limit) bytes; feeds have one message a line")
      ])
  }

  @Test func readingStopsAtTooManyFaults() throws {
    let limit = FeedReader.errorLimit
    let content = read(String(repeating: "x\n", count: 2 * limit) + line())
    #expect(content.errors.map(\.line) == Array(1...limit + 1))
    #expect(content.errors.last?.reason == "too many faults; the rest was not read")
    #expect(content.items.isEmpty)
  }

  private func read(_ lines: String...) -> FeedContent {
    FeedReader(imageFolder: ".").read(
      Data(lines.joined(separator: "\n").utf8), source: "feed")
  }
}

/// A line with the required fields, some of them replaced by other JSON.
private func line(
  id: String = "1", time: String = "1", body: String = #""text""#, more: String = ""
) -> String {
  #"{"id":\#(id),"author":"A","time":\#(time),"body":\#(body)\#(more)}"#
}
