import Dispatch
import Foundation
public import LinecasterBase
import LinecasterCells
import LinecasterRaster
package import LinecasterText
import Synchronization

/// Records the work of a pipeline and its controllers over time, for profiling.
///
/// A span costs about a tenth of a microsecond. Thread-safe.
///
///     let trace = PipelineTrace()
///     var options = PrecomputePipeline.Options()
///     options.trace = trace
///     let pipeline = PrecomputePipeline(arranger: arranger, options: options)
///     // Later: Perfetto opens the one, a browser the other.
///     let (json, image) = (trace.chromeJSON, trace.timelineSVG())
public final class PipelineTrace: Sendable {
  struct State {
    var spans: [TraceSpan] = []
    var tracks: [pthread_t: Int] = [:]
    var dropped = 0
  }

  /// The maximum number of spans that are kept; later ones are only counted.
  let limit: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Creates an empty trace that keeps at most `limit` spans.
  public init(limit: Int = 1_000_000) {
    self.limit = max(0, limit)
  }

  /// The spans, in the order in which they ended.
  var spans: [TraceSpan] { state.withLock { $0.spans } }

  /// The names of spans on the main queue, in the order in which they ended. Only `apply` and
  /// `deliver` occur there, unless the list breaks its promise.
  ///
  /// - Complexity: O(spans).
  public var mainQueueWork: [String] {
    spans.lazy.filter { $0.track == 0 }.map(\.name.rawValue)
  }

  /// The number of spans over the limit.
  var droppedCount: Int { state.withLock { $0.dropped } }

  /// Whether this is the main queue, which other threads may serve once the first has ended: with
  /// `dispatchMain()`, and in tests.
  private static var isMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

  private static let mainQueueKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Records a span from an instant until now.
  func record(
    _ name: TraceSpan.Name, since start: ContinuousClock.Instant, generation: Int, band: WorkBand
  ) {
    let begin = max(0, self.start.duration(to: start).nanoseconds)
    let end = max(begin, self.start.duration(to: .now).nanoseconds)
    let worker = Self.isMainQueue ? nil : pthread_self()
    state.withLock { state in
      guard state.spans.count < limit else {
        state.dropped += 1
        return
      }
      state.spans.append(
        TraceSpan(
          name: name, start: begin, duration: end - begin, generation: generation, band: band,
          track: worker.map { state.track(of: $0) } ?? 0))
    }
  }
}

extension PipelineTrace.State {
  mutating func track(of thread: pthread_t) -> Int {
    if let known = tracks[thread] { return known }
    let new = (tracks.values.max() ?? 0) + 1
    tracks[thread] = new
    return new
  }
}

/// A span of time in which a thread did one kind of work for a list.
struct TraceSpan: Hashable, Sendable {
  /// The kind of work.
  enum Name: String, Hashable, Sendable, CaseIterable {
    /// The model of an update was made.
    case build
    /// The model was compared with the one before.
    case diff
    /// The state of the list was made.
    case snapshot
    /// Rows were measured, including layout for it.
    case measure
    /// A cell was laid out: analyze, itemize, shape, break lines, frames.
    case layOut = "lay out"
    /// A cell was rasterized.
    case rasterize
    /// A batch was handed to the host.
    case apply
    /// Finished work was received on the main queue.
    case deliver
  }

  /// The kind of work.
  let name: Name
  /// The start, in nanoseconds since the trace began.
  let start: Int
  /// The duration, in nanoseconds.
  let duration: Int
  /// The update that it was for; 0 for none.
  let generation: Int
  /// The priority band.
  let band: WorkBand
  /// The thread: 0 is the thread that serves the main queue, others are numbered as they come.
  let track: Int
}

extension PipelineTrace {
  /// The trace as JSON for Perfetto and Chrome's `about:tracing`.
  ///
  /// The JSON has complete events ("X") with times in microseconds, one track per thread, and the
  /// generation and priority band as arguments (see the Trace Event Format).
  ///
  /// - Complexity: O(spans).
  public var chromeJSON: String {
    let spans = spans
    let tracks = Set(spans.map(\.track)).sorted()
    let names = tracks.map { track in
      let name = track == 0 ? "main queue" : "worker \(track)"
      return "{\"ph\":\"M\",\"pid\":1,\"tid\":\(track),\"name\":\"thread_name\","
        + "\"args\":{\"name\":\"\(name)\"}}"
    }
    let events = spans.map { span in
      "{\"ph\":\"X\",\"pid\":1,\"tid\":\(span.track),\"name\":\"\(span.name.rawValue)\","
        + "\"ts\":\(Self.microseconds(span.start)),\"dur\":\(Self.microseconds(span.duration)),"
        + "\"args\":{\"generation\":\(span.generation),\"band\":\"\(span.band)\"}}"
    }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      + (names + events).joined(separator: ",\n") + "\n]}\n"
  }

  /// Formats nanoseconds as microseconds with three decimals.
  private static func microseconds(_ nanoseconds: Int) -> String {
    let rest = String(nanoseconds % 1_000)
    return "\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

/// A trace as an image: the main queue above, workers below, time to the right.
private struct TraceTimeline {
  private static let laneHeight = 26
  private static let labelWidth = 110
  private static let top = 34

  let spans: [TraceSpan]
  /// The width of the image in pixels.
  let width: Int

  /// The image as SVG; spans narrower than a tenth of a pixel are left out.
  var svg: String {
    let tracks = Set(spans.map(\.track) + [0]).sorted()
    let height = Self.top + tracks.count * Self.laneHeight + 44
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\" font-size=\"11\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for (lane, track) in tracks.enumerated() { lines += self.lane(lane, of: track) }
    lines += ruler(bottom: Self.top + tracks.count * Self.laneHeight)
    lines += legend(y: height - 14)
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private var end: Int { spans.map { $0.start + $0.duration }.max() ?? 1 }

  private func x(_ nanoseconds: Int) -> Double {
    Double(Self.labelWidth)
      + Double(nanoseconds) / Double(max(1, end)) * Double(width - Self.labelWidth - 10)
  }

  private func lane(_ lane: Int, of track: Int) -> [String] {
    let y = Self.top + lane * Self.laneHeight
    let name = track == 0 ? "main queue" : "worker \(track)"
    let label = "<text x=\"8\" y=\"\(y + 16)\" fill=\"#444\">\(name)</text>"
    let ground =
      "<rect x=\"\(Self.labelWidth)\" y=\"\(y + 2)\" width=\"\(width - Self.labelWidth - 10)\""
      + " height=\"\(Self.laneHeight - 4)\" fill=\"#f3f3f3\"/>"
    return [label, ground]
      + spans.filter { $0.track == track }
      .sorted { $0.duration > $1.duration }
      .compactMap { bar($0, y: y) }
  }

  private func bar(_ span: TraceSpan, y: Int) -> String? {
    let width = x(span.start + span.duration) - x(span.start)
    guard width >= 0.1 else { return nil }
    let inset = span.name.isInner ? 7 : 3
    return "<rect x=\"\(Self.rounded(x(span.start)))\" y=\"\(y + inset)\""
      + " width=\"\(Self.rounded(max(0.4, width)))\" height=\"\(Self.laneHeight - 2 * inset)\""
      + " fill=\"\(span.name.color)\"><title>\(span.name.rawValue), update \(span.generation), "
      + "\(span.band), \(span.duration / 1_000) µs</title></rect>"
  }

  private func ruler(bottom: Int) -> [String] {
    (0...4).flatMap { part -> [String] in
      let time = end * part / 4
      let x = Self.rounded(x(time))
      let label = "\(Self.rounded(Double(time) / 1e6)) ms"
      let anchor = part == 4 ? "end" : "middle"
      return [
        "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"26\" y2=\"\(bottom)\" stroke=\"#ccc\"/>",
        "<text x=\"\(x)\" y=\"20\" text-anchor=\"\(anchor)\" fill=\"#444\">\(label)</text>",
      ]
    }
  }

  private func legend(y: Int) -> [String] {
    TraceSpan.Name.allCases.enumerated().flatMap { index, name -> [String] in
      let x = Self.labelWidth + index * 86
      return [
        "<rect x=\"\(x)\" y=\"\(y - 9)\" width=\"10\" height=\"10\" fill=\"\(name.color)\"/>",
        "<text x=\"\(x + 14)\" y=\"\(y)\" fill=\"#444\">\(name.rawValue)</text>",
      ]
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension PipelineTrace {
  /// Returns the trace as an SVG image: the main queue above, workers below, time to the right.
  ///
  /// - Parameter width: The width of the image in pixels, clamped to 400 to 1,000,000.
  /// - Complexity: O(spans × threads).
  public func timelineSVG(width: Int = 1_200) -> String {
    TraceTimeline(spans: spans, width: min(max(400, width), 1_000_000)).svg
  }
}

extension TraceSpan.Name {
  /// Whether it is part of another span.
  fileprivate var isInner: Bool { self == .layOut }

  /// A colour from a palette for colour-blind readers (after Okabe and Ito).
  fileprivate var color: String {
    switch self {
    case .build: "#999999"
    case .diff: "#cc79a7"
    case .snapshot: "#f0e442"
    case .measure: "#56b4e9"
    case .layOut: "#0072b2"
    case .rasterize: "#009e73"
    case .apply: "#d55e00"
    case .deliver: "#e69f00"
    }
  }
}

/// The counters behind `PipelineStatistics`, and the trace. Each counter is exact, but reading all
/// of them is not atomic.
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

  /// Calls `body`, adds its duration to a stage, and records it.
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

  /// Counts a delivery on the main queue that began at an instant and ends now.
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
  /// The pipeline stage of the span; `nil` for spans that contain others.
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

/// Counters of a pipeline's work, and its time by stage.
public struct PipelineStatistics: Hashable, Sendable {
  /// The number of rows measured, including rows with a cached size.
  public var rowsMeasured = 0
  /// The number of rows rasterized.
  public var rowsRasterized = 0
  /// The number of glyphs in the rasterized rows.
  public var glyphsDrawn = 0
  /// The number of characters that no font covers, each counted once per row.
  public var missingCharacters = 0
  /// The time in each stage in nanoseconds, summed over threads.
  public var nanoseconds: [PipelineStage: Int] = [:]
  /// The longest time the main queue was kept busy by one delivery, in nanoseconds.
  public var longestDelivery = 0
  /// The number of deliveries on the main queue.
  public var deliveries = 0
  /// The statistics of the cache of cell sizes.
  public var sizes = CacheStatistics()
  /// The statistics of the cache of cell arrangements.
  public var arrangements = CacheStatistics()
  /// The statistics of the cache of cell pixels.
  public var images = CacheStatistics()
  /// The statistics of the cache of glyph pixels.
  public var glyphs = CacheStatistics()

  /// Creates statistics with all counters at zero.
  public init() {}
}

/// The stages of the pipeline, in the order in which data passes through them.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// Compares models to find the changes.
  case diff
  /// Creates the state of the list.
  case snapshot
  /// Finds the bidirectional levels, scripts and boundaries of text.
  case analyze
  /// Splits text into items of one font, script, level and style.
  case itemize
  /// Turns text into glyphs.
  case shape
  /// Breaks paragraphs into lines.
  case breakLines = "break lines"
  /// Computes the frames of boxes.
  case layOut = "lay out"
  /// Draws cells into pixels.
  case rasterize
  /// Delivers results on the main queue.
  case deliver
}

extension PrecomputePipeline {
  /// The statistics so far, summed over all threads and controllers.
  ///
  /// - Complexity: O(threads).
  public var statistics: PipelineStatistics {
    var statistics = PipelineStatistics()
    statistics.rowsMeasured = meter.rowsMeasured.load(ordering: .relaxed)
    statistics.rowsRasterized = meter.rowsRasterized.load(ordering: .relaxed)
    statistics.glyphsDrawn = meter.glyphsDrawn.load(ordering: .relaxed)
    statistics.missingCharacters = meter.missingCharacters.load(ordering: .relaxed)
    statistics.deliveries = meter.deliveries.load(ordering: .relaxed)
    statistics.longestDelivery = meter.longestDelivery.load(ordering: .relaxed)
    statistics.sizes = cells.caches.sizes.statistics
    statistics.arrangements = cells.caches.arrangements.statistics
    statistics.images = cells.caches.images.statistics
    statistics.glyphs = rasterizer.glyphs.cache.statistics
    statistics.nanoseconds = meter.stageNanoseconds.separating(arranger.typesetter.statistics)
    return statistics
  }
}

extension [PipelineStage: Int] {
  /// Returns the times in nanoseconds, with the text stages separated from layout, which contains
  /// them.
  package func separating(_ text: TextStatistics) -> [PipelineStage: Int] {
    var stages = self
    stages[.analyze] = text.nanoseconds[.analyze]
    stages[.itemize] = text.nanoseconds[.itemize]
    stages[.shape] = text.nanoseconds[.shape]
    stages[.breakLines] = text.nanoseconds[.breakLines]
    // The typesetter may also be used without laying out cells.
    let all = text.nanoseconds.values.reduce(0, +)
    stages[.layOut] = Swift.max(0, stages[.layOut, default: 0] - all)
    return stages
  }
}
