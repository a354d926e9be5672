import LinecasterBase
import LinecasterCells
import LinecasterDisplay

@testable import LinecasterList

// MARK: - Update actions, as in `AutoDiffController`

extension RowWatch {
  mutating func submit(_ isSecond: Bool?) {
    if let isSecond { wantsSecond = isSecond }
    let actions = updates.hear(.submit)
    recipes[updates.state.newest] = .some(isSecond)
    perform(actions.map { .update($0) })
  }

  mutating func hearUpdate(_ event: MachineWatch.Event) {
    let actions = updates.hear(event)
    perform(actions.map { .update($0) })
  }

  mutating func attach() {
    detach()
    hostCount += 1
    if snapshot.rowCount > 0, let content { inherited = (content.isSecond, nil) }
    snapshot = .empty(in: environment)
    content = nil
    hearUpdate(.attach)
    showInherited()
  }

  mutating func detach() {
    guard updates.state.isAttached else { return }
    hostCount += 1
    stopRows()
    hearUpdate(.detach)
    leaveHost()
  }

  mutating func tearDown() {
    hostCount += 1
    stopRows()
    state.stopLoading()
    load = nil
    hearUpdate(.tearDown)
    inherited = nil
    snapshot = .empty(in: environment)
    content = nil
    leaveHost()
  }

  private mutating func stopRows() {
    let actions = state.handle(.detached, in: RowScene(snapshot: snapshot, viewport: nil))
    steps += actions.map { .row($0) }
  }

  private mutating func leaveHost() {
    host = [:]
    isRenewalOwed = false
    incomplete = []
    squeezed = []
  }

  private mutating func showInherited() {
    guard !updates.state.isTornDown, updates.state.isAttached, updates.state.pending == nil,
      inherited != nil
    else { return }
    submit(nil)
    inherited?.generation = updates.state.newest
  }

  mutating func perform(_ action: ControllerState.Action) {
    switch action {
    case .start(let generation):
      guard updates.state.running == generation, let recipe = recipes[generation] else { return }
      let isSecond = recipe ?? inherited?.isSecond ?? content?.isSecond ?? false
      batches[generation] = Batch(
        content: Content(isSecond: isSecond, isWide: isWide), base: snapshot.generation,
        host: hostCount)
    case .stop(let generation): batches[generation] = nil
    case .apply(let generation): apply(generation)
    case .resolve(let generation, let ending):
      require(recipes.removeValue(forKey: generation) != nil, "an end for nobody")
      batches[generation] = nil
      guard ending == .failed || ending == .cancelled else { return }
      if inherited?.generation == generation { inherited = nil } else { showInherited() }
    case .display: tell(.look)
    case .wake, .watch, .reportHost: break
    }
  }

  private mutating func apply(_ generation: Int) {
    guard updates.state.applying == generation else { return }
    guard let batch = batches.removeValue(forKey: generation) else {
      return require(false, "applies what has not been made")
    }
    require(batch.base == snapshot.generation, "compared with another list")
    require(batch.host == hostCount, "compared with what another host shows")
    let isVisible = batch.content != content
    show(generation, batch.content)
    let islands = state.handle(.landed, in: scene(for: .landed))
    inherited = nil
    for action in islands { perform(action) }
    if !isVisible { hearUpdate(.hostFinished(generation)) }
  }
}

// MARK: - The list

extension RowWatch {
  static let reference = ImageReference("a")
  private static let first = model([(0, 0), (1, 1), (2, 2)])
  private static let second = model([(3, 3), (0, 0), (1, 9)])

  /// Creates rows with known hashes, as workers leave them.
  private static func model(_ rows: [(identifier: Int, number: Int)]) -> TableModel {
    let model = TableModel(
      loadState: .ready,
      items: rows.map { TableItem(.number($0.identifier), cell: PlateCell(number: $0.number)) })
    for item in model.sections[0].items { _ = item.cell.hashValue }
    return model
  }

  private var environment: LayoutEnvironment { LayoutEnvironment(width: isWide ? 20 : 10) }

  /// Shows another state, with the heights of unchanged rows.
  private mutating func show(_ generation: Int, _ content: Content) {
    for result in state.takeFound() {
      snapshot.setCellHeight(result.size.height, ofRow: result.row)
    }
    let old = snapshot
    let model = content.isSecond ? Self.second : Self.first
    snapshot = TableSnapshot(
      generation: generation,
      rows: TableRows(
        model, in: LayoutEnvironment(width: content.isWide ? 20 : 10), metrics: RowMetrics()),
      geometry: RowGeometry(estimate: 12, count: model.rowCount))
    self.content = content
    for row in 0..<snapshot.rowCount {
      let same = (0..<old.rowCount).first { key(of: $0, in: old) == key(of: row, in: snapshot) }
      if let same, old.geometry.isMeasured(same) {
        snapshot.setCellHeight(old.geometry.height(ofRow: same), ofRow: row)
      }
    }
  }

  func key(of row: Int, in snapshot: TableSnapshot) -> MeasurementKey? {
    snapshot.item(atRow: row).map { MeasurementKey($0.cell, snapshot.environment(ofRow: row)) }
  }

  var viewport: Viewport { Viewport(offset: offset, length: 15) }
}
