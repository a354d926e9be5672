import Dispatch
import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterRaster

@Suite struct DeterminismTests {
  private static let renderings: [GlyphRendering] = [
    .plain, GlyphRendering(hinting: .light, antialiasing: .rgb),
    GlyphRendering(hinting: .full, placement: .exact, contrast: 0.6, gamma: 1.8),
    GlyphRendering(antialiasing: .verticalBGR, smoothsStripes: false),
  ]

  /// Lists with steps of every kind, each drawn by a rasterizer that knows nothing, and then by
  /// four threads that share one whose cache is too small, each in an order of its own.
  @Test(arguments: renderings)
  func bytesDependOnNothingElse(rendering: GlyphRendering) throws {
    var display = try RandomDisplay(SeededGenerator())
    let lists = (0..<5).map { _ in display.list() }
    let alone = try lists.map {
      try DisplayRasterizer(rendering: rendering).rasterize($0, background: .white)
    }
    let shared = DisplayRasterizer(
      glyphCache: GlyphCache(byteLimit: 20_000), rendering: rendering)
    let orders = (0..<4).map { _ in lists.indices.shuffled(using: &display.random) }
    let same = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: orders.count) { worker in
      for index in orders[worker] {
        let drawn = try? shared.rasterize(lists[index], background: .white)
        same.withLock { $0 += drawn == alone[index] ? 1 : 0 }
      }
    }
    #expect(same.withLock { $0 } == orders.count * lists.count, "seed \(display.random.seed)")
  }
}
