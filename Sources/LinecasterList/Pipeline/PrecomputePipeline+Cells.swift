public import LinecasterBase
public import LinecasterCells

/// Preparing cells without a list.
extension PrecomputePipeline {
  /// Returns the pixels of a cell, drawn by a worker unless they are cached.
  ///
  /// Concurrent requests for equal cells, also by lists, are coalesced. A missing image is drawn as
  /// a placeholder; once it has arrived, the next request draws it.
  ///
  /// - Throws: `PipelineError` if the cell cannot be drawn; `CancellationError`, at once, if the
  ///   task is cancelled.
  /// - Complexity: O(1) if cached, apart from hashing the cell.
  public func image<Content: Cell>(
    of cell: Content, in environment: LayoutEnvironment
  ) async throws -> CellImage {
    let (item, key) = Self.request(cell, environment)
    return try await perform { [cells] in try cells.image(of: item, key, $0).value }
  }

  /// Returns the size of a cell in layout points, measured by a worker unless it is cached.
  ///
  /// - Throws: The same errors as `image(of:in:)`.
  /// - Complexity: O(1) if cached, apart from hashing the cell.
  public func size<Content: Cell>(
    of cell: Content, in environment: LayoutEnvironment
  ) async throws -> Size {
    let (item, key) = Self.request(cell, environment)
    return try await perform { [cells] in try cells.size(of: item, key, $0) }
  }

  /// Draws cells that will be requested soon, after all more urgent work. Returns when the results
  /// are in the caches.
  ///
  /// Cells that cannot be drawn are skipped, as are cells for which the queue has no room.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  /// - Complexity: O(cells), and drawing those that are not cached.
  public func warm<Content: Cell>(
    _ cells: some Sequence<Content>, in environment: LayoutEnvironment
  ) async throws {
    let requests = cells.map { Self.request($0, environment) }
    for start in stride(from: 0, to: requests.count, by: Self.rowsPerRasterChunk) {
      let chunk = requests[start..<min(start + Self.rowsPerRasterChunk, requests.count)]
      try await perform(.preload, whenDropped: ()) { [cells = self.cells] context in
        for (item, key) in chunk {
          do {
            _ = try cells.image(of: item, key, bands: RowBands.firstBands, context)
          } catch is PipelineError {}
        }
      }
    }
  }

  private static func request<Content: Cell>(
    _ cell: Content, _ environment: LayoutEnvironment
  ) -> (item: TableItem, key: MeasurementKey) {
    let item = TableItem(.name(String(describing: Content.self)), cell: cell)
    return (item, MeasurementKey(item.cell, environment))
  }

  /// Runs a closure on a worker, and waits for it.
  ///
  /// - Parameter whenDropped: The value if the queue has no room; work for visible rows is never
  ///   dropped.
  func perform<Value: Sendable>(
    _ band: WorkBand = .visible, whenDropped: Value? = nil,
    _ body: @escaping @Sendable (WorkContext) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let end = Promise<Result<Value, any Error>>()
    let context = WorkContext(token: CancellationToken(), generation: 0, band: band)
    let dropped: Result<Value, any Error> =
      whenDropped.map { .success($0) } ?? .failure(CancellationError())
    let ticket = work.enqueue(band, whenDropped: { end.resume(with: dropped) }) {
      end.resume(with: Result { try body(context) })
    }
    return try await withTaskCancellationHandler {
      try await end.value.get()
    } onCancel: {
      context.token.cancel()
      ticket.cancel()
      end.resume(with: .failure(CancellationError()))
    }
  }
}
