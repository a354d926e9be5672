/// Scrolls to rows, wherever they are and however few of the rows between have been measured.
///
/// Only the rows around the target are measured: those far above it have estimated heights, which
/// are corrected later under an anchor.
@MainActor
final class RowScroller {
  private struct Wish {
    let identity: RowIdentity
    let position: ScrollPosition
    let isAnimated: Bool
    let completion: @MainActor (Bool) -> Void
  }

  private weak var controller: AutoDiffController?
  private var wish: Wish?
  private lazy var jobs = RowJobs(controller) { [weak self] in self?.take($0) }

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  /// Whether a row is still to be scrolled to.
  var isRunning: Bool { wish != nil }

  /// Scrolls to a row once no update is under way; an older wish is dropped.
  func scroll(
    to identity: RowIdentity, at position: ScrollPosition, animated: Bool,
    completion: @escaping @MainActor (Bool) -> Void
  ) {
    stop()
    wish = Wish(
      identity: identity, position: position, isAnimated: animated, completion: completion)
    advance()
  }

  /// Drops the wish.
  func stop() {
    jobs.stop()
    finish(false)
  }

  /// Does the next step: waits for updates, measures around the target, scrolls.
  func advance() {
    guard let wish, let controller, let host = controller.host, controller.state.isIdle else {
      return
    }
    guard let row = controller.row(of: wish.identity) else { return finish(false) }
    let snapshot = controller.snapshot
    let viewport = host.viewport(in: snapshot)
    guard let offset = snapshot.offset(showing: row, at: wish.position, in: viewport) else {
      return finish(false)
    }
    let target = Viewport(offset: offset, length: viewport.length)
    let rows = snapshot.geometry.rows(in: target.range)
    if let first = rows.first(where: { !snapshot.geometry.isMeasured($0) }),
      let last = rows.last(where: { !snapshot.geometry.isMeasured($0) })
    {
      return measure(first..<last + 1, controller)
    }
    host.setOffset(offset, in: snapshot, animated: wish.isAnimated)
    finish(true)
    controller.viewportDidChange()
  }

  private func finish(_ isDone: Bool) {
    guard let wish else { return }
    self.wish = nil
    wish.completion(isDone)
  }

  private func measure(_ rows: Range<Int>, _ controller: AutoDiffController) {
    let generation = controller.snapshot.generation
    if jobs.all.contains(where: { $0.rows == rows && $0.generation == generation }) { return }
    jobs.stop()
    jobs.begin(rows, as: nil, band: .visible)
  }

  private func take(_ ended: [RowJobs.Ended]) {
    for ended in ended {
      controller?.take(ended.report.results, of: ended.job.generation)
      // Rows that cannot be measured keep their estimate.
      if ended.report.failure != nil, ended.report.results.isEmpty { return finish(false) }
    }
    advance()
  }
}
