import Foundation
import Linecaster
import LinecasterFeed

/// A feed shown by a controller in a host without a screen.
@MainActor
final class FeedList {
  let pipeline: PrecomputePipeline
  let host: HeadlessHost
  let controller: AutoDiffController

  /// Makes an empty list.
  ///
  /// - Parameter rowLimit: The number of rows in sight, from the top; only these are drawn.
  init(pipeline: PrecomputePipeline, environment: LayoutEnvironment, rowLimit: Int) {
    self.pipeline = pipeline
    host = HeadlessHost(.rows(rowLimit))
    controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
  }

  /// Shows a feed and waits until it is measured and what is in sight is drawn.
  func show(_ items: [FeedItem]) throws {
    let handle = controller.update { TableModel(feed: items) }
    try waitUntilApplied(handle)
    while !controller.isIdle { runMainLoop() }
    if let failure = host.failure { throw failure }
  }

  /// Runs the main queue until an update has been applied.
  func waitUntilApplied(_ handle: UpdateHandle) throws {
    while handle.currentOutcome == nil { runMainLoop() }
    switch handle.currentOutcome {
    case .applied?: return
    case .failed(let error)?: throw error
    default: throw BenchmarkFailure("an update ended without being applied")
    }
  }

  private func runMainLoop() {
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
  }
}
