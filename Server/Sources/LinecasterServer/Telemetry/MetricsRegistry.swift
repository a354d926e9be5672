import CoreMetrics
import Synchronization

/// The metrics of a process, exported as text (Prometheus exposition format 0.0.4).
///
/// Counters are sums. Timers and aggregating recorders are histograms. Meters and other recorders
/// hold the last value.
final class MetricsRegistry: MetricsFactory {
  private let series = Mutex<[SeriesName: MetricSeries]>([:])

  /// The upper bounds of the time buckets, in seconds.
  static let timeBounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private func series(
    _ label: String, _ dimensions: [(String, String)], _ kind: MetricSeries.Kind
  ) -> MetricSeries {
    let name = SeriesName(label, dimensions)
    return series.withLock { all in
      if let known = all[name] { return known }
      let new = MetricSeries(kind)
      all[name] = new
      return new
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, dimensions, .sum)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, dimensions, .last)
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(label, dimensions, aggregate ? .buckets : .last)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, dimensions, .buckets)
  }

  // Counters are exported until the process ends.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// All metrics as text, sorted by name.
  var exposition: String {
    let all = series.withLock { $0 }.sorted { $0.key < $1.key }
    var text = ""
    var last = ""
    for (name, series) in all {
      if name.name != last {
        text += "# TYPE \(name.name) \(series.kind.rawValue)\n"
        last = name.name
      }
      text += series.lines(of: name)
    }
    return text
  }
}

/// A metric name with labels.
private struct SeriesName: Hashable, Comparable {
  let name: String
  /// The labels as exported, without braces.
  let labels: String

  init(_ name: String, _ dimensions: [(String, String)]) {
    self.name = Self.identifier(name)
    labels = dimensions.map { "\(Self.identifier($0.0))=\"\(Self.escaped($0.1))\"" }
      .joined(separator: ",")
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.name, left.labels) < (right.name, right.labels)
  }

  /// Returns the exported name of the series, with a suffix and an additional label.
  func line(_ ending: String = "", _ label: String? = nil) -> String {
    let labels = [self.labels, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
    return labels.isEmpty ? "\(name)\(ending)" : "\(name)\(ending){\(labels)}"
  }

  private static func identifier(_ text: String) -> String {
    String(
      text.map { character in
        character.isASCII && (character.isLetter || character.isNumber) || character == "_"
          ? character : "_"
      })
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}

/// The values recorded under a name.
private final class MetricSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind: String {
    case sum = "counter"
    case last = "gauge"
    case buckets = "histogram"
  }

  private struct State {
    var value = 0.0
    var count = 0
    var buckets = [Int](repeating: 0, count: MetricsRegistry.timeBounds.count)
  }

  let kind: Kind
  private let state = Mutex(State())

  init(_ kind: Kind) { self.kind = kind }

  func increment(by amount: Int64) { add(Double(amount)) }
  func reset() { state.withLock { $0 = State() } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.value = value } }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func record(_ value: Int64) { record(Double(value)) }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func record(_ value: Double) {
    guard kind == .buckets else { return set(value) }
    state.withLock { state in
      state.value += value
      state.count += 1
      if let bucket = MetricsRegistry.timeBounds.firstIndex(where: { value <= $0 }) {
        state.buckets[bucket] += 1
      }
    }
  }

  private func add(_ amount: Double) { state.withLock { $0.value += amount } }

  func lines(of name: SeriesName) -> String {
    let state = state.withLock { $0 }
    guard kind == .buckets else { return "\(name.line()) \(Self.number(state.value))\n" }
    var text = ""
    var sum = 0
    for (bound, count) in zip(MetricsRegistry.timeBounds, state.buckets) {
      sum += count
      text += "\(name.line("_bucket", "le=\"\(Self.number(bound))\"")) \(sum)\n"
    }
    text += "\(name.line("_bucket", "le=\"+Inf\"")) \(state.count)\n"
    text += "\(name.line("_sum")) \(Self.number(state.value))\n"
    return text + "\(name.line("_count")) \(state.count)\n"
  }

  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
