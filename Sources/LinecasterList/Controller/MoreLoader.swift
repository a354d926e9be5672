/// Loads more of a list as its end comes near: tells the trigger what happens, and does what it
/// says.
@MainActor
final class MoreLoader {
  /// Loads more, and says once that it has ended, and with which error.
  typealias Load =
    @MainActor @Sendable (_ done: @escaping @MainActor @Sendable ((any Error)?) -> Void) -> Void

  private weak var controller: AutoDiffController?
  private var trigger: LoadMoreTrigger
  private let load: Load
  /// Counts the loads; what an old one says late is not heard.
  private var count = 0

  init(_ controller: AutoDiffController, threshold: LoadMoreThreshold, load: @escaping Load) {
    self.controller = controller
    trigger = LoadMoreTrigger(threshold: threshold)
    self.load = load
    modelDidChange()
  }

  /// What the trigger waits for.
  var phase: LoadMoreTrigger.Phase { trigger.phase }

  func modelDidChange() {
    guard let snapshot = controller?.snapshot else { return }
    trigger.modelDidChange(state: snapshot.model.loadState, rowCount: snapshot.rowCount)
  }

  func listDidSettle() {
    guard let (viewport, geometry) = sight else { return }
    if trigger.listDidSettle(viewport, in: geometry) { begin() }
  }

  func viewportDidChange() {
    guard let (viewport, geometry) = sight else { return }
    if trigger.viewportDidChange(viewport, in: geometry) { begin() }
  }

  func retry() {
    if trigger.retry() { begin() }
  }

  private var sight: (Viewport, RowGeometry)? {
    guard let controller, let host = controller.host else { return nil }
    return (host.viewport(in: controller.snapshot), controller.snapshot.geometry)
  }

  private func begin() {
    count += 1
    let current = count
    load { [weak self] error in self?.end(current, error) }
  }

  /// The updates that loading asked for are waited for.
  private func end(_ number: Int, _ error: (any Error)?) {
    guard number == count, let controller else { return }
    count += 1
    if let error { controller.showFailure(error) }
    controller.whenIdle { [weak self] in self?.trigger.loadingDidEnd(hasFailed: error != nil) }
  }
}
