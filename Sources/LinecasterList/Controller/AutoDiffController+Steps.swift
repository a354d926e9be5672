import LinecasterCells
import LinecasterBase
import Synchronization

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
      if rows.waitsForRest(isIdle: state.isIdle) { hear(.rested) }
    } while !steps.isEmpty
    isPerforming = false
    if !idleObservers.isEmpty { tellIdle() }
  }

  /// Tells those who wait for nothing that is under way any more.
  private func tellIdle() {
    for index in idleObservers.indices where idleObservers[index].jobs == nil {
      // Rows that are prepared for what has been shown by then are waited for as well.
      if state.settled >= idleObservers[index].awaited { idleObservers[index].jobs = rows.jobCount }
    }
    // Only where newer updates keep the list busy: else what follows from the last rows counts too.
    let isDue = { [self] (observer: IdleObserver) in
      isIdle
        || state.newest > observer.awaited
          && observer.jobs.map { !rows.isShowing(upTo: $0) } ?? false
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
    let actions = rows.handle(event, in: scene(for: event))
    let before = hostNumber
    for action in actions where hostNumber == before || !action.isForHost { perform(action) }
    guard !calledOff.isEmpty else { return }
    steps.append(.event(.ended(calledOff)))
    calledOff = []
  }

  private func scene(for event: RowState.Event) -> RowScene {
    var viewport: Viewport?
    if event.asksForViewport, state.isAttached, !state.isTornDown {
      viewport = host?.viewport(in: snapshot)
    }
    return RowScene(
      snapshot: snapshot, viewport: viewport,
      updates: updates, followsEnd: anchor == .end, now: delivery.now,
      row: { [self] in row(of: $0) })
  }

  /// Where the updates are.
  var updates: RowScene.Updates {
    RowScene.Updates(
      isIdle: state.isIdle, isResting: state.isResting, isApplying: state.applying != nil,
      newest: state.newest, settled: state.settled, putsOffIdleWork: journal?.isFull == true)
  }
}

extension RowState.Event {
  fileprivate var asksForViewport: Bool {
    switch self {
    case .look, .roomCame, .rested: true
    case .ended, .landed, .renew, .imagesArrived, .touched, .textSelected,
      .scroll, .watchEdge, .loadEnded,
      .retryLoading,
      .detached:
      false
    }
  }
}

extension RowState.Action {
  /// Whether it is of no use once the host has gone.
  fileprivate var isForHost: Bool {
    switch self {
    case .begin, .publish, .correct, .display, .recycle, .announce, .report, .scroll: true
    case .retarget, .callOff, .stop, .awaitRoom, .awaitImages, .forget, .finishScroll, .load,
      .failLoading, .look:
      false
    }
  }
}

// MARK: - Updates

extension AutoDiffController {
  private func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation): start(generation)
    case .stop(let generation): stop(generation)
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: tell(.look)
    case .wake(let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(state.woke(now: delivery.now))
      }
    case .watch(let generation, let delay):
      delivery.send(after: delay) { [weak self] in
        guard let self else { return }
        perform(state.hostTookTooLong(generation, now: delivery.now))
      }
    case .reportHost(let generation): onDiagnostic?(.hostForgot(generation: generation))
    }
  }
}

// MARK: - Rows

extension AutoDiffController {
  private func perform(_ action: RowState.Action) {
    switch action {
    case .begin(let job):
      workers.begin(job, of: snapshot, as: job.isForShow ? options.output : nil)
    case .retarget(let job, let band): workers.retarget(job, to: band)
    case .callOff(let job, let stopsWhatRuns):
      if workers.callOff(job, stopsWhatRuns: stopsWhatRuns) {
        calledOff.append(RowReport(job: job))
      }
    case .stop(let job): workers.stop(job)
    case .awaitRoom:
      pipeline.work.whenRoom { [delivery, weak self] in
        delivery.send { self?.tell(.roomCame) }
      }
    case .publish(let wants): pipeline.bands.set(wants.bandsByKey, of: ObjectIdentifier(self))
    case .awaitImages(let images): pipeline.setAwaited(images, in: ObjectIdentifier(self))
    case .forget(let keys): for key in keys { pipeline.cells.caches.forget(key) }
    case .correct(let results): correctHeights(results)
    case .display(let rows):
      for row in rows { arrangements[row.identity] = row.arrangement }
      host?.display(rows)
      tellMissingCharacters(of: rows)
    case .recycle(let rows):
      for row in rows { arrangements[row] = nil }
      host?.recycle(rows)
    case .announce(let rows):
      let actions = rows.compactMap { snapshot.item(atRow: $0)?.actions.onDisplay }
      for action in actions { action() }
    case .report(let failure):
      onDiagnostic?(.rowsFailed(failure))
      host?.displayFailed(failure)
    case .scroll(let offset, let isAnimated):
      host?.setOffset(offset, in: snapshot, animated: isAnimated)
    case .finishScroll(let number, let isDone):
      scrolls.removeValue(forKey: number)?.finish(isDone)
    case .load(let number, let edge): beginLoading(number, at: edge)
    case .failLoading(let error, let edge):
      showFailure(error, after: state.newest, ofLoadingAt: edge)
    case .look: tell(.look)
    }
  }

  /// Takes in the heights that workers have found, so that nothing that can be seen moves.
  private func correctHeights(_ new: [RowResult]) {
    guard let host else { return }
    let before = snapshot
    let resolver = AnchorResolver(
      anchor: correctionAnchor, old: before, viewport: host.viewport(in: before))
    let anchorRow = row(of: correctionAnchor)
    snapshot.setCellHeights(new.map { HeightCorrection(row: $0.row, height: $0.size.height) })
    for result in new { means.add(result.size.height, of: result.kind) }
    note(new)
    let changesHeights = new.contains {
      before.geometry.height(ofRow: $0.row) != snapshot.geometry.height(ofRow: $0.row)
    }
    guard changesHeights else { return }
    let offset = resolver.offset(correctedIn: snapshot) { _ in anchorRow }
    rows.offsetWasCorrected(to: offset)
    host.setOffset(offset, in: snapshot, animated: false)
  }

  /// Whatever an update asked for, corrections never shift what can be seen.
  var correctionAnchor: Anchor { anchor == .none ? .firstVisible : anchor }
}

/// Somebody who waits for the list to be idle, or for all that was under way when he asked.
struct IdleObserver {
  /// The newest update then.
  let awaited: Int
  /// The newest job when all updates up to it had ended; nil before.
  var jobs: Int?
  let body: @MainActor () -> Void
}

/// Somebody who waits for a scroll, and is told exactly once, whatever becomes of the controller.
final class ScrollCompletion: Sendable {
  private let body: @MainActor (Bool) -> Void
  private let delivery: Delivery
  private let isDone = Atomic<Bool>(false)

  init(_ delivery: Delivery, _ body: @escaping @MainActor (Bool) -> Void) {
    self.delivery = delivery
    self.body = body
  }

  deinit {
    guard !isDone.load(ordering: .relaxed) else { return }
    delivery.send { [body] in body(false) }
  }

  /// Tells whether the host has been told to scroll.
  @MainActor func finish(_ hasScrolled: Bool) {
    isDone.store(true, ordering: .relaxed)
    body(hasScrolled)
  }
}
