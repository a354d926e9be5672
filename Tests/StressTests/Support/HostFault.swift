/// A fault of a host, or an event, while it applies a batch.
enum HostFault: String, CaseIterable, Sendable {
  /// It finishes late.
  case late
  /// It keeps its completion, and calls it after the watchdog has reported it.
  case kept
  /// It releases its completion without a call.
  case dropped
  /// It calls its completion twice.
  case repeated
  /// It blocks the main queue.
  case stalled
  /// It is detached; another host is attached later, after which the old one finishes.
  case detached
  /// Its width changes.
  case resized

  /// The number of watchdog reports for a host with this fault in one batch.
  var forgottenReports: Int { self == .kept ? 1 : 0 }

  /// The number of reported completions that no batch waits for, for a host with this fault in one
  /// batch; those of detached hosts are ignored.
  var repeatedReports: Int { [.kept, .repeated].contains(self) ? 1 : 0 }
}
