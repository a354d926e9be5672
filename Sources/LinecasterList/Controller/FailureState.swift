/// What went wrong beside the models of a list, such as its source or loading more of it.
///
/// A failure belongs to the newest update that was asked for when it came, and is shown on the
/// newest model up to that one, in place of the load state that the model was made with: it
/// replaces no model. A model that was asked for later speaks for itself, and ends the failure when
/// it lands.
struct FailureState: Sendable {
  private(set) var error: (any Error)?
  private var isOfLoading = false
  /// The newest update that is shown with the failure.
  private var last = 0
  /// The newest update that has landed with a model of its own.
  private var newestModel = 0
  /// Whether an update has been asked for to show what there is.
  private var isAsked = false

  /// What is shown on an update; nil where its model speaks for itself.
  func error(at generation: Int) -> (any Error)? { generation <= last ? error : nil }

  /// Something went wrong.
  ///
  /// - Parameters:
  ///   - generation: The newest update that it belongs to.
  ///   - isOfLoading: Whether more was being loaded.
  mutating func fail(_ error: any Error, at generation: Int, isOfLoading: Bool = false) {
    guard generation >= newestModel else { return }
    (self.error, last, isAsked) = (error, max(last, generation), false)
    self.isOfLoading = isOfLoading
  }

  /// More has been loaded, which ends what went wrong when it was tried before.
  mutating func hasLoaded() { if isOfLoading { clear() } }

  private mutating func clear() { (error, isAsked) = (nil, false) }

  /// An update shows the model of another one again.
  ///
  /// - Parameter old: The other one; nil for what is shown.
  mutating func carry(from old: Int?, to generation: Int) {
    if error != nil, old.map({ $0 <= last }) ?? true { last = generation }
  }

  /// An update is about to be shown.
  ///
  /// - Parameter isNew: Whether it has a model of its own.
  mutating func landed(_ generation: Int, isNew: Bool) {
    if isNew { newestModel = generation }
    if generation > last { clear() }
  }

  /// Whether what is shown says something else, and nobody has been asked to change that.
  mutating func mustShow(on snapshot: TableSnapshot) -> Bool {
    guard !isAsked, snapshot.generation > 0 || error != nil else { return false }
    let wanted = error.map { LoadState.failed($0) } ?? snapshot.loadStateAsMade
    guard snapshot.model.loadState != wanted else { return false }
    isAsked = true
    return true
  }
}

extension AutoDiffController {
  /// Shows that something failed, on the newest model that was asked for before.
  ///
  /// - Parameters:
  ///   - generation: The newest update that it belongs to.
  ///   - isOfLoading: Whether more was being loaded.
  func showFailure(_ error: any Error, after generation: Int, isOfLoading: Bool = false) {
    guard !state.isTornDown else { return }
    failures.fail(error, at: generation, isOfLoading: isOfLoading)
    perform([ControllerStep]())
  }

  /// Has what failed shown, or no longer shown, once no update is on its way that might do so.
  func showLoadState() {
    guard !state.isTornDown, state.pending == nil, failures.mustShow(on: snapshot) else { return }
    submit(.shown(anchor: anchor))
  }
}
