import LinecasterCells

// MARK: - What waits for a quiet moment

extension RowState {
  /// A request to scroll to a row.
  struct Scroll: Hashable, Sendable {
    /// The number of the request.
    let number: Int
    /// The row; `nil` for the end of the list.
    let identity: RowIdentity?
    let position: ScrollPosition
    let isAnimated: Bool
    /// The newest update at the time of the request; it, or a newer one, is shown first.
    let awaited: Int
    /// The rows of a generation whose measurement was tried.
    var tried: Set<Int> = []
    var generation = 0
    /// The part of the row to show, in layout points from its top; `nil` for all of it.
    var part: ClosedRange<Double>?
  }

}

extension RowState {
  mutating func rested(_ scene: RowScene) -> [Action] {
    guard let viewport = scene.viewport else { return [] }
    let scrolling = advanceScroll(scene, viewport)
    guard scrolling.isEmpty else { return scrolling }
    let renewing = advanceRenewal(scene)
    guard renewing.isEmpty, hasSettled(scene, viewport) else { return renewing }
    for edge in ListEdge.allCases {
      guard let hasFailed = loading[edge]?.hasFailed else { continue }
      loading[edge]?.hasFailed = nil
      loading[edge]?.trigger.loadingDidEnd(hasFailed: hasFailed)
    }
    return load { $0.listDidSettle(viewport, in: scene.snapshot.geometry) }
  }

  /// A renewal is shown before the next begins, even if requested repeatedly.
  mutating func renew() -> [Action] {
    switch renewal {
    case .none: renewal = .wanted
    case .underWay: renewal = .underWayAndWanted
    case .wanted, .underWayAndWanted: break
    }
    return []
  }

  /// Waits while an update is under way, because it carries over heights known when it started.
  private mutating func advanceRenewal(_ scene: RowScene) -> [Action] {
    guard renewal == .wanted, scene.updates.isResting, !isShowing else { return [] }
    let visible = requests?.visible ?? []
    guard !visible.isEmpty else {
      renewal = .none
      return []
    }
    guard requests?.generation == scene.snapshot.generation else { return [] }
    renewal = .underWay
    let keys = visible.map(\.key)
    failed.subtract(keys)
    return [.pipeline(.forget(keys))]
      + RangeRequests.chunks(visible).flatMap { chunk in
        begin(chunk, of: scene.snapshot.generation, for: .renewal)
      }
  }

  /// Restarts the renewal once the update under way has landed, because the update carries over
  /// results known when it started.
  mutating func restartRenewal() -> [Action] {
    renewal = .wanted
    mustLookAgain = true
    return stop(.renewal)
  }

  /// Ends a renewal when all of its jobs have ended.
  mutating func concludeRenewal() {
    guard !jobs.contains(where: { $0.purpose == .renewal }) else { return }
    switch renewal {
    case .underWay: renewal = .none
    case .underWayAndWanted: renewal = .wanted
    case .none, .wanted: break
    }
  }

  mutating func scroll(_ wish: Scroll) -> [Action] {
    let actions = stop(.scroll) + finishScroll(false)
    scroll = wish
    return actions
  }

  mutating func finishScroll(_ isDone: Bool) -> [Action] {
    guard let wish = scroll else { return [] }
    scroll = nil
    return [.list(.finishScroll(wish.number, isDone))]
  }

  /// Waits for the updates requested before, measures around the target, then scrolls.
  ///
  /// Only the rows around the target are measured. Rows far above it have estimated heights, which
  /// are corrected later under an anchor.
  private mutating func advanceScroll(_ scene: RowScene, _ viewport: Viewport) -> [Action] {
    let snapshot = scene.snapshot
    guard let wish = scroll, !scene.updates.isApplying, scene.updates.settled >= wish.awaited
    else { return [] }
    guard let offset = offset(of: wish, scene, viewport) else {
      return stop(.scroll) + finishScroll(false) + [.list(.look)]
    }
    let target = Viewport(offset: offset, length: viewport.length)
    let tried = wish.generation == snapshot.generation ? wish.tried : []
    let unknown = snapshot.geometry.rows(in: target.range)
      .filter { !snapshot.geometry.isMeasured($0) && !tried.contains($0) }
    if let first = unknown.first, let last = unknown.last {
      return measure(first..<last + 1, tried, snapshot.generation)
    }
    let scroll = HostAction.scroll(
      to: offset, isAnimated: wish.isAnimated, follows: wish.identity == nil)
    return stop(.scroll) + [.host(scroll)] + finishScroll(true) + [.list(.look)]
  }

  /// Returns the offset that a scroll leads to; `nil` if there is no such row.
  private func offset(of wish: Scroll, _ scene: RowScene, _ viewport: Viewport) -> Double? {
    let snapshot = scene.snapshot
    guard let identity = wish.identity else {
      return snapshot.rowCount > 0
        ? viewport.offset(atEndOf: snapshot.geometry.totalHeight) : nil
    }
    return scene.row(identity).flatMap { row in
      wish.part.map { snapshot.offset(showing: $0, ofRow: row, in: viewport) }
        ?? snapshot.offset(showing: row, at: wish.position, in: viewport)
    }
  }

  private mutating func measure(
    _ rows: Range<Int>, _ tried: Set<Int>, _ generation: Int
  ) -> [Action] {
    scroll?.tried = tried
    scroll?.generation = generation
    let isUnderWay = jobs.contains {
      $0.purpose == .scroll && $0.rows == rows && $0.generation == generation
    }
    guard !isUnderWay else { return [] }
    return stop(.scroll) + [begin(rows, of: generation, for: .scroll, band: .visible)]
  }
}

// MARK: - Loading more

extension RowState {
  mutating func watch(
    _ edge: ListEdge, _ threshold: LoadMoreThreshold, _ scene: RowScene
  ) -> [Action] {
    let trigger = LoadMoreTrigger(at: edge, threshold: threshold)
    loading[edge] = Loading(trigger: trigger, awaited: scene.updates.newest)
    return landed(scene)
  }

  mutating func landed(_ scene: RowScene) -> [Action] {
    for edge in ListEdge.allCases {
      guard let wasUndecided = loading[edge]?.isUndecided else { continue }
      loading[edge]?.trigger.modelDidChange(
        state: scene.snapshot.model.loadStates[edge], rowCount: scene.snapshot.rowCount)
      // Only updates before the decision became due: waiting for later ones might never end.
      if !wasUndecided { loading[edge]?.awaited = scene.updates.newest }
    }
    return []
  }

  /// Returns whether it can be decided to load more: when nothing is under way, or between two
  /// updates, once the updates requested before have ended and the visible rows are measured.
  private func hasSettled(_ scene: RowScene, _ viewport: Viewport) -> Bool {
    guard !loading.isEmpty else { return false }
    guard !scene.updates.isIdle else { return !isRunning }
    let geometry = scene.snapshot.geometry
    let undecided = loading.values.filter(\.isUndecided)
    return !undecided.isEmpty && !scene.updates.isApplying
      && undecided.allSatisfy { scene.updates.settled >= $0.awaited }
      && geometry.rows(in: viewport.range).allSatisfy(geometry.isMeasured)
  }

  /// Loads more at the edges whose triggers are due.
  mutating func load(where mustLoad: (inout LoadMoreTrigger) -> Bool) -> [Action] {
    var actions: [Action] = []
    for edge in ListEdge.allCases {
      guard var loading = loading[edge] else { continue }
      let isDue = mustLoad(&loading.trigger)
      if isDue {
        loadCount += 1
        loading.number = loadCount
        loading.hasFailed = nil
        actions.append(.list(.load(loadCount, edge)))
      }
      self.loading[edge] = loading
    }
    return actions
  }

  /// Notes the end of a load, and awaits the updates that it requested.
  mutating func loadEnded(
    _ number: Int, at edge: ListEdge, _ error: (any Error)?, _ scene: RowScene
  ) -> [Action] {
    guard loading[edge]?.number == number else { return [] }
    loading[edge]?.awaited = scene.updates.newest
    loading[edge]?.number = nil
    loading[edge]?.hasFailed = error != nil
    return error.map { [.list(.failLoading($0, edge))] } ?? []
  }
}

/// Decides when a list loads more at an edge: once as it comes near, and again only after the
/// loaded rows have landed and settled.
///
/// A state machine without threads, fed events in order. It looks only at the distance of the edge,
/// so wheel, keyboard, programmatic jumps and lists shorter than their viewport are treated alike.
struct LoadMoreTrigger: Hashable, Sendable {
  /// The event that the trigger waits for.
  enum Phase: Hashable, Sendable {
    /// For the list to settle after an update.
    case unsettled
    /// For the edge to come near.
    case armed
    /// For the load under way to end.
    case loading
    /// For promised rows, or for the edge to go away and come near again: loading succeeded but
    /// brought nothing.
    case spent
    /// For a retry: loading failed.
    case failed
  }

  /// The edge of the list.
  let edge: ListEdge
  /// The distance at which the edge counts as near.
  var threshold: LoadMoreThreshold
  /// The event that the trigger waits for.
  private(set) var phase = Phase.unsettled

  /// The load state of the shown model.
  private var state = LoadState.idle
  private var rowCount = 0
  /// The number of rows when loading began.
  private var rowCountBefore = 0
  /// Whether loading has ended but the model's load state has not followed yet.
  private var hasEnded = false

  /// Creates a trigger of a list that has not been shown.
  init(at edge: ListEdge = .end, threshold: LoadMoreThreshold = .screens(1)) {
    self.edge = edge
    self.threshold = threshold
  }

  /// Notes that the host shows another model.
  ///
  /// - Parameters:
  ///   - state: The model's load state at the edge; more is loaded only if it is `.ready`.
  ///   - rowCount: The number of its rows.
  mutating func modelDidChange(state: LoadState, rowCount: Int) {
    let wasFailed = self.state.error != nil
    self.state = state
    self.rowCount = rowCount
    // The rows that show a loading state come and go; they do not count as loaded.
    guard state != .loading else {
      if phase == .failed { (phase, hasEnded) = (.loading, true) }
      return
    }
    switch phase {
    case .unsettled: break
    case .armed: phase = .unsettled
    case .loading: if hasEnded || state.error != nil { conclude() }
    case .spent: if hasLanded { phase = .unsettled }
    case .failed: if state == .ready, wasFailed || hasLanded { phase = .unsettled }
    }
  }

  /// Notes that all visible rows are measured and the host has finished.
  ///
  /// - Returns: Whether to load more now.
  mutating func listDidSettle(_ viewport: Viewport, in geometry: RowGeometry) -> Bool {
    if phase == .unsettled, state == .ready, viewport.length > 0 { phase = .armed }
    return viewportDidChange(viewport, in: geometry)
  }

  /// Notes the current viewport, however it was reached.
  ///
  /// - Returns: Whether to load more now.
  /// - Complexity: O(log rows).
  mutating func viewportDidChange(_ viewport: Viewport, in geometry: RowGeometry) -> Bool {
    guard state == .ready, phase == .armed || phase == .spent else { return false }
    let isNear = threshold.isReached(at: edge, by: viewport, in: geometry)
    if phase == .spent, !isNear { phase = .armed }
    guard phase == .armed, isNear else { return false }
    begin()
    return true
  }

  /// Notes that loading has ended, and so have the updates that it requested.
  ///
  /// - Parameter hasFailed: Whether it failed; it is then retried only on request.
  mutating func loadingDidEnd(hasFailed: Bool) {
    guard phase == .loading else { return }
    if hasFailed {
      phase = .failed
    } else if state == .loading {
      hasEnded = true
    } else {
      conclude()
    }
  }

  /// Retries a failed load on request.
  ///
  /// - Returns: Whether to load more now.
  mutating func retry() -> Bool {
    guard phase == .failed else { return false }
    begin()
    return true
  }

  private mutating func begin() {
    phase = .loading
    hasEnded = false
    rowCountBefore = rowCount
  }

  private mutating func conclude() {
    phase = state.error != nil ? .failed : hasLanded ? .unsettled : .spent
  }

  private var hasLanded: Bool { rowCount != rowCountBefore }
}
