import LinecasterBase
import LinecasterTestSupport
import Testing

@Suite struct RenderBudgetTests {
  private let small = RenderBudget(
    pixelCount: 1, byteCount: 2, blendedPixelCount: 3, nodeCount: 4, textUnitCount: 5,
    time: .milliseconds(6), pictureSize: 7)

  /// An amount at the limit passes; one more throws, for each limit.
  @Test(arguments: zip(RenderBudget.Limit.allCases, 1...7))
  func limitsAreToldByTheirNumbers(limit: RenderBudget.Limit, allowed: Int) throws {
    #expect(small.allowed(limit) == allowed)
    try small.check(limit, allowed, of: "card")
    let error = #expect(throws: RenderBudget.Excess.self) {
      try small.check(limit, allowed + 1, of: "card")
    }
    let excess = try #require(error)
    #expect(excess.limit == limit && excess.source == "card")
    #expect(excess.needed == allowed + 1 && excess.allowed == allowed)
    #expect(excess.description.hasPrefix("card: takes \(allowed + 1) "))
    #expect(excess.description.hasSuffix("; the limit is \(allowed)"))
  }

  @Test func workEndsWhenItsTimeIsUp() throws {
    var asked = 0
    let error = #expect(throws: RenderBudget.Excess.self) {
      try WorkScope.run(
        by: Deadline(RenderBudget(time: .milliseconds(20))), of: "card", isCancelled: { false }
      ) { scope in
        while !scope.isCancelled { asked += 1 }
        throw CancellationError()
      }
    }
    #expect(asked > 1)
    #expect(error?.limit == .time && error?.allowed == 20 && error?.needed ?? 0 >= 20)
  }

  @Test func workIsCancelledFirst() {
    let late = Deadline(RenderBudget(time: .zero))
    #expect(throws: CancellationError.self) {
      try WorkScope.run(by: late, of: "card", isCancelled: { true }) { _ in }
    }
    #expect(throws: RenderBudget.Excess.self) {
      try WorkScope.run(by: late, of: "card", isCancelled: { false }) { _ in }
    }
    // Errors of the work itself pass through.
    #expect(throws: CancellationError.self) {
      try WorkScope.run(by: Deadline(RenderBudget()), of: "card", isCancelled: { false }) { _ in
        throw CancellationError()
      }
    }
    #expect(throws: RenderBudget.Excess.self) { try late.check("card") }
    #expect(throws: Never.self) { try Deadline(RenderBudget()).check("card") }
  }

  /// Of two nested budgets, the one that expires first throws, with its own source.
  @Test func theOuterTimeCountsToo() {
    func run(_ outer: Duration, _ inner: Duration) -> String? {
      do {
        try WorkScope.run(
          by: Deadline(RenderBudget(time: outer)), of: "outer", isCancelled: { false }
        ) { scope in
          try scope.run(within: RenderBudget(time: inner), of: "inner") { scope in
            try scope.checkCancellation()
          }
        }
        return nil
      } catch {
        return (error as? RenderBudget.Excess)?.source ?? "\(error)"
      }
    }
    #expect(run(.zero, .seconds(60)) == "outer" && run(.seconds(60), .zero) == "inner")
    #expect(run(.seconds(60), .seconds(60)) == nil)
  }

  /// Nested work shares the deadline around it, unless its own time is shorter: that makes another
  /// deadline, which checks at once.
  @Test func partsShareADeadline() throws {
    let budget = RenderBudget(time: .seconds(60))
    var checks = 0
    try WorkScope.run(
      by: Deadline(budget), of: "card",
      isCancelled: {
        checks += 1
        return false
      }
    ) { scope in
      #expect(checks == 1)
      try scope.run(within: budget, of: "part") { _ in #expect(checks == 1) }
      let shorter = RenderBudget(time: .seconds(50))
      try scope.run(within: shorter, of: "part") { _ in #expect(checks == 2) }
    }
    let error = #expect(throws: RenderBudget.Excess.self) {
      try WorkScope.unlimited.run(within: RenderBudget(time: .zero), of: "card") { _ in }
    }
    #expect(error?.source == "card")
  }

  @Test func anyTimeIsMilliseconds() {
    let times: [(Duration, Int)] = [
      (.seconds(Int64.max), .max), (.seconds(Int64.min), .min), (.zero, 0), (.seconds(-1), -1000),
      (.milliseconds(1) - .nanoseconds(1), 0), (.seconds(Int64.max / 1000 + 1), .max),
    ]
    for (time, milliseconds) in times {
      #expect(RenderBudget(time: time).allowed(.time) == milliseconds, "\(time)")
    }
    let never = Deadline(RenderBudget(time: .seconds(Int64.max)))
    #expect(throws: Never.self) { try never.check("card") }
  }
}
