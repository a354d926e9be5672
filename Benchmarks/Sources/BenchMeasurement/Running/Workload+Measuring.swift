extension Workload {
  /// Measures once: the quickest of its passes.
  @MainActor
  public func sample(peer: String) throws -> Sample {
    var best: (nanoseconds: Int, outcome: Outcome)?
    for _ in 0..<max(1, passes) {
      let pass = try measurePass()
      if pass.nanoseconds < best?.nanoseconds ?? .max { best = pass }
    }
    return Sample(
      peer: peer, mode: mode, corpus: corpus, unit: unit, units: units,
      nanoseconds: Double(best?.nanoseconds ?? 0), clock: clock == .thread ? nil : clock.rawValue,
      facts: best?.outcome.facts ?? [])
  }

  /// Gets ready, and does the measured part or not, so that the difference can be counted.
  ///
  /// Everything happens once before, unless a first time is wanted: a process's first call of
  /// anything binds symbols and makes metadata, which can be ten times the work itself.
  @MainActor
  public func rehearse(includingPart: Bool) throws {
    if !isFirstTime { blackHole(try prepare()()) }
    let part = try prepare()
    if includingPart { blackHole(try part()) }
  }

  @MainActor
  private func measurePass() throws -> (nanoseconds: Int, outcome: Outcome) {
    let part = try prepare()
    let stopwatch = Stopwatch(clock)
    var outcome = try part()
    let nanoseconds = stopwatch.nanoseconds
    outcome.facts += afterwards()
    return (outcome.nanoseconds ?? nanoseconds, outcome)
  }
}
