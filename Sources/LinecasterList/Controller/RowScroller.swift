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
  private var job: RowJob?

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
    job?.callOff()
    job = nil
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
    if let job, job.rows == rows, job.generation == controller.snapshot.generation { return }
    job?.callOff()
    let token = CancellationToken()
    let generation = controller.snapshot.generation
    let request = RowsRequest(
      rows: rows, snapshot: controller.snapshot, output: nil,
      context: WorkContext(token: token, generation: generation, band: .visible))
    let ticket = controller.pipeline.prepare(request) {
      [delivery = controller.delivery, weak self] results, failure in
      delivery.send { self?.take(results, failure, of: generation) }
    }
    job = RowJob(generation: generation, rows: rows, keys: [], ticket: ticket, token: token)
  }

  private func take(_ results: [RowResult], _ failure: (any Error)?, of generation: Int) {
    guard let controller, job?.generation == generation else { return }
    job = nil
    controller.take(results, of: generation)
    // Rows that cannot be measured keep their estimate.
    if failure != nil, results.isEmpty { return finish(false) }
    advance()
  }
}
