import LinecasterBase
import LinecasterCells

/// A step left to do; steps run one after the other.
enum ControllerStep {
  /// An action of the update state machine.
  case update(ControllerState.Action)
  /// An event for the row state machine, after all steps before it.
  case event(RowState.Event)
  /// An action of the row state machine, valid whatever happens to the host.
  case row(RowState.Action)
  /// An action of the search.
  case find(FindState.Action)
  /// A diagnostic to report.
  case report(TableDiagnostic)
}

// MARK: - The queue

extension AutoDiffController {
  /// Performs the actions of the update state machine, after the steps before them.
  func perform(_ actions: [ControllerState.Action]) {
    perform(actions.map { .update($0) })
  }

  /// Sends an event to the row state machine, after the steps before it, and performs its actions.
  func send(_ event: RowState.Event) { perform([.event(event)]) }

  /// Performs steps one after the other, then notifies observers if the list is idle.
  ///
  /// Hosts and observers may call back meanwhile; the steps that follow from such calls come after
  /// all earlier ones.
  ///
  /// - Parameter mayPause: Whether the last steps may be left to the next drain of the mailbox if
  ///   the time of this one is over. The next call performs them before its own.
  func perform(_ new: [ControllerStep], mayPause: Bool = false) {
    steps += new
    guard !isPerforming else { return }
    isPerforming = true
    repeat {
      while nextStep < steps.count {
        nextStep += 1
        perform(steps[nextStep - 1])
        if mayPause, nextStep < steps.count, delivery.isTimeOver { return pause() }
      }
      (steps, nextStep) = ([], 0)
      showLoadState()
      if rows.state.waitsForRest(isIdle: updates.state.isIdle) { sendNow(.rested) }
    } while !steps.isEmpty
    isPerforming = false
    if !idleObservers.isEmpty { notifyIdleObservers() }
  }

  /// Leaves the steps that are not done to the next drain, which begins with them.
  private func pause() {
    steps.removeFirst(nextStep)
    (nextStep, isPerforming) = (0, false)
    delivery.sendNext { [weak self] in
      guard let self, !steps.isEmpty else { return }
      perform([ControllerStep](), mayPause: true)
    }
  }

  /// Notifies the idle observers that are due.
  private func notifyIdleObservers() {
    for index in idleObservers.indices where idleObservers[index].jobs == nil {
      // Rows that are prepared for the updates shown by then are awaited too.
      if updates.state.settled >= idleObservers[index].awaited {
        idleObservers[index].jobs = rows.state.jobCount
      }
    }
    // Only if newer updates keep the list busy: otherwise work after the last rows counts too.
    let isDue = { [self] (observer: IdleObserver) in
      isIdle
        || updates.state.newest > observer.awaited
          && observer.jobs.map { !rows.state.isShowing(upTo: $0) } ?? false
          && (observer.scroll == nil || rows.state.scroll?.number != observer.scroll)
    }
    let due = idleObservers.filter(isDue)
    idleObservers.removeAll(where: isDue)
    for observer in due { observer.body() }
  }

  private func perform(_ step: ControllerStep) {
    switch step {
    case .update(let action): perform(action)
    case .event(let event): sendNow(event)
    case .row(let action): perform(action)
    case .find(let action): perform(action)
    case .report(let diagnostic): onDiagnostic?(diagnostic)
    }
  }

  /// Sends an event to the row state machine and performs its actions before any other step.
  private func sendNow(_ event: RowState.Event) {
    var viewport: Viewport?
    if event.needsViewport, updates.state.isAttached, !updates.state.isTornDown {
      viewport = host?.viewport(in: snapshot)
    }
    let actions = rows.handle(
      event, viewport: viewport, updates: updates.scene, now: delivery.now)
    perform(actions, ofHost: hostNumber)
    if let cancelled = rows.takeCancelled() { steps.append(.event(.ended(cancelled))) }
  }

  /// Performs actions of the row state machine now; those for the host are left out once another
  /// host is attached.
  func perform(_ actions: [RowState.Action], ofHost number: Int) {
    for action in actions {
      if case .host = action, hostNumber != number { continue }
      perform(action)
    }
  }

  private func perform(_ action: RowState.Action) {
    switch action {
    case .host(let action): perform(action)
    case .pipeline(let action): rows.carryOut(action)
    case .list(let action): perform(action)
    }
  }
}

extension RowState.Event {
  fileprivate var needsViewport: Bool {
    switch self {
    case .look, .roomCame, .rested: true
    default: false
    }
  }
}

// MARK: - Updates

extension AutoDiffController {
  private func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation): start(generation)
    case .stop(let generation): updates.stop(generation)
    case .apply(let generation):
      if updates.replayPart(for: generation, from: snapshot.rows) {
        steps.insert(.update(.apply(generation: generation)), at: nextStep)
      } else {
        apply(generation)
      }
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: send(.look)
    case .wake(let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(updates.state.woke(now: delivery.now))
      }
    case .watch(let generation, let delay):
      delivery.sendTimeout(after: delay) { [weak self] in
        guard let self else { return }
        perform(updates.state.hostTookTooLong(generation, now: delivery.now))
      }
    case .reportHost(let generation): onDiagnostic?(.hostTimedOut(generation: generation))
    }
  }
}

// MARK: - Rows

extension AutoDiffController {
  private func perform(_ action: RowState.HostAction) {
    switch action {
    case .begin(let job): rows.begin(job, as: options.output)
    case .publish(let requests): rows.publish(requests)
    case .correct(let results): correctHeights(results)
    case .display(let displayed):
      rows.keep(displayed)
      host?.display(displayed)
      let missing = rows.newMissingCharacters(in: displayed)
      if !missing.isEmpty { onDiagnostic?(.missingCharacters(missing)) }
    case .recycle(let gone):
      rows.drop(gone)
      host?.recycle(gone)
    case .announce(let rows):
      let actions = rows.compactMap { snapshot.item(atRow: $0)?.actions.onDisplay }
      for action in actions { action() }
    case .report(let failure):
      onDiagnostic?(.rowsFailed(failure))
      host?.displayFailed(failure)
    case .scroll(let offset, let isAnimated, let follows):
      rows.scrolls(to: offset, isAnimated: isAnimated, follows: follows)
      host?.setOffset(offset, in: snapshot, animated: isAnimated)
    }
  }

  private func perform(_ action: RowState.ListAction) {
    switch action {
    case .finishScroll(let number, let isDone): rows.finishScroll(number, isDone)
    case .load(let number, let edge): beginLoading(number, at: edge)
    case .failLoading(let error, let edge):
      showFailure(error, after: updates.state.newest, ofLoadingAt: edge)
    case .look: if !looksLater { send(.look) }
    case .lookAfter(let delay):
      delivery.send(after: delay) { [weak self] in self?.send(.look) }
    }
  }

  /// Whether a step left to do looks at the viewport.
  private var looksLater: Bool {
    steps[nextStep...].contains { step in
      if case .event(.look) = step { true } else { false }
    }
  }

  /// Applies the heights that workers have measured, without moving the visible rows.
  private func correctHeights(_ new: [RowResult]) {
    guard let host else { return }
    let offset = rows.correct(new, seen: host.viewport(in: snapshot))
    updates.learn(new)
    if let offset { host.setOffset(offset, in: snapshot, animated: false) }
  }

  /// Handles a message from another thread.
  func take(_ signal: ListRows.Signal) {
    switch signal {
    case .reports: take(rows.takeReports())
    case .arrivals: takeArrivals()
    case .room: send(.roomCame)
    case .found: takeFound()
    case .index(let table, let generation):
      rows.take(updates.state.isTornDown ? nil : table, of: generation)
    }
  }

  /// Sends the reports of workers to the row state machine, a few rows a step if time is limited.
  private func take(_ reports: [RowReport]) {
    let parts = delivery.isTimed ? reports.parts(ofRows: Self.rowsPerStep) : [reports]
    perform(parts.map { .event(.ended($0)) }, mayPause: true)
  }

  /// The number of rows that a step displays if time is limited: a tenth of a millisecond.
  private static let rowsPerStep = 8

  /// Reports arrived images to the row state machine, at most once a frame.
  private func takeArrivals() {
    guard !updates.state.isTornDown else { return }
    let wait = rows.nextArrivals - delivery.now
    guard wait <= .zero else {
      return delivery.send(after: wait) { [weak self] in self?.takeArrivals() }
    }
    send(.imagesArrived(rows.takeArrivals(now: delivery.now)))
  }
}

extension [RowReport] {
  /// Returns the reports in parts, each with the first that reach a number of rows.
  func parts(ofRows limit: Int) -> [[RowReport]] {
    var parts: [[RowReport]] = []
    var count = limit
    for report in self {
      if count >= limit {
        parts.append([])
        count = 0
      }
      parts[parts.count - 1].append(report)
      count += Swift.max(1, report.outcome.results.count)
    }
    return parts
  }
}
