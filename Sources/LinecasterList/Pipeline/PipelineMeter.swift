import Synchronization

/// The counters behind `PipelineStatistics`; each is exact, a reading of all of them is not a
/// moment's.
final class PipelineMeter: Sendable {
  let rowsMeasured = Atomic<Int>(0)
  let rowsRasterized = Atomic<Int>(0)
  let glyphsDrawn = Atomic<Int>(0)
  let missingCharacters = Atomic<Int>(0)
  let deliveries = Atomic<Int>(0)
  let longestDelivery = Atomic<Int>(0)

  private let nanoseconds = Mutex<[PipelineStage: Int]>([:])

  /// Calls `body` and adds the time it takes to a stage.
  func measure<Result, Failure: Error>(
    _ stage: PipelineStage, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    defer { add(Self.nanoseconds(since: start), to: stage) }
    return try body()
  }

  /// Counts a delivery that took some time on the main queue.
  func countDelivery(nanoseconds: Int) {
    deliveries.wrappingAdd(1, ordering: .relaxed)
    longestDelivery.max(nanoseconds, ordering: .relaxed)
    add(nanoseconds, to: .deliver)
  }

  /// The time in each stage that was measured here.
  var stageNanoseconds: [PipelineStage: Int] { nanoseconds.withLock { $0 } }

  static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  private func add(_ time: Int, to stage: PipelineStage) {
    nanoseconds.withLock { $0[stage, default: 0] += time }
  }
}
