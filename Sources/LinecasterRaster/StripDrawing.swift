import Dispatch
import Foundation
import LinecasterDisplay
import LinecasterBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Rows of a picture that several processors draw, a strip of them each at a time.
///
/// The pixels are those of drawing them at once.
struct StripDrawing {
  let rasterizer: DisplayRasterizer
  let list: DisplayList
  let scale: PixelScale
  let background: Color
  let text: TextRendering
  /// The rows of a strip.
  let stripHeight: Int

  private let width: Int
  private let backdrops: Backdrops

  /// When and how pictures are cut into strips.
  struct Limits: Sendable {
    /// Fewer pixels are drawn by the calling thread alone.
    var leastShared = Limits.leastShared
    /// About as many pixels has a strip.
    var usualStrip = Limits.usualStrip
    var processors = ProcessInfo.processInfo.activeProcessorCount

    static let leastShared = 1 << 21
    static let usualStrip = 1 << 18
  }

  /// Nil where one thread is to draw rows of a list: where they are few, or the strips of all
  /// processors together are over the budget.
  ///
  /// - Parameters:
  ///   - rows: How many of the list are drawn at a time.
  ///   - need: What drawing them at once takes.
  init?(
    _ list: DisplayList, rows: Int, need: RenderNeed, by rasterizer: DisplayRasterizer,
    scale: PixelScale, background: Color, text: TextRendering, limits: Limits = Limits()
  ) {
    width = scale.pixels(list.size.width)
    let height = scale.pixels(list.size.height)
    let isLarge = width > 0 && rows > 1 && width * rows >= limits.leastShared
    guard isLarge, limits.processors > 1 else { return nil }
    let stripHeight = min(rows, max(1, limits.usualStrip / width))
    let clip = PixelRect(left: 0, top: 0, right: width, bottom: height)
    var strip = RenderNeed(pixelCount: width * stripHeight)
    strip.add(RenderNeed(list.commands, scale: scale, clip: clip, rows: stripHeight))
    var sum = need
    for _ in 0..<min(limits.processors, (rows + stripHeight - 1) / stripHeight) { sum.add(strip) }
    guard rasterizer.budget.allows(sum) else { return nil }
    (self.rasterizer, self.list, self.scale) = (rasterizer, list, scale)
    (self.background, self.text, self.stripHeight) = (background, text, stripHeight)
    backdrops = Backdrops(list, scale: scale)
  }

  /// Draws rows, and says which images were lacking.
  ///
  /// - Parameters:
  ///   - steps: Those of the list.
  ///   - isCancelled: Is asked by the calling thread only.
  func draw(
    _ steps: [BandStep], rows: Range<Int>, isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    let outcome = StripOutcome()
    let count = width * rows.count * 4
    let pixels = withoutActuallyEscaping(isCancelled) { isCancelled in
      [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        // Safe: each strip has rows of its own, and only the calling thread asks.
        nonisolated(unsafe) let (target, question) = (pixels, isCancelled)
        let caller = pthread_self()
        let strips = (rows.count + stripHeight - 1) / stripHeight
        DispatchQueue.concurrentPerform(iterations: strips) { index in
          let top = rows.lowerBound + index * stripHeight
          let strip = top..<min(rows.upperBound, top + stripHeight)
          outcome.take {
            try drawStrip(steps, strip) {
              if pthread_equal(pthread_self(), caller) != 0, question() { outcome.stop() }
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
    }
    let lacked = try outcome.lacked(isCancelled)
    return (Bitmap(uncheckedWidth: width, height: rows.count, pixels: pixels), lacked)
  }

  private func drawStrip(
    _ steps: [BandStep], _ rows: Range<Int>, _ isCancelled: () -> Bool
  ) throws -> (bitmap: Bitmap, lacked: Set<ImageReference>) {
    try StackRoom.withRoom(forLevels: list.groupDepth, isCancelled: isCancelled) { isCancelled in
      try rasterizer.drawing(
        of: steps, backdrops, width: width, rows: rows, scale: scale, background: background,
        text: text, isCancelled: isCancelled)
    }
  }
}

/// What strips came to, told by any thread.
private final class StripOutcome: Sendable {
  private struct State {
    var lacked: Set<ImageReference> = []
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
    _ draw: () throws -> (bitmap: Bitmap, lacked: Set<ImageReference>),
    into keep: ([UInt8]) -> Void
  ) {
    guard !isStopped else { return }
    do {
      let (bitmap, lacked) = try draw()
      keep(bitmap.pixels)
      if !lacked.isEmpty { state.withLock { $0.lacked.formUnion(lacked) } }
    } catch {
      stop()
      // Of several errors that of a fault counts, and not that others were stopped by it.
      state.withLock { if $0.error == nil || $0.error is CancellationError { $0.error = error } }
    }
  }

  /// The images that were lacking.
  ///
  /// - Throws: What a strip threw.
  func lacked(_ isCancelled: () -> Bool) throws -> Set<ImageReference> {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    if isStopped { throw CancellationError() }
    return state.lacked
  }
}
