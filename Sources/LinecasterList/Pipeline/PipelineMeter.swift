import Synchronization

/// The counters behind `PipelineStatistics`, and the trace; each counter is exact, a reading of all
/// of them is not a moment's.
final class PipelineMeter: Sendable {
  let rowsMeasured = Atomic<Int>(0)
  let rowsRasterized = Atomic<Int>(0)
  let glyphsDrawn = Atomic<Int>(0)
  let missingCharacters = Atomic<Int>(0)
  let deliveries = Atomic<Int>(0)
  let longestDelivery = Atomic<Int>(0)

  let trace: PipelineTrace?
  private let nanoseconds = Mutex<[PipelineStage: Int]>([:])

  init(trace: PipelineTrace? = nil) {
    self.trace = trace
  }

  /// Calls `body`, adds the time it takes to a stage, and records it.
  func measure<Result, Failure: Error>(
    _ name: TraceSpan.Name, _ context: WorkContext, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    defer {
      if let stage = name.stage { add(Self.nanoseconds(since: start), to: stage) }
      trace?.record(name, since: start, generation: context.generation, band: context.band)
    }
    return try body()
  }

  /// Counts a delivery that began at an instant and ends now on the main queue.
  func countDelivery(since start: ContinuousClock.Instant) {
    let time = Self.nanoseconds(since: start)
    deliveries.wrappingAdd(1, ordering: .relaxed)
    longestDelivery.max(time, ordering: .relaxed)
    add(time, to: .deliver)
    trace?.record(.deliver, since: start, generation: 0, band: .visible)
  }

  /// The time in each stage that was measured here.
  var stageNanoseconds: [PipelineStage: Int] { nanoseconds.withLock { $0 } }

  static func nanoseconds(since start: ContinuousClock.Instant) -> Int {
    start.duration(to: .now).nanoseconds
  }

  private func add(_ time: Int, to stage: PipelineStage) {
    nanoseconds.withLock { $0[stage, default: 0] += time }
  }
}

extension TraceSpan.Name {
  /// The stage of the pipeline whose time the span is; nil for those that contain others.
  fileprivate var stage: PipelineStage? {
    switch self {
    case .diff: .diff
    case .snapshot: .snapshot
    case .layOut: .layOut
    case .rasterize: .rasterize
    case .build, .measure, .apply, .deliver: nil
    }
  }
}
