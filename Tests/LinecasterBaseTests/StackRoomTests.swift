import Foundation
@testable import LinecasterBase
import LinecasterTestSupport
import Synchronization
import Testing

@Suite struct StackRoomTests {
  private struct Fault: Error {}

  /// Recurses with a kilobyte of stack a level, and more without optimization.
  private func depth(_ levels: Int) -> Int {
    let room = InlineArray<128, Int>(repeating: levels)
    return levels == 0 ? 0 : 1 + depth(room[levels % 128] - 1)
  }

  @Test func deepWorkHasRoomOnASmallStack() {
    let levels = 2_000
    let found = OnSmallStack.run {
      StackRoom.run(forLevels: levels, .unlimited) { _ in depth(levels) }
    }
    #expect(found == levels)
  }

  @Test(arguments: [1, 1_000])
  func errorsComeBack(levels: Int) {
    #expect(throws: Fault.self) {
      try StackRoom.run(forLevels: levels, .unlimited) { _ in throw Fault() }
    }
  }

  @Test func flatWorkStaysOnItsThread() {
    let thread = Thread.current
    #expect(StackRoom.run(forLevels: 2, .unlimited) { _ in Thread.current === thread })
    #expect(StackRoom.run(forLevels: 500, .unlimited) { _ in Thread.current !== thread })
  }

  /// A thread that was made with enough room is reused for the work inside.
  @Test func workInsideStaysOnTheThreadWithRoom() {
    let isSame = StackRoom.run(forLevels: 500, .unlimited) { _ in
      let outer = Thread.current
      return StackRoom.run(forLevels: 400, .unlimited) { _ in Thread.current === outer }
    }
    #expect(isSame)
  }

  /// Cancellation is checked on the caller's thread, the only one that may know.
  @Test func workIsCancelledByTheCaller() throws {
    let caller = Thread.current
    let isOnCaller = Mutex(true)
    var checks = 0
    let isStopped = try WorkScope.run(isCancelled: {
      isOnCaller.withLock { $0 = $0 && Thread.current === caller }
      checks += 1
      return checks > 1
    }) { scope in
      StackRoom.run(forLevels: 500, scope) { scope in
        let end = Date(timeIntervalSinceNow: 60)
        while !scope.isCancelled, Date() < end { usleep(100) }
        return Date() < end
      }
    }
    #expect(isStopped)
    #expect(isOnCaller.withLock { $0 })
  }
}
