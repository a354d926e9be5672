import Testing

@testable import LinecasterCommand

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
