import Synchronization

/// Collects what workers report until the main actor takes it: however many of them finish, one
/// delivery is on its way at a time.
final class ReportInbox: Sendable {
  private struct State {
    var reports: [RowReport] = []
    var isAnnounced = false
  }

  private let state = Mutex(State())
  private let announce: @Sendable () -> Void

  /// - Parameter announce: Called when there is something to take and nobody has been told.
  init(announce: @escaping @Sendable () -> Void) {
    self.announce = announce
  }

  /// Puts a report in. May be called on any thread.
  func put(_ report: RowReport) {
    let isFirst = state.withLock { state in
      state.reports.append(report)
      defer { state.isAnnounced = true }
      return !state.isAnnounced
    }
    if isFirst { announce() }
  }

  /// Takes all there is.
  func takeAll() -> [RowReport] {
    state.withLock { state in
      defer { state = State() }
      return state.reports
    }
  }
}
