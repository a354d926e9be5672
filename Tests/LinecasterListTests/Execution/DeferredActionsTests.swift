import Dispatch
import LinecasterCells
import Testing

@testable import LinecasterList

/// Objects that actions capture are released on the main queue.
@Suite(.timeLimit(.minutes(60))) @MainActor struct DeferredActionsTests {
  /// The mark of the main queue, on any thread that serves it.
  fileprivate nonisolated static let mark = DispatchSpecificKey<Bool>()

  /// An object that logs whether it is released on the main queue.
  private final class Texture: Sendable {
    let log: Log<Bool>
    init(_ log: Log<Bool>) { self.log = log }
    deinit { log.add(DispatchQueue.getSpecific(key: DeferredActionsTests.mark) == true) }
  }

  private func model(_ rows: Range<Int>, _ generation: Int, _ log: Log<Bool>) -> TableModel {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    return TableModel(
      items: rows.map { row in
        let texture = Texture(log)
        return TableItem(.number(row), cell: PlateCell(number: row + generation * 1_000))
          .onTap { withExtendedLifetime(texture) {} }
      })
  }

  @Test func whatActionsHoldEndsOnTheMainActor() async throws {
    let bench = try ThreadBench(HeadlessHost(.rows(4)))
    let log = Log<Bool>()
    for generation in 0..<20 {
      try bench.list.update(with: model(0..<300, generation, log))
      try await bench.settle()
    }
    // A superseded model is released in the same way.
    for generation in 20..<30 { try bench.list.update(with: model(0..<300, generation, log)) }
    try bench.list.update(with: TableModel())
    try await bench.drain { log.entries.count == 30 * 300 }
    #expect(!log.entries.contains(false))
  }

  /// Many actions are released in slices instead of at once.
  @Test func goesInSlices() async throws {
    let bench = try ThreadBench(HeadlessHost(.rows(4)))
    let log = Log<Bool>()
    try bench.list.update(with: model(0..<2_000, 0, log))
    try await bench.settle()
    try bench.list.update(with: TableModel())
    var (most, last) = (0, 0)
    try await bench.drain {
      let count = log.entries.count
      most = max(most, count - last)
      last = count
      return count == 2_000
    }
    #expect(most <= 256)
    #expect(!log.entries.contains(false))
  }

  /// A row holds its actions while it is freed; the main queue must be the last to hold them.
  @Test func goesOnceItsRowsAreGone() {
    let (log, mailbox) = (Log<Bool>(), DeliveryMailbox())
    let bin = DeferredActions()
    bin.add(ObjectIdentifier(DeferredActionsTests.self), .manual(mailbox))
    var model: TableModel? = model(0..<10, 0, log)
    bin.collect {
      model = nil
      #expect(mailbox.drain() == 0)
    }
    #expect(log.entries.isEmpty && model == nil)
    #expect(mailbox.drain() == 1)
    #expect(log.entries == [Bool](repeating: true, count: 10))
  }

  /// The actions of a row that is still in use are not released, whatever follows in its chain.
  @Test func modifiersReleaseNothing() {
    let mailbox = DeliveryMailbox()
    let bin = DeferredActions()
    bin.add(ObjectIdentifier(DeferredActionsTests.self), .manual(mailbox))
    var items: [TableItem] = []
    bin.collect {
      items = (0..<10).map { row in
        TableItem(.number(row), cell: PlateCell(number: row))
          .onTap {}.on("reply") {}.on("like") {}.onLink { _ in }.appearance(.fading)
      }
    }
    #expect(mailbox.drain() == 0)
    #expect(items.allSatisfy { $0.actions.onTap != nil && $0.actions.handlers.count == 2 })
  }

  /// The list whose delivery was to release the actions is released first.
  @Test func goesByTheMainQueueWithoutAList() async throws {
    let log = Log<Bool>()
    let bin = DeferredActions()
    let list = DeferredActionsTests.self
    let mailbox = DeliveryMailbox()
    bin.add(ObjectIdentifier(list), .manual(mailbox))
    var model: TableModel? = model(0..<10, 0, log)
    bin.collect { model = nil }
    #expect(log.entries.isEmpty && model == nil)
    bin.remove(ObjectIdentifier(list))
    try await log.wait { $0.count == 10 }
    #expect(log.entries == [Bool](repeating: true, count: 10))
    mailbox.drain()
  }

  /// A program that does not drain the main queue can set another delivery.
  @Test func goesByTheLastDeliveryWithoutAList() {
    let (log, last) = (Log<Bool>(), DeliveryMailbox())
    let bin = DeferredActions(last: .manual(last))
    var model: TableModel? = model(0..<10, 0, log)
    bin.collect { model = nil }
    #expect(log.entries.isEmpty && model == nil)
    #expect(last.drain() == 1 && log.entries.count == 10)
  }
}
