/// What went wrong beside the models of a list, such as its source or loading more of it.
///
/// A failure belongs to the newest update that was asked for when it came, and is shown on the
/// newest model up to that one, in place of the load state that the model was made with: it
/// replaces no model. A model that was asked for later speaks for itself, and ends the failure when
/// it lands.
struct FailureState: Sendable {
  /// Something that went wrong.
  struct Failure: Sendable {
    let error: any Error
    /// Where more was being loaded; nil where it was something else.
    let edge: ListEdge?
  }

  private(set) var failure: Failure?
  /// The newest update that is shown with the failure.
  private var last = 0
  /// The newest update that has landed with a model of its own.
  private var newestModel = 0
  /// Whether an update has been asked for to show what there is.
  private var isAsked = false

  /// What is shown on an update; nil where its model speaks for itself.
  func failure(at generation: Int) -> Failure? { generation <= last ? failure : nil }

  /// Something went wrong.
  ///
  /// - Parameters:
  ///   - generation: The newest update that it belongs to.
  ///   - edge: Where more was being loaded; nil where it was something else.
  mutating func fail(_ error: any Error, at generation: Int, ofLoadingAt edge: ListEdge? = nil) {
    guard generation >= newestModel else { return }
    failure = Failure(error: error, edge: edge)
    (last, isAsked) = (max(last, generation), false)
  }

  /// More has been loaded at an edge, which ends what went wrong when it was tried before.
  mutating func hasLoaded(at edge: ListEdge) { if failure?.edge == edge { clear() } }

  private mutating func clear() { (failure, isAsked) = (nil, false) }

  /// An update shows the model of another one again.
  ///
  /// - Parameter old: The other one; nil for what is shown.
  mutating func carry(from old: Int?, to generation: Int) {
    if failure != nil, old.map({ $0 <= last }) ?? true { last = generation }
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
    guard !isAsked, snapshot.generation > 0 || failure != nil else { return false }
    var wanted = snapshot.loadStatesAsMade
    failure.map { wanted.take($0) }
    guard snapshot.model.loadStates != wanted else { return false }
    isAsked = true
    return true
  }
}

extension AutoDiffController {
  /// Shows that something failed, on the newest model that was asked for before.
  ///
  /// - Parameters:
  ///   - generation: The newest update that it belongs to.
  ///   - edge: Where more was being loaded; nil where it was something else.
  func showFailure(
    _ error: any Error, after generation: Int, ofLoadingAt edge: ListEdge? = nil
  ) {
    guard !updates.state.isTornDown else { return }
    updates.failures.fail(error, at: generation, ofLoadingAt: edge)
    perform([ControllerStep]())
  }

  /// Has what failed shown, or no longer shown, once no update is on its way that might do so.
  func showLoadState() {
    guard !updates.state.isTornDown, updates.state.pending == nil,
      updates.failures.mustShow(on: snapshot)
    else { return }
    submit(.shown(anchor: rows.anchor))
  }
}

extension LoadStates {
  /// Says what went wrong: at the edge where more was being loaded, else at the end.
  mutating func take(_ failure: FailureState.Failure) {
    self[failure.edge ?? .end] = .failed(failure.error)
  }
}
