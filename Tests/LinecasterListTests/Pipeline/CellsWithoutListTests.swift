import Dispatch
import Foundation
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterRaster
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterBase
@testable import LinecasterList

/// Cells requested without a list.
@Suite(.timeLimit(.minutes(60))) struct CellsWithoutListTests {
  /// A cell whose layout waits until a test opens its gate.
  private struct GatedCell: Cell {
    final class Gate: Hashable, Sendable {
      let opened = DispatchSemaphore(value: 0)
      let entered = DispatchSemaphore(value: 0)
      let count = Atomic<Int>(0)
      /// The number of layouts that timed out at the gate.
      let missed = Atomic<Int>(0)
      static func == (left: Gate, right: Gate) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    var gate: Gate
    func body(in environment: LayoutEnvironment) -> LayoutNode {
      gate.count.wrappingAdd(1, ordering: .relaxed)
      gate.entered.signal()
      if gate.opened.wait(timeout: .now() + 600) == .timedOut {
        gate.missed.wrappingAdd(1, ordering: .relaxed)
      }
      return Box(.black, size: Size(width: 5, height: 7)).node
    }
  }

  private let environment = LayoutEnvironment(width: 60)

  private func pipeline(workers: Int = 2) throws -> PrecomputePipeline {
    var options = PrecomputePipeline.Options()
    options.workerCount = workers
    return try PrecomputePipeline(fonts: .bundled(), options: options)
  }

  /// Waits on a thread outside the task pool.
  private func wait(for semaphore: DispatchSemaphore) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: semaphore.wait(timeout: .now() + 600) == .success)
      }
    }
  }

  @Test func drawsAndMeasuresWhatAListWould() async throws {
    let pipeline = try pipeline()
    let cell = WordsCell(words: "some words that take more than a line of sixty points")
    let arrangement = try pipeline.arranger.arrange(
      AnyCell(cell).layout(in: environment), in: environment)
    let right = try pipeline.rasterizer.rasterize(arrangement.displayList)
    let image = try await pipeline.image(of: cell, in: environment)
    #expect(try image.bitmap().pixels == right.pixels && image.size == arrangement.size)
    #expect(try await pipeline.size(of: cell, in: environment) == arrangement.size)
    #expect(pipeline.statistics.rowsRasterized == 1)
  }

  @Test func saysWhatCannotBeDrawn() async throws {
    let pipeline = try pipeline()
    await #expect(throws: PipelineError.self) {
      try await pipeline.image(of: BoxCell(isUndrawable: true), in: environment)
    }
    await #expect(throws: PipelineError.self) {
      try await pipeline.size(of: BoxCell(isUnusable: true), in: environment)
    }
  }

  @Test func equalCellsAreDrawnOnce() async throws {
    let pipeline = try pipeline(workers: 4)
    let gate = GatedCell.Gate()
    Task {
      // One request is being worked on, and three others have joined it.
      _ = await wait(for: gate.entered)
      while pipeline.cells.imageFlights.joinCount < 3, gate.count.load(ordering: .relaxed) == 1 {
        try await Task.sleep(for: .milliseconds(1))
      }
      for _ in 0..<8 { gate.opened.signal() }
    }
    let heights = try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await pipeline.image(of: GatedCell(gate: gate), in: environment).size.height
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(heights == [Double](repeating: 7, count: 8))
    #expect(gate.count.load(ordering: .relaxed) == 1)
  }

  @Test func aCancelledTaskWaitsNoLonger() async throws {
    let pipeline = try pipeline(workers: 1)
    let gate = GatedCell.Gate()
    let running = Task { try await pipeline.image(of: GatedCell(gate: gate), in: environment) }
    #expect(await wait(for: gate.entered))
    let waiting = Task { try await pipeline.size(of: BoxCell(number: 4), in: environment) }
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await pipeline.size(of: BoxCell(number: 5), in: environment)
    }
    for _ in 0..<60_000 where pipeline.work.pendingCount == 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    for task in [waiting, early] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // A request that a worker has begun also ends at once.
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(pipeline.work.pendingCount == 0)
    #expect(gate.missed.load(ordering: .relaxed) == 0)
    gate.opened.signal()
    #expect(try await pipeline.size(of: BoxCell(number: 6), in: environment).height == 10)
    #expect(pipeline.work.pendingCount == 0 && pipeline.statistics.rowsRasterized == 0)
  }

  /// An executor whose workers never run.
  private final class DeafExecutor: WorkExecutor {
    let workerCount = 1

    func submit(_ ticket: WorkTicket) {
      // Safe: the task is used only here, by itself.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    }

    func runAside(_ work: @escaping @Sendable () -> Void) { work() }
  }

  /// The task is cancelled after its work is enqueued, but before the work is known to be its own.
  @Test func aTaskThatIsCancelledWhileItAsksLeavesNoWork() async throws {
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), options: .init(),
      actions: DeferredActions(), executor: DeafExecutor(), idleTimeLimit: nil)
    let task = Task { try await pipeline.size(of: BoxCell(), in: environment) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pipeline.work.mostPending == 1 && pipeline.work.pendingCount == 0)
  }

  @Test func whatIsWarmIsNotDrawnAgain() async throws {
    let pipeline = try pipeline()
    let cells = (0..<50).map { BoxCell(number: $0, isUndrawable: $0 == 7) }
    try await pipeline.warm(cells, in: environment)
    #expect(pipeline.statistics.rowsRasterized == 49)
    _ = try await pipeline.image(of: cells[33], in: environment)
    #expect(pipeline.statistics.rowsRasterized == 49)
  }
}
