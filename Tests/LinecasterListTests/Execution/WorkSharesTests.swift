import Dispatch
import Synchronization
import Testing

@testable import LinecasterList

/// Lists that share workers take turns.
@Suite(.timeLimit(.minutes(60))) struct WorkSharesTests {
  private final class List: Sendable {
    var key: ObjectIdentifier { ObjectIdentifier(self) }
  }

  @Test func theListWithTheLeastTimeGoesFirst() {
    let (first, second) = (List(), List())
    var shares = WorkShares()
    for list in [first, second] { shares.enter(list.key) }
    #expect(shares.time(of: first.key) == shares.time(of: second.key))
    shares.begin(first.key)
    shares.end(first.key, .milliseconds(5))
    #expect(shares.time(of: first.key) > shares.time(of: second.key))
    shares.begin(second.key)
    shares.end(second.key, .milliseconds(9))
    #expect(shares.time(of: first.key) < shares.time(of: second.key))
  }

  /// A list that was idle has neither saved up time nor owes any to others.
  @Test func aListThatComesBackIsLevelWithTheOthers() {
    let (busy, idle) = (List(), List())
    var shares = WorkShares()
    for list in [busy, idle] { shares.enter(list.key) }
    for _ in 0..<1_000 {
      shares.begin(busy.key)
      shares.end(busy.key, .milliseconds(2))
    }
    shares.enter(idle.key)
    let behind = shares.time(of: busy.key) - shares.time(of: idle.key)
    #expect(behind == .milliseconds(2))
    let newcomer = List()
    shares.enter(newcomer.key)
    #expect(shares.time(of: newcomer.key) == shares.time(of: idle.key))
  }

  @Test func rememberedListsAreBounded() {
    var shares = WorkShares()
    let lists = (0..<2_000).map { _ in List() }
    for list in lists {
      shares.enter(list.key)
      shares.begin(list.key)
      shares.end(list.key, .zero)
    }
    #expect(shares.count <= 300)
  }

  private static func spin(_ time: Duration) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {}
  }

  /// One worker serves a list with much work and nine later ones with little: each has its turn
  /// before the first has had two more.
  @Test func aListWithMuchWorkKeepsNoOtherWaiting() {
    let queue = WorkQueue(executor: OperationExecutor(workerCount: 1), maxPending: 1_000)
    let gate = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let log = Log<Int>()
    let lists = (0..<10).map { _ in List() }
    queue.enqueue(.visible) { gate.wait() }
    for _ in 0..<60 {
      queue.enqueue(.display, list: lists[0].key) {
        Self.spin(.microseconds(300))
        log.add(0)
        done.signal()
      }
    }
    for number in 1..<10 {
      for _ in 0..<2 {
        queue.enqueue(.display, list: lists[number].key) {
          Self.spin(.microseconds(300))
          log.add(number)
          done.signal()
        }
      }
    }
    gate.signal()
    for _ in 0..<78 { #expect(done.wait(timeout: .now() + 300) == .success) }
    let first = log.entries.prefix(11)
    #expect(Set(first).count == 10, "\(log.entries)")
  }

  /// Bands precede shares: visible rows of one list are drawn before the update of another.
  @Test func nearerBandsGoFirstWhoeverWantsThem() {
    let queue = WorkQueue(executor: OperationExecutor(workerCount: 1), maxPending: 100)
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (greedy, modest) = (List(), List())
    let log = Log<WorkBand>()
    queue.enqueue(.visible, list: greedy.key) {
      gate.wait()
      Self.spin(.milliseconds(3))
    }
    for (list, band) in [(modest, WorkBand.idle), (modest, .display), (greedy, .visible)] {
      queue.enqueue(band, list: list.key) {
        log.add(band)
        done.signal()
      }
    }
    gate.signal()
    for _ in 0..<3 { #expect(done.wait(timeout: .now() + 300) == .success) }
    #expect(log.entries == [.visible, .display, .idle])
  }
}
