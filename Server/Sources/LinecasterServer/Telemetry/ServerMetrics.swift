import Foundation
import Metrics

/// What the server counts.
struct ServerMetrics: Sendable {
  let registry = MetricsRegistry()

  /// A request was answered.
  func count(route: String, status: Int, time: Duration) {
    Counter(
      label: "linecaster_requests_total",
      dimensions: [("route", route), ("status", "\(status)")], factory: registry
    ).increment()
    timer("linecaster_request_seconds", ("route", route)).recordNanoseconds(time.nanoseconds)
  }

  /// A stage of drawing took some time.
  func count(stage: String, time: Duration) {
    timer("linecaster_stage_seconds", ("stage", stage)).recordNanoseconds(time.nanoseconds)
  }

  /// How an answer came about.
  enum Origin: String {
    case drawn
    case kept
    case joined
  }

  /// A picture was handed out.
  func count(_ origin: Origin) {
    Counter(
      label: "linecaster_pictures_total", dimensions: [("origin", origin.rawValue)],
      factory: registry
    ).increment()
  }

  /// Drawing was called off, since nobody waited for it any more.
  func countCalledOff() {
    Counter(label: "linecaster_called_off_total", factory: registry).increment()
  }

  /// All metrics as text, with what is so at this moment.
  func exposition(_ load: RenderQueue.Load, storedByteCount: Int?) -> String {
    func set(_ label: String, _ value: Int) {
      Meter(label: label, factory: registry).set(value)
    }
    set("linecaster_rendering", load.running)
    set("linecaster_waiting", load.waiting)
    if let storedByteCount { set("linecaster_cache_bytes", storedByteCount) }
    if let memory = Self.residentByteCount { set("process_resident_memory_bytes", memory) }
    return registry.exposition
  }

  private func timer(_ label: String, _ dimension: (String, String)) -> CoreMetrics.Timer {
    CoreMetrics.Timer(label: label, dimensions: [dimension], factory: registry)
  }

  /// The memory of the process; nil where the system does not say.
  private static var residentByteCount: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let numbers = text.split(separator: " ")
    return numbers.count > 1 ? Int(numbers[1]).map { $0 * Int(getpagesize()) } : nil
  }
}

extension Duration {
  /// Whole nanoseconds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : whole + attoseconds / 1_000_000_000
  }
}
