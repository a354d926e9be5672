import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterFeed
import LinecasterList
import LinecasterTestSupport
import Testing

/// Lines of thousands of combining marks take linear time, whichever field they are in.
@Suite(.serialized) struct HostileFeedTests {
  /// Lines with `@` at the place of the text.
  static let lines = [
    #"{"id": "@", "author": "A", "time": 1, "body": "b"}"#,
    #"{"id": 1, "author": "@", "time": 1, "body": "b"}"#,
    #"{"id": 1, "author": "A", "time": "@", "body": "b"}"#,
    #"{"id": 1, "author": "A", "time": 1, "body": "@"}"#,
    ##"{"id": 1, "author": "A", "time": 1, "body": "b", "avatar": "#@"}"##,
    #"{"id": 1, "author": "A", "time": 1, "body": "b", "image": "@"}"#,
    #"{"id": 1, "author": "A", "time": 1, "body": "b", "language": "@"}"#,
    #"{"id": 1, "author": "A", "time": 1, "body": "b", "@": 1}"#,
    #"{"@": 1}"#,
  ]

  @Test(arguments: lines)
  func isReadAndComparedInProportion(line: String) {
    let growth = AlternatingMarks.growth { byteCount in
      let feed = ["x", "y"].map {
        line.replacing("@", with: AlternatingMarks.text(byteCount: byteCount, end: $0))
      }
      let data = Data(feed.joined(separator: "\n").utf8)
      return {
        let content = FeedReader(imageFolder: ".").read(data, source: "feed")
        let items = content.items
        guard items.count == 2 else { return }
        #expect((items[0] == items[1]) == (items[0].hashValue == items[1].hashValue))
        _ = FeedCell(items[0]).body(in: LayoutEnvironment(width: 100)).node
        let models = items.map { TableModel(feed: [$0]) }
        #expect(models[0].sections.count == models[1].sections.count)
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func readingIsCancelled() throws {
    let line = #"{"id": 1, "author": "A", "time": 1, "body": "b"}"#
    let data = Data(Array(repeating: line, count: 50_000).joined(separator: "\n").utf8)
    let reader = FeedReader(imageFolder: ".")
    #expect(throws: CancellationError.self) {
      try reader.read(data, source: "feed") { true }
    }
    var questions = 0
    #expect(throws: CancellationError.self) {
      try reader.read(data, source: "feed") {
        questions += 1
        return questions > 5
      }
    }
    #expect(questions == 6)
    let whole = try reader.read(data, source: "feed") { false }
    #expect(whole.items == reader.read(data, source: "feed").items && whole.errors.isEmpty)
    let long =
      #"{"id": 1, "author": "A", "time": 1, "body": "\#(String(repeating: "x", count: 1 << 20))"}"#
    questions = 0
    _ = try reader.read(Data(long.utf8), source: "feed") {
      questions += 1
      return false
    }
    #expect(questions > 10)
  }

  /// The bytes of such a path contain `..` although its characters do not.
  @Test(arguments: ["a/..\u{2F}\u{301}b", "\u{2F}\u{301}b", "../\u{301}b"])
  func marksDoNotHideAWayOut(path: String) {
    let line = #"{"id": 1, "author": "A", "time": 1, "body": "b", "image": "\#(path)"}"#
    let errors = FeedReader(imageFolder: ".").read(Data(line.utf8), source: "feed").errors
    #expect(
      errors.map(\.reason) == ["field 'image' is not a path inside the folder of the feed"])
  }

  @Test(arguments: [("12e3", 12_000), ("-9223372036854775808", Int.min), ("1.0", 1)])
  func identifiersAreExactNumbers(text: String, number: Int) {
    let line = #"{"id": \#(text), "author": "A", "time": 1, "body": "b"}"#
    let items = FeedReader(imageFolder: ".").read(Data(line.utf8), source: "feed").items
    #expect(items.map(\.identifier) == [.number(number)])
  }
}
