import Dispatch
import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterListSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Values that may hold a whole model are released off the main actor, in time.
@Suite(.timeLimit(.minutes(60))) @MainActor struct DeferredReleaseTests {
  private func put<Value: Sendable>(_ value: Value, in bin: DeferredRelease) -> Bool {
    var last: Value? = value
    return bin.put(taking: &last) && last == nil
  }

  /// An object that logs its release.
  private final class Held: Sendable {
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    deinit { log.add("freed") }
  }

  @Test func letsGoOfAllAtOnce() {
    let log = Log<String>()
    let bin = DeferredRelease()
    #expect(put(Held(log), in: bin))
    #expect(!put(Held(log), in: bin))
    log.add("kept")
    bin.empty()
    log.add("emptied")
    #expect(put(Held(log), in: bin))
    bin.empty()
    bin.empty()
    #expect(log.entries == ["kept", "freed", "freed", "emptied", "freed"])
  }

  /// Many updates are superseded before any work begins.
  @Test func aFloodLeavesLittleWorkWaiting() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 2)
    for number in 0..<5_000 { bench.list.update(with: plates([number])) }
    #expect(bench.pipeline.work.pendingCount < 10)
    bench.settle()
    #expect(bench.host.shown == plates([4_999]))
  }

  /// An object that tests, while it is freed, whether another thread can use the bin.
  private final class Visitor: Sendable {
    let bin: DeferredRelease
    let log: Log<String>

    init(_ bin: DeferredRelease, _ log: Log<String>) {
      self.bin = bin
      self.log = log
    }

    deinit {
      let wasPut = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [bin] in
        var value: String? = "later"
        _ = bin.put(taking: &value)
        wasPut.signal()
      }
      log.add(wasPut.wait(timeout: .now() + 10) == .success ? "open" : "locked")
    }
  }

  /// The bin frees values outside its lock, so slow ones do not block it.
  @Test func letsGoOutsideOfItsLock() {
    let log = Log<String>()
    let bin = DeferredRelease()
    #expect(put(Visitor(bin, log), in: bin))
    bin.empty()
    #expect(log.entries == ["open"])
  }

  /// Cancelled work is freed even if the bin is emptied at once: the ticket keeps no copy.
  @Test func workThatIsCancelledStaysWithNobody() {
    let log = Log<String>()
    let bin = DeferredRelease()
    let ticket = WorkTicket(number: 0, band: .idle, whenLeaving: { _ in }) { [held = Held(log)] in
      withExtendedLifetime(held) {}
    }
    func release<Value: Sendable>(taking value: inout Value?) {
      #expect(bin.put(taking: &value))
      bin.empty()
      log.add("emptied")
    }
    ticket.cancel { release(taking: &$0) }
    #expect(log.entries == ["freed", "emptied"])
  }

  // MARK: Threads

  /// An executor that frees released values before the caller continues: a caller that kept a copy
  /// would be the last to hold it.
  private final class PromptExecutor: WorkExecutor {
    private let workers = OperationExecutor(workerCount: 1)
    var workerCount: Int { workers.workerCount }

    func submit(_ ticket: WorkTicket) { workers.submit(ticket) }

    func runAside(_ work: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        work()
        done.signal()
      }
      done.wait()
    }
  }

  /// An object that logs whether it is released on the main queue.
  private final class Attachment: Sendable {
    nonisolated static let mark = DispatchSpecificKey<Bool>()
    let log: Log<Bool>
    init(_ log: Log<Bool>) { self.log = log }
    deinit { log.add(DispatchQueue.getSpecific(key: Self.mark) == true) }
  }

  /// A cell with an attachment that its layout does not use.
  private struct HeavyCell: Cell {
    var number: Int
    var attachment: Attachment

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Box(.black, size: Size(width: 10, height: 10)).node
    }
  }

  /// A cell whose layout blocks a worker until a signal.
  private struct SlowCell: Cell {
    let mayGo: DispatchSemaphore
    let began: DispatchSemaphore

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      began.signal()
      _ = mayGo.wait(timeout: .now() + 600)
      return Box(.black, size: Size(width: 10, height: 10)).node
    }
  }

  private nonisolated func model(_ numbers: Range<Int>, _ log: Log<Bool>) -> TableModel {
    DispatchQueue.main.setSpecific(key: Attachment.mark, value: true)
    return TableModel(
      items: numbers.map {
        TableItem(.number($0), cell: HeavyCell(number: $0, attachment: Attachment(log)))
      })
  }

  /// Creates a list with one worker, which measures only visible rows.
  private func bench(_ executor: any WorkExecutor = PromptExecutor()) throws -> (
    list: AutoDiffController, host: OnScreenHost, mailbox: DeliveryMailbox
  ) {
    let (host, mailbox) = (OnScreenHost(length: 40), DeliveryMailbox())
    var listOptions = AutoDiffController.Options()
    listOptions.measuresIdly = false
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: .init(),
        actions: DeferredActions(), executor: executor, idleTimeLimit: nil),
      environment: LayoutEnvironment(width: 100), host: host, delivery: .manual(mailbox),
      options: listOptions)
    return (list, host, mailbox)
  }

  private func settle(_ list: AutoDiffController, _ mailbox: DeliveryMailbox) async throws {
    try await mailbox.drain { list.isSettled }
  }

  @Test(arguments: [false, true]) func modelsEndOffTheMainActor(areAppliedNow: Bool) async throws {
    let log = Log<Bool>()
    let (list, host, mailbox) = try bench()
    for round in 0..<8 {
      let rows = round * 1_000..<round * 1_000 + 300
      if areAppliedNow {
        list.applyNow(model(rows, log))
      } else {
        list.update(with: model(rows, log))
      }
      try await settle(list, mailbox)
    }
    // Superseded models are released too.
    for round in 8..<12 {
      list.update { [model = model(round * 1_000..<round * 1_000 + 300, log)] in model }
    }
    list.update(with: TableModel())
    try await settle(list, mailbox)
    // Caches keep the measured rows.
    #expect(log.entries.count > 11 * 200 && host.faults.isEmpty)
    #expect(!log.entries.contains(true))
  }

  /// Waits until the worker has finished all its work.
  private func work(_ list: AutoDiffController) async {
    await withCheckedContinuation { continuation in
      list.pipeline.work.enqueue(.idle) { continuation.resume() }
    }
  }

  /// The result of a superseded update may be the last to hold its model.
  @Test func resultsThatNobodyWaitsForEndOffTheMainActor() async throws {
    let log = Log<Bool>()
    let (list, host, mailbox) = try bench()
    list.update { [self] in model(0..<300, log) }
    await work(list)
    list.update(with: TableModel())
    mailbox.drain()
    // The empty list may be shown by now, but never the superseded model.
    #expect(log.entries.count > 200 && host.snapshot?.rowCount ?? 0 == 0)
    #expect(!log.entries.contains(true))
  }

  /// An index arrives after the state that it was made from is gone.
  @Test func indexesKeepNoModel() async throws {
    let log = Log<Bool>()
    let (list, host, mailbox) = try bench()
    for round in 0..<200 where list.rows.indexing == nil {
      try await settle(list, mailbox)
      list.applyNow(model(1_000 - round..<1_300 - round, log))
    }
    #expect(list.rows.indexing != nil)
    await work(list)
    list.applyNow(model(5_000..<5_300, log))
    let before = log.entries.count { $0 }
    mailbox.drain()
    #expect(list.rows.indexing == nil && log.entries.count > 60 * 200 && host.faults.isEmpty)
    // The list itself keeps the cells in range.
    #expect(log.entries.count { $0 } - before < 40)
  }

  /// Cancelled work for an older state may be the last to hold its model.
  @Test func workThatIsCancelledEndsOffTheMainActor() async throws {
    let log = Log<Bool>()
    let (list, host, mailbox) = try bench()
    list.update(with: model(0..<300, log))
    try await settle(list, mailbox)
    let (mayGo, began) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { mayGo.signal() }
    list.pipeline.work.enqueue(.visible) { [cell = SlowCell(mayGo: mayGo, began: began)] in
      _ = cell.body(in: LayoutEnvironment(width: 1))
    }
    host.scroll(to: 1_000)
    list.viewportDidChange()
    #expect(!list.isIdle && log.entries.isEmpty)
    let inRange = try #require(list.rows.state.requests).all.count
    list.applyNow(model(1_000..<1_300, log))
    // Caches keep the measured rows, and the list the cells in range.
    #expect(log.entries.count > 200 && host.faults.isEmpty)
    #expect(log.entries.count { $0 } <= inRange && inRange < 40)
  }

  /// Models are freed while all workers are busy with slow cells.
  @Test func lettingGoWaitsForNoWorker() async throws {
    let list = try bench(OperationExecutor(workerCount: 1)).list
    let (mayGo, began) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { mayGo.signal() }
    list.pipeline.work.enqueue(.visible) { [cell = SlowCell(mayGo: mayGo, began: began)] in
      _ = cell.body(in: LayoutEnvironment(width: 1))
    }
    let log = Log<String>()
    list.pipeline.release(Held(log))
    try await log.wait { !$0.isEmpty }
    #expect(log.entries == ["freed"])
  }
}
