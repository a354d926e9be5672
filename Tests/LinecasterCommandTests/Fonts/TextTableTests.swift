import Testing

@testable import LinecasterCommand

@Suite struct TextTableTests {
  @Test func alignsColumnsAndHidesWhatTerminalsActOn() {
    let table = TextTable(
      titles: ["a", "long title"], rows: [["wider", "x"], ["e\u{301}", "\u{1B}"]])
    #expect(table.lines == ["A      LONG TITLE", "wider  x", "e\u{301}      \\u{1B}"])
    #expect(TextTable(titles: ["a"], rows: []).lines == ["A"])
  }
}
