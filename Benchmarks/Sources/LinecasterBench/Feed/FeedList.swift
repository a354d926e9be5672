import Linecaster
import LinecasterFeed

/// A feed shown by a controller in a host without a screen.
@MainActor
final class FeedList {
  let pipeline: PrecomputePipeline
  let host: HeadlessHost
  let controller: AutoDiffController
  let loop = MainLoop()

  /// Makes an empty list.
  ///
  /// - Parameter extent: What is in sight; only this is drawn.
  init(
    pipeline: PrecomputePipeline, environment: LayoutEnvironment, extent: HeadlessHost.Extent
  ) {
    self.pipeline = pipeline
    host = HeadlessHost(extent)
    controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: loop.delivery)
  }

  /// Shows a feed and waits until it is measured and what is in sight is drawn.
  func show(_ items: [FeedItem]) throws {
    let handle = controller.update(policy: .complete) { TableModel(feed: items) }
    try waitUntilApplied(handle)
    while !controller.isIdle { loop.turn() }
    if let failure = host.failure { throw failure }
  }

  /// Runs the loop until an update has been applied.
  func waitUntilApplied(_ handle: UpdateHandle) throws {
    while handle.currentOutcome == nil { loop.turn() }
    switch handle.currentOutcome {
    case .applied?: return
    case .failed(let error)?: throw error
    default: throw BenchmarkFailure("an update ended without being applied")
    }
  }

  /// Runs the loop until all rows in sight are drawn.
  func waitUntilSeen() throws {
    while !isSeen { loop.turn() }
    if let failure = host.failure { throw failure }
  }

  private var isSeen: Bool {
    if host.failure != nil { return true }
    let snapshot = controller.snapshot
    let count = snapshot.geometry.rows(in: host.viewport(in: snapshot).range).count
    // Composing looks at every row in sight; it is left until it can succeed.
    guard snapshot.rowCount > 0, host.imageCount >= count else { return false }
    return host.composition()?.rowCount == count
  }
}
