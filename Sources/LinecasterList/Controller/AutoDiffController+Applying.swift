import LinecasterDiff
import LinecasterGeometry

/// Handing batches and heights to the host.
extension AutoDiffController {
  /// Hands a precomputed update to the host, scrolled so that the anchor stays where it is.
  func apply(_ generation: Int) {
    guard case .success(var batch) = results.removeValue(forKey: generation),
      let recipe = recipes[generation]
    else { return }
    let before = snapshot
    let viewport = host?.viewport(in: before) ?? .none
    anchor = recipe.anchor
    let anchorRow = row(of: recipe.anchor)
    batch.offset = AnchorResolver(anchor: recipe.anchor, old: before, viewport: viewport)
      .offset(through: batch.mapping, in: batch.snapshot) { _ in anchorRow }
    batch.isAnimated = recipe.isAnimated && !batch.replacesAll
    if batch.changesEnvironment { means = HeightMeans() }
    means.add(batch.means)
    snapshot = batch.snapshot
    range.offsetWasCorrected(to: batch.offset)
    report(batch)
    loader?.modelDidChange()
    // What only the model's actions or errors distinguish is nothing to a host.
    if batch.isVisible { hand(batch) } else { finish(generation) }
    makeIndex()
    pipeline.release((consume before, consume batch, inherited.take()))
  }

  private func hand(_ batch: TableBatch) {
    let generation = batch.snapshot.generation
    // Kept alive by the closure: a host that drops it has finished too.
    let lease = HostLease { [delivery, weak self] in
      delivery.send { self?.finish(generation) }
    }
    let context = WorkContext(token: CancellationToken(), generation: generation, band: .visible)
    pipeline.meter.measure(.apply, context) {
      host?.apply(batch) { [weak self] in
        lease.end()
        self?.finish(generation)
      }
    }
  }

  private func report(_ batch: TableBatch) {
    guard !batch.duplicates.isEmpty else { return }
    onDiagnostic?(
      .duplicates(batch.duplicates, generation: batch.snapshot.generation))
  }

  /// Takes in what workers have found out about rows: heights first, so that nothing that can be
  /// seen moves, then what to show.
  ///
  /// - Parameter areNew: Whether the results count although the rows have been measured before.
  func take(_ results: [RowResult], of generation: Int, areNew: Bool = false) {
    guard generation == snapshot.generation, !state.isTornDown else { return }
    correctHeights(areNew ? results : results.filter { !snapshot.geometry.isMeasured($0.row) })
    presenter.show(results)
  }

  private func correctHeights(_ new: [RowResult]) {
    guard !new.isEmpty, let host else { return }
    let viewport = host.viewport(in: snapshot)
    let resolver = AnchorResolver(anchor: correctionAnchor, old: snapshot, viewport: viewport)
    let anchorRow = row(of: correctionAnchor)
    var changesHeights = false
    for result in new {
      let before = snapshot.geometry.height(ofRow: result.row)
      snapshot.setCellHeight(result.size.height, ofRow: result.row)
      changesHeights = changesHeights || before != snapshot.geometry.height(ofRow: result.row)
      means.add(result.size.height, of: result.kind)
    }
    guard changesHeights else { return }
    let offset = resolver.offset(correctedIn: snapshot) { _ in anchorRow }
    range.offsetWasCorrected(to: offset)
    host.setOffset(offset, in: snapshot, animated: false)
  }

  /// The row that an anchor names, if it names one and the list has it.
  func row(of anchor: Anchor) -> Int? {
    guard case .row(let identity) = anchor else { return nil }
    return row(of: identity)
  }

  /// Whatever an update asked for, corrections never shift what can be seen.
  private var correctionAnchor: Anchor { anchor == .none ? .firstVisible : anchor }
}
