import Dispatch
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) struct UpdateHandleTests {
  @Test func endsOnceForThoseBeforeAndAfter() async throws {
    let handle = UpdateHandle(generation: 3) {}
    let seen = Mutex<[String]>([])
    handle.whenResolved { outcome in seen.withLock { $0.append("before " + outcome.name) } }
    #expect(handle.currentOutcome == nil)
    handle.resolve(.applied(generation: 3))
    handle.resolve(.cancelled)
    handle.whenResolved { outcome in seen.withLock { $0.append("after " + outcome.name) } }
    #expect(seen.withLock { $0 } == ["before applied 3", "after applied 3"])
    #expect(try await handle.outcome.name == "applied 3")
  }

  @Test func endsOnceWhenManyEndIt() {
    let count = Atomic<Int>(0)
    let handle = UpdateHandle(generation: 1) {}
    DispatchQueue.concurrentPerform(iterations: 16) { task in
      handle.whenResolved { _ in count.wrappingAdd(1, ordering: .relaxed) }
      handle.resolve(task.isMultiple(of: 2) ? .cancelled : .superseded(by: 2))
    }
    #expect(count.load(ordering: .relaxed) == 16)
  }

  @Test func cancellingAsksOnce() {
    let asked = Atomic<Int>(0)
    let handle = UpdateHandle(generation: 1) { asked.wrappingAdd(1, ordering: .relaxed) }
    handle.cancel()
    #expect(handle.token.isCancelled)
    #expect(handle.currentOutcome == nil)
    #expect(asked.load(ordering: .relaxed) == 1)
  }
}
