import Linecaster
import Testing

@testable import LinecasterFeed

@Suite struct FeedItemLinesTests {
  @Test(arguments: [
    ("Ada", "A"), ("", ""), ("  \n ada", "a"), ("👩‍👩‍👧 Family", "👩‍👩‍👧"), ("ليلى", "ل"),
    ("e\u{301}a", "e\u{301}"),
    ("e" + String(repeating: "\u{301}", count: 100_000), "e"),
  ])
  func theInitialIsTheFirstVisibleCharacter(author: String, initial: String) {
    let item = FeedItem(identifier: 1, author: author, time: .seconds(0), body: "")
    #expect(item.initial == initial)
  }

  @Test(arguments: [
    ("a", "a"), ("a\nb", "a b"), ("\r\na\u{2028}\u{2029}b\n", "a b"), ("\n", ""),
  ])
  func lineBreaksBecomeSpaces(text: String, line: String) {
    #expect(text.onOneLine == line)
  }
}
