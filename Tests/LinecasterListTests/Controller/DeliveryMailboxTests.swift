import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) @MainActor struct DeliveryMailboxTests {
  @Test func runsInOrderWhatHadArrived() {
    let mailbox = DeliveryMailbox()
    let delivery = Delivery.manual(mailbox)
    let order = Mutex<[Int]>([])
    let note = { @Sendable (number: Int) in order.withLock { $0.append(number) } }
    delivery.send {
      note(1)
      delivery.send { note(4) }
      // A nested drain must not let the fourth overtake the others.
      #expect(mailbox.drain() == 0)
    }
    delivery.send { note(2) }
    delivery.send { note(3) }
    #expect(mailbox.drain() == 3)
    #expect(order.withLock { $0 } == [1, 2, 3])
    #expect(mailbox.drain() == 1)
    #expect(order.withLock { $0 } == [1, 2, 3, 4])
    #expect(mailbox.drain() == 0)
  }

  /// Work that a drain leaves when its time is up comes first in the next drain.
  @Test func stopsWhenTheTimeIsOver() {
    let mailbox = DeliveryMailbox()
    let delivery = Delivery.manual(mailbox)
    let order = Mutex<[Int]>([])
    func send(_ number: Int) {
      delivery.send {
        order.withLock { $0.append(number) }
        #expect(mailbox.drain(for: .seconds(1)))
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end {}
      }
    }
    #expect(!mailbox.drain(for: .seconds(1)) && mailbox.isEmpty)
    for number in 1...4 { send(number) }
    #expect(mailbox.drain(for: .milliseconds(1)) && !mailbox.isEmpty)
    #expect(order.withLock { $0 } == [1])
    send(5)
    #expect(mailbox.drain(for: .zero))
    #expect(order.withLock { $0 } == [1, 2])
    send(6)
    // Longer than any pause of the machine: all of the rest.
    #expect(!mailbox.drain(for: .seconds(60)) && mailbox.isEmpty)
    #expect(order.withLock { $0 } == [1, 2, 3, 4, 5, 6])
  }

  @Test func mainQueueKeepsTheOrder() async {
    let order = Mutex<[Int]>([])
    await withCheckedContinuation { done in
      for number in 0..<100 {
        Delivery.mainQueue.send {
          order.withLock { $0.append(number) }
          if number == 99 { done.resume() }
        }
      }
    }
    #expect(order.withLock { $0 } == Array(0..<100))
  }
}
