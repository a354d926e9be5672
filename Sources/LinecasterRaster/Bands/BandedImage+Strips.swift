import Dispatch
import Foundation
import LinecasterBase
import LinecasterDisplay
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension BandedImage {
  /// Rows of a drawing that several processors draw, a strip of them each at a time.
  ///
  /// The pixels are those of drawing them at once.
  struct Strips {
    let drawing: Drawing
    /// The rows of a strip.
    let stripHeight: Int

    private let backdrops: Backdrops

    /// The sizes of pictures that are cut into strips, and of these.
    struct Limits: Sendable {
      /// Fewer pixels are drawn by the calling thread alone.
      var leastShared = Limits.leastShared
      /// The usual number of pixels of a strip.
      var usualStrip = Limits.usualStrip
      var processors = ProcessInfo.processInfo.activeProcessorCount

      static let leastShared = 1 << 21
      static let usualStrip = 1 << 18
    }

    /// Returns `nil` if one thread is to draw the rows: if they are few, or the strips of all
    /// processors together are over the budget.
    ///
    /// - Parameters:
    ///   - rows: The number of rows of the drawing that are drawn at a time.
    ///   - cost: The memory that drawing them at once holds.
    init?(_ drawing: Drawing, rows: Int, cost: RenderCost, limits: Limits = Limits()) {
      let width = drawing.width
      let isLarge = width > 0 && rows > 1 && width * rows >= limits.leastShared
      guard isLarge, limits.processors > 1 else { return nil }
      let stripHeight = min(rows, max(1, limits.usualStrip / width))
      let strip = drawing.cost(rows: stripHeight)
      var sum = cost
      for _ in 0..<min(limits.processors, (rows + stripHeight - 1) / stripHeight) { sum.add(strip) }
      guard drawing.rasterizer.budget.allows(sum) else { return nil }
      (self.drawing, self.stripHeight) = (drawing, stripHeight)
      backdrops = Backdrops(drawing.list, scale: drawing.scale)
    }

    /// Draws rows.
    ///
    /// - Parameters:
    ///   - steps: Those of the list.
    ///   - scope: Asked by the calling thread only.
    func draw(_ steps: [Step], rows: Range<Int>, _ scope: WorkScope) throws -> Drawn {
      let outcome = StripOutcome()
      let width = drawing.width
      let count = width * rows.count * 4
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        // Safe: each strip has rows of its own, and only the calling thread asks.
        nonisolated(unsafe) let (target, question) = (pixels, scope)
        let caller = pthread_self()
        let strips = (rows.count + stripHeight - 1) / stripHeight
        DispatchQueue.concurrentPerform(iterations: strips) { index in
          let top = rows.lowerBound + index * stripHeight
          let strip = top..<min(rows.upperBound, top + stripHeight)
          outcome.take {
            try drawStrip(steps, strip) {
              if pthread_equal(pthread_self(), caller) != 0, question.isCancelled { outcome.stop() }
              return outcome.isStopped
            }
          } into: { drawn in
            let start = (top - rows.lowerBound) * width * 4
            _ = target[start..<start + drawn.count].update(fromContentsOf: drawn)
          }
        }
        if outcome.isStopped { target.update(repeating: 0) }
        initialized = count
      }
      let missingImages = try outcome.missingImages()
      return (Bitmap(uncheckedWidth: width, height: rows.count, pixels: pixels), missingImages)
    }

    private func drawStrip(
      _ steps: [Step], _ rows: Range<Int>, _ isCancelled: () -> Bool
    ) throws -> Drawn {
      try WorkScope.drawing(isCancelled) { scope in
        try drawing.list.walk(scope) { try drawing.rows(rows, of: steps, backdrops, $0) }
      }
    }
  }
}

/// The outcome of strips, which any thread reports.
private final class StripOutcome: Sendable {
  private struct State {
    var missingImages: Set<ImageReference> = []
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let isEnding = Atomic(false)

  /// Whether the strips that are left need not be drawn.
  var isStopped: Bool { isEnding.load(ordering: .relaxed) }

  /// Has no more drawn.
  func stop() { isEnding.store(true, ordering: .relaxed) }

  /// Draws a strip, unless another one has failed.
  func take(
    _ draw: () throws -> BandedImage.Drawn, into keep: ([UInt8]) -> Void
  ) {
    guard !isStopped else { return }
    do {
      let (bitmap, missingImages) = try draw()
      keep(bitmap.pixels)
      if !missingImages.isEmpty { state.withLock { $0.missingImages.formUnion(missingImages) } }
    } catch {
      stop()
      // Of several errors that of a fault counts, and not that others were stopped by it.
      state.withLock { if $0.error == nil || $0.error is CancellationError { $0.error = error } }
    }
  }

  /// The images that were lacking.
  ///
  /// - Throws: What a strip threw.
  func missingImages() throws -> Set<ImageReference> {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    if isStopped { throw CancellationError() }
    return state.missingImages
  }
}
