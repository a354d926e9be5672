import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// What the cells of a feed cost to draw, to draw again in part, and to copy.
@MainActor
struct CellWorkloads {
  let name: String
  let lists: [DisplayList]
  /// The same cells after an edit of their message.
  let edited: [DisplayList]
  let environment: LayoutEnvironment

  init(feed: FeedSource, environment: LayoutEnvironment) throws {
    name = feed.name
    self.environment = environment
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    func list(_ item: FeedItem) throws -> DisplayList {
      try arranger.arrange(FeedCell(item).body(in: environment), in: environment).displayList
    }
    lists = try feed.items.map(list)
    edited = try feed.items.map { item in
      var item = item
      item.body += "!"
      return try list(item)
    }
  }

  var all: [Workload] {
    [draw, redraw, copy, atlasFrame, atlasKept]
      + (ProcessInfo.processInfo.activeProcessorCount > 1 ? [drawThreads] : [])
  }

  static let passes = 5

  func workload(
    _ mode: String, unit: String = "item", units: Int? = nil,
    prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    Workload(
      mode: mode, corpus: name, unit: unit, units: units ?? lists.count, prepare: prepare)
  }

  /// What drawing every cell draws.
  func facts(of bitmaps: [Bitmap]) -> [Sample.Fact] {
    [
      .init("pixels", bitmaps.reduce(0) { $0 + $1.width * $1.height }),
      .init("glyphs", lists.reduce(0) { $0 + $1.glyphCount }),
    ]
  }

  func rasterize(_ rasterizer: DisplayRasterizer) throws -> [Bitmap] {
    try lists.map { try rasterizer.rasterize($0, scale: environment.scale) }
  }
}

// MARK: - Drawing

extension CellWorkloads {
  /// Every cell into a bitmap of its own, glyphs known.
  private var draw: Workload {
    workload("draw") {
      let rasterizer = DisplayRasterizer()
      let facts = facts(of: try rasterize(rasterizer))
      return {
        for list in lists {
          blackHole(try rasterizer.rasterize(list, scale: environment.scale))
        }
        return .init(facts: facts)
      }
    }
    .with { $0.passes = Self.passes }
  }

  /// Every cell after a character was added to its message: only what differs.
  private var redraw: Workload {
    workload("redraw") {
      let rasterizer = DisplayRasterizer()
      var bitmaps = try rasterize(rasterizer)
      for (index, list) in edited.enumerated() {
        blackHole(try rasterizer.rasterize(list, scale: environment.scale))
        bitmaps[index] = bitmaps[index].cropped(
          x: 0, y: 0, width: bitmaps[index].width, height: bitmaps[index].height)
      }
      return {
        var redrawn = 0
        for index in lists.indices {
          let rects = try rasterizer.redraw(
            &bitmaps[index], from: lists[index], to: edited[index], scale: environment.scale)
          redrawn += rects.reduce(0) { $0 + $1.width * $1.height }
        }
        return .init(facts: [.init("redrawn_pixels", redrawn)] + facts(of: bitmaps))
      }
    }
    .with { $0.passes = Self.passes }
  }
}
