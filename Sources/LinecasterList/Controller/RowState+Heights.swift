import LinecasterBase
import LinecasterCells

// MARK: - Heights measured while idle

extension RowState {
  /// Keeps one piece of idle work waiting for each worker, so there is little to cancel.
  mutating func measureIdly(_ scene: RowScene, _ viewport: Viewport) -> [Action] {
    var actions: [Action] = []
    if scene.snapshot.generation != sweep.generation {
      actions = stop(.idle)
      sweep = IdleSweep(generation: scene.snapshot.generation)
      found = []
    }
    actions += beginIdleWork(scene, viewport)
    guard !found.isEmpty, !jobs.contains(where: { $0.purpose == .idle }) else { return actions }
    return actions + correctFound(scene)
  }

  private mutating func correctFound(_ scene: RowScene) -> [Action] {
    lastCorrection = scene.now
    return [.host(.correct(takeFound())), .list(.look)]
  }

  private mutating func beginIdleWork(_ scene: RowScene, _ viewport: Viewport) -> [Action] {
    guard measuresIdly, range.mode.allowsIdleWork, !scene.updates.defersIdleWork else {
      return []
    }
    let (snapshot, geometry) = (scene.snapshot, scene.snapshot.geometry)
    guard geometry.measuredCount < snapshot.rowCount else { return [] }
    var actions: [Action] = []
    if sweep.begin(at: geometry.rows(in: viewport.range).lowerBound), !found.isEmpty {
      return correctFound(scene)
    }
    var count = jobs.count { $0.purpose == .idle }
    while !isWaitingForRoom, count <= workerCount,
      let rows = sweep.next(in: geometry, range.direction)
    {
      actions.append(begin(rows, of: snapshot.generation, for: .idle, band: .idle))
      count += 1
    }
    return actions
  }
}

// MARK: - Telling of heights

extension RowState {
  /// Heights come first, so nothing visible moves. Rows that are shown again may have a new height.
  /// The heights of idle work are collected: the host must place rows again for each correction.
  mutating func correct(
    _ heard: [(job: RowJob, report: RowReport)], _ scene: RowScene
  ) -> [Action] {
    var new: [RowResult] = []
    for (job, report) in heard {
      let results = report.outcome.results
      switch job.purpose {
      case .renewal: new += results
      case .range, .scroll:
        new += results.filter {
          !scene.snapshot.geometry.isMeasured($0.row)
            || job.isForShow && !scene.snapshot.hasCellHeight($0.size.height, ofRow: $0.row)
        }
      case .idle: found += results.filter { !scene.snapshot.geometry.isMeasured($0.row) }
      }
    }
    let isTime =
      found.count >= Self.mostFound
      || lastCorrection.map { scene.now - $0 >= Self.correctionInterval } ?? true
    guard !new.isEmpty || !found.isEmpty && isTime else { return [] }
    lastCorrection = scene.now
    noteTallRows(among: new, scene)
    return [.host(.correct(takeFound() + new))]
  }

  /// The shortest interval between corrections by heights of idle work.
  private static let correctionInterval = Duration.milliseconds(100)

  /// The number of heights of idle work that are not collected further: applying them on the main
  /// actor takes a tenth of a millisecond.
  static let mostFound = 512

  /// Takes the heights that have not been sent to the host.
  mutating func takeFound() -> [RowResult] {
    defer { found = [] }
    return found
  }
}
