import Foundation
import LinecasterBase
import LinecasterFeed
import Testing

@Suite struct FeedBudgetTests {
  private func read(_ lines: [String], _ budget: RenderBudget) -> FeedContent {
    FeedReader(imageFolder: "/nonexistent", budget: budget)
      .read(Data(lines.joined(separator: "\n").utf8), source: "a.jsonl")
  }

  private func line(_ id: Int, _ body: String) -> String {
    #"{"id": \#(id), "author": "Ada", "time": "now", "body": "\#(body)"}"#
  }

  /// Author, time and body of each message count separately; an excess ends the feed at its line.
  @Test func messagesAreCountedByThemselves() {
    let lines = [line(1, "word"), line(2, "é😀"), line(3, "words"), line(4, "a")]
    let whole = read(lines, RenderBudget(textUnitCount: 11))
    #expect(whole.items.count == 4 && whole.errors.isEmpty && whole.excess == nil)
    let cut = read(lines, RenderBudget(textUnitCount: 10))
    #expect(cut.items.count == 2 && cut.excess?.limit == .textUnits)
    #expect(cut.excess?.needed == 11 && cut.excess?.allowed == 10)
    #expect(cut.excess?.source == "a.jsonl:3")
    #expect(
      cut.errors.map(\.description)
        == ["a.jsonl:3: takes 11 units of text; the limit is 10"])
    #expect(cut.errors.first?.line == 3)
  }

  @Test func readingHasItsTime() {
    let late = read([line(1, "word")], RenderBudget(time: .zero))
    #expect(late.items.isEmpty && late.excess?.limit == .time && late.errors.count == 1)
  }
}
