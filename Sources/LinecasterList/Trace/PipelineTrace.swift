import Foundation
import Synchronization

/// Records what a pipeline and its controllers do, and when, for a look at where time goes.
///
/// Give one to `PrecomputePipeline.Options.trace`. A span costs about a tenth of a microsecond.
/// May be used on any thread.
public final class PipelineTrace: Sendable {
  struct State {
    var spans: [TraceSpan] = []
    var tracks: [ObjectIdentifier: Int] = [:]
    var dropped = 0
  }

  /// The most spans that are kept; later ones are counted only.
  public let limit: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Makes an empty trace that keeps at most `limit` spans.
  public init(limit: Int = 1_000_000) {
    self.limit = max(0, limit)
  }

  /// What was done, in the order in which it ended.
  public var spans: [TraceSpan] { state.withLock { $0.spans } }

  /// The number of spans over the limit.
  public var droppedCount: Int { state.withLock { $0.dropped } }

  /// Calls this thread the main one.
  @MainActor
  func registerMainThread() {
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { $0.tracks[thread] = 0 }
  }

  /// Records what began at an instant and ends now.
  func record(
    _ name: TraceSpan.Name, since start: ContinuousClock.Instant, generation: Int, band: WorkBand
  ) {
    let begin = max(0, self.start.duration(to: start).nanoseconds)
    let end = max(begin, self.start.duration(to: .now).nanoseconds)
    let thread = ObjectIdentifier(Thread.current)
    state.withLock { state in
      guard state.spans.count < limit else {
        state.dropped += 1
        return
      }
      state.spans.append(
        TraceSpan(
          name: name, start: begin, duration: end - begin, generation: generation, band: band,
          track: state.track(of: thread)))
    }
  }
}

extension PipelineTrace.State {
  mutating func track(of thread: ObjectIdentifier) -> Int {
    if let known = tracks[thread] { return known }
    let new = (tracks.values.max() ?? 0) + 1
    tracks[thread] = new
    return new
  }
}
