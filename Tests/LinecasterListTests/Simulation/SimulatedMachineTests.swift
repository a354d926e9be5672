import Synchronization
import Testing

@testable import LinecasterList

@Suite @MainActor struct SimulatedMachineTests {
  /// Work that leads to more work, posts and timers; the log of what was done.
  private func history(seed: UInt64) -> (log: [String], steps: [SimulatedMachine.Step]) {
    let machine = SimulatedMachine(seed: seed)
    let queue = WorkQueue(executor: machine, maxPending: 100)
    let log = Log<String>()
    @Sendable func note(_ what: String) { log.add("\(what) \(machine.now)") }
    for index in 0..<12 {
      queue.enqueue(index % 3 == 0 ? .visible : .display) {
        note("work \(index)")
        machine.delivery.send {
          note("post \(index)")
          machine.delivery.send(after: .milliseconds(index)) { note("timer \(index)") }
        }
      }
    }
    #expect(machine.run())
    return (log.entries, machine.steps)
  }

  @Test func repeatsItselfForTheSameSeed() {
    var different: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let first = history(seed: seed)
      let second = history(seed: seed)
      #expect(first.log == second.log && first.steps == second.steps)
      #expect(first.log.count == 36)
      different.insert(first.log)
    }
    #expect(different.count == 20)
  }

  @Test func doesTheNearestBandFirst() {
    let machine = SimulatedMachine(seed: 1)
    let queue = WorkQueue(executor: machine, maxPending: 100)
    let bands = Log<WorkBand>()
    for band in WorkBand.allCases.reversed() {
      queue.enqueue(band) { bands.add(band) }
    }
    #expect(machine.run())
    #expect(bands.entries == WorkBand.allCases)
  }

  @Test func letsTimePassWhenNothingElseIsLeft() {
    let machine = SimulatedMachine(seed: 1)
    let times = Log<Duration>()
    for seconds in [5, 1, 3] {
      machine.delivery.send(after: .seconds(seconds)) { times.add(machine.now) }
    }
    #expect(machine.run())
    #expect(times.entries == [.seconds(1), .seconds(3), .seconds(5)])
  }

  @Test func stopsAtALimit() {
    let machine = SimulatedMachine(seed: 1)
    @Sendable func again() { machine.delivery.send { again() } }
    again()
    #expect(!machine.run(limit: 50))
    #expect(machine.steps.count == 50)
  }
}
