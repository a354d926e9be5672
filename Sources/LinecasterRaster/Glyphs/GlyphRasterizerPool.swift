import Synchronization

/// Rasterizers that nobody uses at the moment; a thread checks one out and gives it back.
final class GlyphRasterizerPool: Sendable {
  private struct Box: @unchecked Sendable {
    // Unchecked: a box is in the list or in the hands of one thread, never both.
    let rasterizer: GlyphRasterizer
  }

  /// Idle rasterizers kept; more threads than this at once open their faces anew.
  static let maximumIdle = 32

  private let idle = Mutex<[Box]>([])

  /// Calls `body` with a rasterizer that nobody else uses meanwhile.
  func withRasterizer<Result>(
    _ body: (GlyphRasterizer) throws(RasterError) -> Result
  ) throws(RasterError) -> Result {
    let box: Box
    if let waiting = idle.withLock({ $0.popLast() }) {
      box = waiting
    } else {
      box = Box(rasterizer: try GlyphRasterizer())
    }
    defer {
      idle.withLock { if $0.count < Self.maximumIdle { $0.append(box) } }
    }
    return try body(box.rasterizer)
  }
}
