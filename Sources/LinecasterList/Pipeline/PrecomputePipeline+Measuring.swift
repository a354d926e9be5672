import LinecasterCaches
import Synchronization
import LinecasterCells
import LinecasterGeometry

extension PrecomputePipeline {
  /// Rows that one chunk measures: about a millisecond of work where nothing is cached.
  static let rowsAChunk = 16

  /// The height of every row of a model, in layout points, all sections' rows counted through.
  func measure(
    _ model: TableModel, in environment: LayoutEnvironment, token: CancellationToken
  ) throws -> [Double] {
    let items = model.sections.flatMap { section in
      [section.header].compactMap(\.self) + section.items + [section.footer].compactMap(\.self)
    }
    let heights = RowHeights(count: items.count)
    try forEachChunk(of: items.count, size: Self.rowsAChunk, band: .display) { [self] chunk in
      try check(token)
      let measured = try items[chunk].map { item in
        try size(of: item, in: environment, token: token).height
      }
      heights.fill(from: chunk.lowerBound, measured)
      meter.rowsMeasured.wrappingAdd(chunk.count, ordering: .relaxed)
    }
    return heights.all
  }

  /// The size of a row: known, or found by arranging its cell.
  private func size(
    of item: TableItem, in environment: LayoutEnvironment, token: CancellationToken
  ) throws -> Size {
    let key = MeasurementKey(item.cell, environment)
    if let known = caches.sizes.value(for: key) { return known }
    let size = try arrangement(of: item, key, token: token).size
    caches.sizes.insert(size, for: key, cost: PipelineCaches.keyCost)
    return size
  }

  /// The arrangement of a row's cell, kept for when the row is drawn.
  func arrangement(
    of item: TableItem, _ key: MeasurementKey, token: CancellationToken
  ) throws -> CellArrangement {
    if let known = caches.arrangements.value(for: key) { return known }
    try check(token)
    let arrangement = try arrange(item, key, token: token)
    caches.arrangements.insert(
      arrangement, for: key, cost: arrangement.byteCount + PipelineCaches.keyCost)
    meter.missingCharacters.wrappingAdd(
      arrangement.missingCharacters.count, ordering: .relaxed)
    return arrangement
  }

  private func arrange(
    _ item: TableItem, _ key: MeasurementKey, token: CancellationToken
  ) throws -> CellArrangement {
    do {
      return try meter.measure(.layOut) { () throws(ArrangementError) in
        try arranger.arrange(
          item.cell.layout(in: key.environment), in: key.environment,
          isCancelled: { token.isCancelled })
      }
    } catch .cancelled {
      throw PipelineError.cancelled
    } catch {
      throw PipelineError.row(item.identifier, reason: error.description)
    }
  }
}
