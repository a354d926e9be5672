import Testing

@testable import LinecasterCommand
@testable import LinecasterCommandSupport

@Suite struct CommandFailureTests {
  @Test(arguments: [
    ("feed.jsonl:3: not JSON", "feed.jsonl:3: not JSON"), ("مرحبًا 😀", "مرحبًا 😀"),
    ("a\nb\u{1B}[31m", "a\\nb\\u{1B}[31m"), ("\u{202E}\u{2028}", "\\u{202E}\\u{2028}"),
  ])
  func messagesStayOnOneLine(message: String, shown: String) {
    #expect(CommandFailure.printable(message) == shown)
  }

  @Test func longMessagesAreCut() {
    let shown = CommandFailure.printable(String(repeating: "x", count: 1_000_000))
    #expect(shown.count == 5001)
    #expect(shown.hasSuffix("x…"))
  }
}
