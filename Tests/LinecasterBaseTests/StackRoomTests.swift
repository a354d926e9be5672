import Foundation
@testable import LinecasterBase
import LinecasterTestSupport
import Synchronization
import Testing

@Suite struct StackRoomTests {
  private struct Fault: Error {}

  /// Takes a kilobyte of stack a level, and more without optimization.
  private func depth(_ levels: Int) -> Int {
    let room = InlineArray<128, Int>(repeating: levels)
    return levels == 0 ? 0 : 1 + depth(room[levels % 128] - 1)
  }

  @Test func deepWorkHasRoomOnASmallStack() {
    let levels = 2_000
    let found = OnSmallStack.run {
      StackRoom.withRoom(forLevels: levels) { _ in depth(levels) }
    }
    #expect(found == levels)
  }

  @Test(arguments: [1, 1_000])
  func errorsComeBack(levels: Int) {
    #expect(throws: Fault.self) {
      try StackRoom.withRoom(forLevels: levels) { _ in throw Fault() }
    }
  }

  @Test func flatWorkStaysOnItsThread() {
    let thread = Thread.current
    #expect(StackRoom.withRoom(forLevels: 2) { _ in Thread.current === thread })
    #expect(StackRoom.withRoom(forLevels: 500) { _ in Thread.current !== thread })
  }

  /// What a thread was made for is not asked for again.
  @Test func workInsideStaysOnTheThreadWithRoom() {
    let isSame = StackRoom.withRoom(forLevels: 500) { _ in
      let outer = Thread.current
      return StackRoom.withRoom(forLevels: 400) { _ in Thread.current === outer }
    }
    #expect(isSame)
  }

  /// The caller is asked on its own thread, where alone it may know.
  @Test func workIsCancelledByTheCaller() {
    let caller = Thread.current
    let isOnCaller = Mutex(true)
    let isStopped = StackRoom.withRoom(
      forLevels: 500,
      isCancelled: {
        isOnCaller.withLock { $0 = $0 && Thread.current === caller }
        return true
      },
      { isCancelled in
        let end = Date(timeIntervalSinceNow: 60)
        while !isCancelled(), Date() < end { usleep(100) }
        return Date() < end
      })
    #expect(isStopped)
    #expect(isOnCaller.withLock { $0 })
  }
}
