import Dispatch
import Foundation
import LinecasterBase
import LinecasterDisplay
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension BandedImage {
  /// Rows of a drawing that several processors draw, one strip at a time each.
  ///
  /// The pixels equal those of drawing all rows at once.
  struct Strips {
    let drawing: Drawing
    /// The number of rows of a strip.
    let stripHeight: Int

    private let backdrops: Backdrops

    /// The sizes of strips and of pictures that are cut into them.
    struct Limits: Sendable {
      /// The minimum number of pixels; the calling thread draws fewer alone.
      var leastShared = Limits.leastShared
      /// The usual number of pixels of a strip.
      var usualStrip = Limits.usualStrip
      var processors = Limits.processors

      static let leastShared = 1 << 21
      static let usualStrip = 1 << 18
      // Asking the system takes as long as drawing a line of text.
      private static let processors = ProcessInfo.processInfo.activeProcessorCount
    }

    /// Returns `nil` if one thread should draw the rows: if they are few, or the strips of all
    /// processors together exceed the budget.
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
    ///   - steps: The steps of the list.
    ///   - scope: Used by the calling thread only.
    func draw(_ steps: [Step], rows: Range<Int>, _ scope: WorkScope) throws -> Drawn {
      let outcome = StripOutcome()
      let width = drawing.width
      let count = width * rows.count * 4
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        // Safe: the rows of strips are disjoint, and only the calling thread uses the scope.
        nonisolated(unsafe) let (target, question) = (pixels, scope)
        let caller = pthread_self()
        let strips = (rows.count + stripHeight - 1) / stripHeight
        DispatchQueue.concurrentPerform(iterations: strips) { index in
          let top = rows.lowerBound + index * stripHeight
          let strip = top..<min(rows.upperBound, top + stripHeight)
          outcome.take {
            try WorkScope.run(isCancelled: {
              if pthread_equal(pthread_self(), caller) != 0, question.isCancelled { outcome.stop() }
              return outcome.isStopped
            }) { scope in
              try drawing.list.walk(scope) { try drawing.rows(strip, of: steps, backdrops, $0) }
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
  }
}

/// The outcome of strips, reported from any thread.
private final class StripOutcome: Sendable {
  private struct State {
    var missingImages: Set<ImageReference> = []
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let isEnding = Atomic(false)

  /// Whether the remaining strips are skipped.
  var isStopped: Bool { isEnding.load(ordering: .relaxed) }

  /// Skips the remaining strips.
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
      // A fault takes precedence over the cancellations that it causes.
      state.withLock { if $0.error == nil || $0.error is CancellationError { $0.error = error } }
    }
  }

  /// Returns the missing images.
  ///
  /// - Throws: The error of a strip.
  func missingImages() throws -> Set<ImageReference> {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    if isStopped { throw CancellationError() }
    return state.missingImages
  }
}
