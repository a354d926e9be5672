import LinecasterDiff

/// What the controller does when the machine wants it, and what it tells the machine.
extension AutoDiffController {
  /// Gives an update a generation and a handle, and begins it if it is time.
  func submit(_ recipe: UpdateRecipe) -> UpdateHandle {
    let (generation, actions) = state.submit(now: delivery.now, isImmediate: recipe.isImmediate)
    let handle = UpdateHandle(generation: generation) { [delivery, weak self] in
      delivery.send { self?.cancel(generation) }
    }
    registry.add(handle)
    recipes[generation] = recipe
    perform(actions)
    return handle
  }

  func cancel(_ generation: Int) {
    perform(state.cancel(generation, now: delivery.now))
  }

  func land(_ generation: Int, _ result: Result<TableBatch, any Error>) {
    guard state.running == generation else { return pipeline.release(result) }
    results[generation] = result
    // Called off while the result was on its way.
    guard registry.token(of: generation)?.isCancelled != true else { return cancel(generation) }
    switch result {
    case .success: perform(state.precomputed(generation, now: delivery.now))
    case .failure(PipelineError.cancelled): perform(state.cancel(generation, now: delivery.now))
    case .failure: perform(state.failed(generation, now: delivery.now))
    }
  }

  func finish(_ generation: Int) {
    if state.applying != generation { onDiagnostic?(.hostRepeated(generation: generation)) }
    perform(state.hostFinished(generation, now: delivery.now))
  }

  func perform(_ wanted: [ControllerState.Action]) {
    actions += wanted
    guard !isPerforming else { return }
    isPerforming = true
    var next = 0
    while next < actions.count {
      perform(actions[next])
      next += 1
    }
    actions = []
    isPerforming = false
    notifyIfIdle()
  }

  private func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation): start(generation)
    case .stop(let generation): registry.token(of: generation)?.cancel()
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending): resolve(generation, ending)
    case .display: viewportDidChange()
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

  private func start(_ generation: Int) {
    // A newer update may have come while what was wanted before was done.
    guard state.running == generation, let request = request(generation) else { return }
    if recipes[generation]?.isImmediate == true {
      return land(generation, Result { try pipeline.batch(for: request) })
    }
    pipeline.precompute(request) { [delivery, weak self] result in
      let result = Handover(result)
      delivery.send { [weak self] in
        guard let self, let result = result.take() else { return }
        land(generation, result)
      }
    }
  }

  func request(_ generation: Int) -> UpdateRequest? {
    guard let recipe = recipes[generation], let token = registry.token(of: generation) else {
      return nil
    }
    return UpdateRequest(
      makeModel: recipe.makeModel, base: snapshot, environment: environment,
      metrics: options.metrics, viewport: host?.viewport(in: snapshot) ?? .none,
      reach: options.range.reach, policy: recipe.policy, anchor: recipe.anchor,
      anchorRow: row(of: recipe.anchor), duplicates: options.duplicates,
      stateRows: options.stateRows,
      means: means,
      context: WorkContext(token: token, generation: generation, band: .display))
  }

  private func resolve(_ generation: Int, _ ending: ControllerState.Ending) {
    let result = results.removeValue(forKey: generation)
    let recipe = recipes.removeValue(forKey: generation)
    let outcome: UpdateOutcome =
      switch ending {
      case .applied: .applied(generation: generation)
      case .superseded(let newer): .superseded(by: newer)
      case .cancelled: .cancelled
      case .failed: .failed(result?.failure ?? PipelineError.cancelled)
      }
    registry.resolve(generation, outcome)
    if ending == .failed || ending == .cancelled { updateWasLost(generation) }
    // What makes a model may hold all of what it is made of, which takes its time to free.
    pipeline.release((consume recipe, consume result))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
