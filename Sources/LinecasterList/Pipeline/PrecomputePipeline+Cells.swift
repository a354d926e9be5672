public import LinecasterBase
public import LinecasterCells

/// Cells without a list.
extension PrecomputePipeline {
  /// The pixels of a cell, drawn by a worker unless the caches have them.
  ///
  /// Equal cells that are asked for at the same time, by lists too, are drawn once. An image in the
  /// cell that is not there yet is drawn as a placeholder; once it has come, asking again draws it.
  ///
  /// - Throws: `PipelineError` where the cell cannot be drawn; `CancellationError` where the task
  ///   is cancelled, which ends the wait at once.
  public func image<Content: Cell>(
    of cell: Content, in environment: LayoutEnvironment
  ) async throws -> CellImage {
    let (item, key) = Self.request(cell, environment)
    return try await perform { [cells] in try cells.image(of: item, key, $0).value }
  }

  /// The size of a cell, found by a worker unless the caches have it.
  ///
  /// - Throws: As `image(of:in:)` does.
  public func size<Content: Cell>(
    of cell: Content, in environment: LayoutEnvironment
  ) async throws -> Size {
    let (item, key) = Self.request(cell, environment)
    return try await perform { [cells] in try cells.size(of: item, key, $0) }
  }

  /// Draws cells that will be asked for soon, after all that is more urgent; returns when the
  /// caches have had them.
  ///
  /// Cells that cannot be drawn are left out, and so is what the queue has no room for.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func warm<Content: Cell>(
    _ cells: some Sequence<Content>, in environment: LayoutEnvironment
  ) async throws {
    let requests = cells.map { Self.request($0, environment) }
    for start in stride(from: 0, to: requests.count, by: Self.rowsARasterChunk) {
      let chunk = requests[start..<min(start + Self.rowsARasterChunk, requests.count)]
      try await perform(.preload, whenDropped: ()) { [cells = self.cells] context in
        for (item, key) in chunk {
          do { _ = try cells.image(of: item, key, context) } catch is PipelineError {}
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

  /// Has a worker do something, and waits for it.
  ///
  /// - Parameter whenDropped: What comes of it where there is no room for it; work that can be seen
  ///   is never dropped.
  func perform<Value: Sendable>(
    _ band: WorkBand = .visible, whenDropped: Value? = nil,
    _ body: @escaping @Sendable (WorkContext) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let end = Awaited<Result<Value, any Error>>()
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
      ticket.callOff()
      end.resume(with: .failure(CancellationError()))
    }
  }
}
