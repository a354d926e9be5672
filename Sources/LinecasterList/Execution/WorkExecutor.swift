/// Runs pieces of work on threads of its own, the nearest band first.
protocol WorkExecutor: Sendable {
  /// The most pieces of work that run at once; at least 1.
  var workerCount: Int { get }

  /// Runs the work of a ticket when its turn comes, unless it has been called off by then.
  func submit(_ ticket: WorkTicket)
}
