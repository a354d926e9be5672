import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Many lists on one pipeline, which request updates as fast as they can.
@Suite("Stress: fairness", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressFairTests {
  private static let listCount = 50

  /// A list with its pending update.
  private struct Entry {
    let list: AutoDiffController
    let host: StressHost
    var handle: UpdateHandle?
    var start = ContinuousClock.now
    var waits: [Duration] = []
  }

  private func entries(_ pipeline: PrecomputePipeline, _ mailbox: DeliveryMailbox) -> [Entry] {
    (0..<Self.listCount).map { _ in
      let host = StressHost()
      let list = AutoDiffController(
        pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
        delivery: .manual(mailbox))
      return Entry(list: list, host: host)
    }
  }

  /// Rows of some words, which differ in each update of each list.
  private nonisolated static func model(_ list: Int, _ number: Int, rows: Int) -> TableModel {
    TableModel(
      items: (0..<rows).map { row in
        TableItem(.number(row), cell: StressCell(number: row + 1_000 * list + 100_000 * number))
      })
  }

  /// Lists with equal requests get equal service within a factor of two, for any load of others.
  @Test func noListWaitsMoreThanTwiceItsShare() async throws {
    let mailbox = DeliveryMailbox()
    let pipeline = try StressSettings.pipeline(workers: 2)
    var entries = entries(pipeline, mailbox)
    let wanted = StressSettings.count(6, long: 100)
    var count = 0
    while entries.contains(where: { $0.waits.count < wanted }) {
      for index in entries.indices {
        if let handle = entries[index].handle, handle.currentOutcome != nil {
          entries[index].waits.append(entries[index].start.duration(to: .now))
          entries[index].handle = nil
        }
        guard entries[index].handle == nil else { continue }
        count += 1
        // Some lists request ten times as much as others.
        let rows = index % 5 == 0 ? 200 : 20
        entries[index].start = .now
        entries[index].handle = entries[index].list.update(policy: .complete) { [count] in
          Self.model(index, count, rows: rows)
        }
      }
      mailbox.drain()
      await Task.yield()
    }
    for kind in [0, 1] {
      let some = entries.indices.filter { ($0 % 5 == 0) == (kind == 0) }.map { entries[$0] }
      let counts = some.map(\.waits.count)
      let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
      #expect(Double(most) <= 2 * Double(least) + 2, "\(counts)")
      let waits = some.map { mean($0.waits) }
      let share = mean(waits)
      #expect(waits.allSatisfy { $0 <= share * 2 }, "\(waits) beside \(share) on average")
    }
    let overall = mean(entries.map { mean($0.waits) })
    print("fairness: \(count) updates of \(entries.count) lists, \(overall) each on average")
    for entry in entries { entry.list.tearDown() }
  }

  private func mean(_ waits: [Duration]) -> Duration {
    waits.reduce(.zero, +) / max(1, waits.count)
  }
}
