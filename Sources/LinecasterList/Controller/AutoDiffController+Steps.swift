import LinecasterBase
import LinecasterCells

/// What is left to do: one thing after the other, whoever asks for it meanwhile.
enum ControllerStep {
  /// What the machine for updates wants done.
  case update(ControllerState.Action)
  /// What the machine for rows is to hear of, when all that was wanted before has been done.
  case event(RowState.Event)
  /// What the machine for rows wants done whatever becomes of the host.
  case row(RowState.Action)
  /// What is wrong with the list.
  case tell(TableDiagnostic)
}

// MARK: - The queue

extension AutoDiffController {
  /// Does what the machine for updates wants, after what was wanted before.
  func perform(_ actions: [ControllerState.Action]) {
    perform(actions.map { .update($0) })
  }

  /// Tells the machine for rows, after what was wanted before, and does what it wants.
  func tell(_ event: RowState.Event) { perform([.event(event)]) }

  /// Does one thing after the other, and tells of a list that is idle.
  ///
  /// Hosts and observers may call back meanwhile; what follows from that comes after all that was
  /// wanted before.
  func perform(_ new: [ControllerStep]) {
    steps += new
    guard !isPerforming else { return }
    isPerforming = true
    repeat {
      var next = 0
      while next < steps.count {
        perform(steps[next])
        next += 1
      }
      steps = []
      showLoadState()
      if rows.state.waitsForRest(isIdle: updates.state.isIdle) { hear(.rested) }
    } while !steps.isEmpty
    isPerforming = false
    if !idleObservers.isEmpty { tellIdle() }
  }

  /// Tells those who wait for nothing that is under way any more.
  private func tellIdle() {
    for index in idleObservers.indices where idleObservers[index].jobs == nil {
      // Rows that are prepared for what has been shown by then are waited for as well.
      if updates.state.settled >= idleObservers[index].awaited {
        idleObservers[index].jobs = rows.state.jobCount
      }
    }
    // Only where newer updates keep the list busy: else what follows from the last rows counts too.
    let isDue = { [self] (observer: IdleObserver) in
      isIdle
        || updates.state.newest > observer.awaited
          && observer.jobs.map { !rows.state.isShowing(upTo: $0) } ?? false
    }
    let due = idleObservers.filter(isDue)
    idleObservers.removeAll(where: isDue)
    for observer in due { observer.body() }
  }

  private func perform(_ step: ControllerStep) {
    switch step {
    case .update(let action): perform(action)
    case .event(let event): hear(event)
    case .row(let action): perform(action)
    case .tell(let diagnostic): onDiagnostic?(diagnostic)
    }
  }

  /// Has the machine for rows take an event in, and does what it wants before anything else.
  private func hear(_ event: RowState.Event) {
    var viewport: Viewport?
    if event.asksForViewport, updates.state.isAttached, !updates.state.isTornDown {
      viewport = host?.viewport(in: snapshot)
    }
    let actions = rows.handle(
      event, viewport: viewport, updates: updates.scene, now: delivery.now)
    let before = hostNumber
    for action in actions {
      if case .host = action, hostNumber != before { continue }
      perform(action)
    }
    if let calledOff = rows.takeCalledOff() { steps.append(.event(.ended(calledOff))) }
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
  fileprivate var asksForViewport: Bool {
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
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: tell(.look)
    case .wake(let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(updates.state.woke(now: delivery.now))
      }
    case .watch(let generation, let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(updates.state.hostTookTooLong(generation, now: delivery.now))
      }
    case .reportHost(let generation): onDiagnostic?(.hostForgot(generation: generation))
    }
  }
}

// MARK: - Rows

extension AutoDiffController {
  private func perform(_ action: RowState.HostAction) {
    switch action {
    case .begin(let job): rows.begin(job, as: options.output)
    case .publish(let wants): rows.publish(wants)
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
    case .scroll(let offset, let isAnimated):
      host?.setOffset(offset, in: snapshot, animated: isAnimated)
    }
  }

  private func perform(_ action: RowState.ListAction) {
    switch action {
    case .finishScroll(let number, let isDone): rows.finishScroll(number, isDone)
    case .load(let number, let edge): beginLoading(number, at: edge)
    case .failLoading(let error, let edge):
      showFailure(error, after: updates.state.newest, ofLoadingAt: edge)
    case .look: tell(.look)
    }
  }

  /// Takes in the heights that workers have found, without moving the rows in sight.
  private func correctHeights(_ new: [RowResult]) {
    guard let host else { return }
    let offset = rows.correct(new, seen: host.viewport(in: snapshot))
    updates.learn(new)
    if let offset { host.setOffset(offset, in: snapshot, animated: false) }
  }

  /// Takes a message of another thread.
  func take(_ signal: ListRows.Signal) {
    switch signal {
    case .reports: tell(.ended(rows.takeReports()))
    case .arrivals: takeArrivals()
    case .room: tell(.roomCame)
    case .index(let table, let generation):
      rows.take(updates.state.isTornDown ? nil : table, of: generation)
    }
  }

  /// Has the machine for rows hear which images have come, at most once a frame.
  private func takeArrivals() {
    guard !updates.state.isTornDown else { return }
    let wait = rows.nextArrivals - delivery.now
    guard wait <= .zero else {
      return delivery.send(after: wait) { [weak self] in self?.takeArrivals() }
    }
    tell(.imagesArrived(rows.takeArrivals(now: delivery.now)))
  }
}
