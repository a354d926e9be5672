import BenchMeasurement
import Linecaster

extension CellWorkloads {
  /// Frames that scroll by some pixels each, every visible row turned into quads.
  var atlasFrame: Workload {
    atlas("atlas-frame") { batcher, row, top in
      try batcher.append(lists[row], at: Point(x: 0, y: top))
      return true
    }
  }

  /// The same where nothing moves and the quads of each row are kept from the first frame.
  var atlasKept: Workload {
    var kept: [Int: AtlasDrawing] = [:]
    return atlas("atlas-kept", step: 0) { batcher, row, top in
      if let drawing = kept[row], batcher.append(drawing) { return true }
      let drawing = try batcher.makeDrawing(of: lists[row], at: Point(x: 0, y: top))
      kept[row] = drawing
      return batcher.append(drawing)
    }
  }

  private static let frames = 120
  private static let viewport = Size(width: 360, height: 800)

  /// - Parameters:
  ///   - step: The layout points from a frame to the next.
  ///   - add: Adds a row at a height.
  private func atlas(
    _ mode: String, step: Double = 7,
    add: @escaping @MainActor (inout DisplayBatcher, Int, Double) throws -> Bool
  ) -> Workload {
    workload(mode, unit: "frame", units: Self.frames) {
      let scale = environment.scale
      var batcher = DisplayBatcher(
        viewport: PixelRect(
          x: 0, y: 0, width: scale.pixels(Self.viewport.width),
          height: scale.pixels(Self.viewport.height)),
        scale: scale, glyphs: GlyphSource())
      let quads = try scroll(&batcher, step, add)
      return {
        let uploads = batcher.atlas.statistics.misses
        blackHole(try scroll(&batcher, step, add))
        return .init(facts: [
          .init("quads", quads.quads / Self.frames), .init("batches", quads.batches / Self.frames),
          .init("new_glyphs", batcher.atlas.statistics.misses - uploads),
        ])
      }
    }
    .with { $0.passes = Self.passes }
  }

  private func scroll(
    _ batcher: inout DisplayBatcher, _ step: Double,
    _ add: (inout DisplayBatcher, Int, Double) throws -> Bool
  ) throws -> (quads: Int, batches: Int) {
    var total = (quads: 0, batches: 0)
    for frame in 0..<Self.frames {
      batcher.beginFrame()
      var top = -Double(frame) * step
      for (row, list) in lists.enumerated() {
        defer { top += list.size.height }
        guard top + list.size.height > 0 else { continue }
        guard top < Self.viewport.height else { break }
        blackHole(try add(&batcher, row, top))
      }
      batcher.atlas.forEachUpload { _, bytes in blackHole(bytes.count) }
      total.quads += batcher.drawing.quads.count
      total.batches += batcher.drawing.steps.count
    }
    return total
  }
}
