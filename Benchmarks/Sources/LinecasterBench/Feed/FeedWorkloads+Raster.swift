import BenchMeasurement
import Linecaster
import LinecasterFeed

extension FeedWorkloads {
  /// Rows that are drawn: some screens full, like what a reader scrolls through.
  private static let drawnRows = 1000

  var raster: [Workload] {
    let count = min(Self.drawnRows, feed.items.count)
    return [
      workload("raster-first", units: count) {
        let lists = try arrange(count)
        return { try draw(lists, with: DisplayRasterizer()) }
      },
      workload("raster-warm", units: count) {
        let lists = try arrange(count)
        let rasterizer = DisplayRasterizer()
        _ = try draw(lists, with: rasterizer)
        return { try draw(lists, with: rasterizer) }
      },
    ]
  }

  private func arrange(_ count: Int) throws -> [DisplayList] {
    let arranger = CellArranger(typesetter: Typesetter(fonts: fonts))
    return try feed.items.prefix(count).map { item in
      try arranger.arrange(FeedCell(item).body(in: environment), in: environment).displayList
    }
  }

  private func draw(
    _ lists: [DisplayList], with rasterizer: DisplayRasterizer
  ) throws -> Workload.Outcome {
    let earlierHits = rasterizer.glyphs.cache.statistics.hits
    var pixels = 0
    var glyphs = 0
    for list in lists {
      let bitmap = try rasterizer.rasterize(list, scale: environment.scale)
      blackHole(bitmap)
      pixels += bitmap.width * bitmap.height
      glyphs += list.glyphCount
    }
    let hits = rasterizer.glyphs.cache.statistics.hits - earlierHits
    return .init(facts: [.init("pixels", pixels), .init("glyphs", glyphs), .init("hits", hits)])
  }
}
