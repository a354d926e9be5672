import Foundation
import Metrics

/// The metrics of the server.
struct ServerMetrics: Sendable {
  let registry = MetricsRegistry()

  /// Counts an answered request.
  func count(route: String, status: Int, time: Duration) {
    Counter(
      label: "linecaster_requests_total",
      dimensions: [("route", route), ("status", "\(status)")], factory: registry
    ).increment()
    timer("linecaster_request_seconds", ("route", route)).recordNanoseconds(time.nanoseconds)
  }

  /// Records the duration of a rendering stage.
  func count(stage: String, time: Duration) {
    timer("linecaster_stage_seconds", ("stage", stage)).recordNanoseconds(time.nanoseconds)
  }

  /// The origin of a picture.
  enum Origin: String {
    case drawn
    case kept
    case joined
  }

  /// Counts a delivered picture.
  func count(_ origin: Origin) {
    Counter(
      label: "linecaster_pictures_total", dimensions: [("origin", origin.rawValue)],
      factory: registry
    ).increment()
  }

  /// Counts a rendering that was cancelled because no client waited for it.
  func countCancelled() {
    Counter(label: "linecaster_called_off_total", factory: registry).increment()
  }

  /// Counts a picture that could not be written to the cache.
  func countStoreFailure() {
    Counter(label: "linecaster_cache_failures_total", factory: registry).increment()
  }

  /// Returns all metrics as text, with the current gauges.
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

  /// The resident memory of the process, in bytes; `nil` if the system does not report it.
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
