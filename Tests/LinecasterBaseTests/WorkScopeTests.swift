import LinecasterBase
import Testing

@Suite struct WorkScopeTests {
  @Test func asksAtOnce() {
    var asked = 0
    #expect(throws: CancellationError.self) {
      try WorkScope.run({
        asked += 1
        return true
      }) { _ in Issue.record("the work was done all the same") }
    }
    #expect(asked == 1)
  }

  @Test func throwsTheErrorOfTheCaller() {
    struct Refused: Error {}
    var asked = 0
    #expect(throws: Refused.self) {
      try WorkScope.run(
        {
          asked += 1
          return asked == 2
        }, every: 10
      ) { scope throws(CancellationError) -> Result<Void, Refused> in
        do throws(Refused) {
          try scope.pass(9, orThrow: Refused())
          #expect(asked == 1)
          try scope.pass(1, orThrow: Refused())
          Issue.record("the work went on")
          return .success(())
        } catch {
          return .failure(error)
        }
      }.get()
    }
    #expect(asked == 2)
  }
}
