import Foundation
import LinecasterBase
import LinecasterDisplay
import Synchronization

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
    /// - Parameter steps: The steps of the list.
    func draw(_ steps: [Step], rows: Range<Int>, _ scope: WorkScope) throws -> Drawn {
      let missingImages = Mutex<Set<ImageReference>>([])
      let width = drawing.width
      let count = width * rows.count * 4
      let pixels = try [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
        // Safe: the rows of strips are disjoint.
        nonisolated(unsafe) let target = pixels
        try scope.runParts((rows.count + stripHeight - 1) / stripHeight) { index, scope in
          let top = rows.lowerBound + index * stripHeight
          let strip = top..<min(rows.upperBound, top + stripHeight)
          let drawn = try drawing.list.walk(scope) {
            try drawing.rows(strip, of: steps, backdrops, $0)
          }
          let start = (top - rows.lowerBound) * width * 4
          let part = target[start..<start + drawn.bitmap.pixels.count]
          _ = part.update(fromContentsOf: drawn.bitmap.pixels)
          guard !drawn.missingImages.isEmpty else { return }
          missingImages.withLock { $0.formUnion(drawn.missingImages) }
        }
        initialized = count
      }
      return (
        Bitmap(uncheckedWidth: width, height: rows.count, pixels: pixels),
        missingImages.withLock { $0 }
      )
    }
  }
}
