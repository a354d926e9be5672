import Testing

@testable import LinecasterServer

/// Concurrent calls with equal keys share one run of the work.
@Suite(.timeLimit(.minutes(60))) struct AsyncSingleFlightTests {
  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func allWhoAskMeanwhileGetTheSame() async throws {
    let flights = AsyncSingleFlight<String, Int>()
    let (count, asked) = (Count(), Count())
    let answers = try await withThrowingTaskGroup(of: (value: Int, isJoined: Bool).self) { group in
      for _ in 0..<50 {
        group.addTask {
          asked.add()
          return try await flights.value(for: "a") {
            let number = count.add()
            while asked.value < 50 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(50))
            return number
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 50 && answers.allSatisfy { $0.value == 1 })
    #expect(answers.count { !$0.isJoined } == 1)
    #expect(try await flights.value(for: "a") { 7 }.value == 7)
  }

  @Test func otherWorkIsNotJoined() async throws {
    let flights = AsyncSingleFlight<Int, Int>()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for key in 0..<20 {
        group.addTask { try await flights.value(for: key) { key }.value == key }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func errorsGoToAll() async {
    let flights = AsyncSingleFlight<Int, Int>()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<5 {
        group.addTask {
          do {
            _ = try await flights.value(for: 1) {
              try await Task.sleep(for: .milliseconds(20))
              throw ServerFault.unknown("x")
            }
            return false
          } catch {
            return error as? ServerFault == .unknown("x")
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// Work continues for the remaining callers, and is cancelled with the last one.
  @Test func workEndsWhenNobodyWaits() async throws {
    let flights = AsyncSingleFlight<Int, Int>()
    let (begun, ended) = (Count(), Count())
    let work: @Sendable () async throws -> Int = {
      begun.add()
      do {
        try await Task.sleep(for: .seconds(60))
      } catch {
        ended.add()
        throw error
      }
      return 1
    }
    let first = Task { try await flights.value(for: 1, work).value }
    try await until { begun.value == 1 }
    let second = Task { try await flights.value(for: 1, work).value }
    try await Task.sleep(for: .milliseconds(20))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(ended.value == 0)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    try await until { ended.value == 1 }
    #expect(begun.value == 1)
  }
}
