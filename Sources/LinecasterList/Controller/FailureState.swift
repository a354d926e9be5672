/// A failure beside the models of a list, for example of its source or of loading more.
///
/// A failure belongs to the newest update requested when it came. It is shown on the newest model
/// up to that one, instead of the model's own load state, and replaces no model. A model requested
/// later has its own load state, and ends the failure when it lands.
struct FailureState: Sendable {
  /// A failure and its place.
  struct Failure: Sendable {
    let error: any Error
    /// The edge at which more was being loaded; `nil` for other failures.
    let edge: ListEdge?
  }

  private(set) var failure: Failure?
  /// The newest update that is shown with the failure.
  private var last = 0
  /// The newest update that has landed with a model of its own.
  private var newestModel = 0
  /// Whether an update to show the current failure has been requested.
  private var isRequested = false

  /// Returns the failure shown on an update; `nil` if its model's own load state is shown.
  func failure(at generation: Int) -> Failure? { generation <= last ? failure : nil }

  /// Records a failure.
  ///
  /// - Parameters:
  ///   - generation: The newest update that the failure belongs to.
  ///   - edge: The edge at which more was being loaded; `nil` for other failures.
  mutating func fail(_ error: any Error, at generation: Int, ofLoadingAt edge: ListEdge? = nil) {
    guard generation >= newestModel else { return }
    failure = Failure(error: error, edge: edge)
    (last, isRequested) = (max(last, generation), false)
  }

  /// Notes that more was loaded at an edge, which ends an earlier failure there.
  mutating func hasLoaded(at edge: ListEdge) { if failure?.edge == edge { clear() } }

  private mutating func clear() { (failure, isRequested) = (nil, false) }

  /// Notes that an update shows the model of another one again.
  ///
  /// - Parameter old: The other update; `nil` for the state that is shown.
  mutating func carry(from old: Int?, to generation: Int) {
    if failure != nil, old.map({ $0 <= last }) ?? true { last = generation }
  }

  /// Notes that an update is about to be shown.
  ///
  /// - Parameter isNew: Whether it has its own model.
  mutating func landed(_ generation: Int, isNew: Bool) {
    if isNew { newestModel = generation }
    if generation > last { clear() }
  }

  /// Returns whether the shown load state is outdated and no update to change it was requested.
  mutating func mustShow(on snapshot: TableSnapshot) -> Bool {
    guard !isRequested, snapshot.generation > 0 || failure != nil else { return false }
    var wanted = snapshot.loadStatesAsMade
    failure.map { wanted.take($0) }
    guard snapshot.model.loadStates != wanted else { return false }
    isRequested = true
    return true
  }
}

extension AutoDiffController {
  /// Shows a failure on the newest model requested before.
  ///
  /// - Parameters:
  ///   - generation: The newest update that the failure belongs to.
  ///   - edge: The edge at which more was being loaded; `nil` for other failures.
  func showFailure(
    _ error: any Error, after generation: Int, ofLoadingAt edge: ListEdge? = nil
  ) {
    guard !updates.state.isTornDown else { return }
    updates.failures.fail(error, at: generation, ofLoadingAt: edge)
    perform([ControllerStep]())
  }

  /// Shows or clears a failure, unless an update under way might do so.
  func showLoadState() {
    guard !updates.state.isTornDown, updates.state.pending == nil,
      updates.failures.mustShow(on: snapshot)
    else { return }
    submit(.shown(anchor: rows.anchor))
  }
}

extension LoadStates {
  /// Adds a failure: at the edge where more was being loaded, else at the end.
  mutating func take(_ failure: FailureState.Failure) {
    self[failure.edge ?? .end] = .failed(failure.error)
  }
}
