import LinecasterGeometry
import LinecasterCaches
import Synchronization
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterRaster

extension PrecomputePipeline {
  /// Rows that one chunk rasterizes: one to two milliseconds of work.
  static let rowsARasterChunk = 8

  /// Rasterizes rows on the workers and hands over each chunk's as soon as it is done.
  ///
  /// A row that cannot be drawn is left out, and reported when all others have been handed over.
  ///
  /// - Parameters:
  ///   - deliver: Called on workers, once for every chunk.
  ///   - completion: Called once, on a worker, after the last chunk, or when cancelled.
  func rasterize(
    _ paths: [ElementPath], of snapshot: TableSnapshot, token: CancellationToken,
    deliver: @escaping @Sendable ([DisplayedRow]) -> Void,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    enqueue(.visible) { [self] in
      completion(
        Result {
          let failure = FirstFailure()
          try forEachChunk(of: paths.count, size: Self.rowsARasterChunk, band: .visible) {
            [self] chunk in
            let rows = try paths[chunk].compactMap { path in
              try failure.keep { try displayedRow(at: path, of: snapshot, token: token) }
            }
            if !rows.isEmpty { deliver(rows) }
          }
          try failure.check()
        })
    }
  }

  private func displayedRow(
    at path: ElementPath, of snapshot: TableSnapshot, token: CancellationToken
  ) throws -> DisplayedRow {
    try check(token)
    let item = snapshot.item(at: path)
    let key = MeasurementKey(item.cell, snapshot.environment)
    let image = try image(of: item, key, token: token)
    return DisplayedRow(identity: snapshot.identity(at: path), key: key, image: image)
  }

  private func image(
    of item: TableItem, _ key: MeasurementKey, token: CancellationToken
  ) throws -> CellImage {
    if let known = caches.images.value(for: key) { return known }
    let arrangement = try arrangement(of: item, key, token: token)
    let image = CellImage(
      bitmap: try draw(arrangement, of: item, key, token: token),
      size: arrangement.size, scale: key.environment.scale)
    caches.images.insert(image, for: key, cost: image.bitmap.pixels.count + PipelineCaches.keyCost)
    meter.rowsRasterized.wrappingAdd(1, ordering: .relaxed)
    meter.glyphsDrawn.wrappingAdd(arrangement.displayList.glyphCount, ordering: .relaxed)
    return image
  }

  private func draw(
    _ arrangement: CellArrangement, of item: TableItem, _ key: MeasurementKey,
    token: CancellationToken
  ) throws -> Bitmap {
    do {
      return try meter.measure(.rasterize) { () throws(RasterError) in
        try rasterizer.rasterize(
          arrangement.displayList, scale: key.environment.scale,
          isCancelled: { token.isCancelled })
      }
    } catch {
      if error.code == .cancelled { throw PipelineError.cancelled }
      throw PipelineError.row(item.identifier, reason: error.description)
    }
  }
}
