import LinecasterBase
import LinecasterScenes
import Testing

@Suite struct MarkupBudgetTests {
  @Test func textIsCountedInUnits() throws {
    for (text, units) in [("# Ada\n\nwords", 12), ("é😀字", 4), ("", 0)] {
      let enough = try Markup(text, budget: RenderBudget(textUnitCount: units))
      #expect(enough == Markup(text))
      let error = #expect(throws: RenderBudget.Excess.self) {
        try Markup(text, budget: RenderBudget(textUnitCount: units - 1))
      }
      #expect(error?.limit == .textUnits && error?.needed == units, "\(text)")
      #expect(error?.allowed == units - 1 && error?.source == "text")
    }
  }

  @Test func readingHasItsTime() {
    let late = RenderBudget(time: .zero)
    let error = #expect(throws: RenderBudget.Excess.self) { try Markup("a", budget: late) }
    #expect(error?.limit == .time)
    #expect(throws: CancellationError.self) { try Markup("a", budget: late) { true } }
  }
}
