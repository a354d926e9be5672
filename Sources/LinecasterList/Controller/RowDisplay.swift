import LinecasterCells
import LinecasterDiff

/// Has the rows that can be seen rasterized, and hands their pixels to the host.
@MainActor
final class RowDisplay {
  /// Weak, since a host may release the controller while it is called.
  private weak var controller: AutoDiffController?
  /// What the host shows of each row.
  private var shown: [RowIdentity: MeasurementKey] = [:]
  private var token = CancellationToken()
  /// Counts the requests; results of older ones are dropped.
  private var request = 0
  private(set) var isRunning = false

  init(controller: AutoDiffController) {
    self.controller = controller
  }

  deinit { token.cancel() }

  /// Requests the rows in the viewport that the host does not show yet; older requests are dropped.
  func refresh() {
    stop()
    guard let controller else { return }
    let paths = missingPaths(controller)
    guard !paths.isEmpty else { return }
    let current = request
    isRunning = true
    token = CancellationToken()
    controller.pipeline.rasterize(
      paths, of: controller.snapshot, token: token,
      deliver: { [delivery = controller.delivery, weak self] rows in
        delivery.send { self?.show(rows, request: current) }
      },
      completion: { [delivery = controller.delivery, weak self] result in
        delivery.send { self?.finish(result, request: current) }
      })
  }

  /// Stops the work under way.
  func stop() {
    token.cancel()
    request += 1
    isRunning = false
  }

  private func visiblePaths(_ controller: AutoDiffController) -> [ElementPath] {
    let snapshot = controller.snapshot
    guard let host = controller.host else { return [] }
    return snapshot.geometry.rows(in: host.viewport(in: snapshot)).compactMap {
      snapshot.path(ofRow: $0)?.element
    }
  }

  /// The rows in sight that the host does not show yet; the others in sight stay remembered.
  ///
  /// A row out of sight is forgotten, since a host need not keep its pixels, and one that comes
  /// back after it was deleted is a new one to the host.
  private func missingPaths(_ controller: AutoDiffController) -> [ElementPath] {
    let snapshot = controller.snapshot
    let before = shown
    shown.removeAll(keepingCapacity: true)
    return visiblePaths(controller).filter { path in
      let identity = snapshot.identity(at: path)
      let key = MeasurementKey(snapshot.item(at: path).cell, snapshot.environment)
      guard before[identity] == key else { return true }
      shown[identity] = key
      return false
    }
  }

  private func show(_ rows: [DisplayedRow], request: Int) {
    guard request == self.request else { return }
    for row in rows { shown[row.identity] = row.key }
    controller?.host?.display(rows)
  }

  private func finish(_ result: Result<Void, any Error>, request: Int) {
    guard request == self.request else { return }
    isRunning = false
    if case .failure(let error) = result { controller?.host?.displayFailed(error) }
    controller?.notifyIfIdle()
  }
}
