import BenchMeasurement
import Foundation
import Glibc
import Linecaster
import LinecasterFeed

/// The costs of drawing, partly redrawing and copying the cells of a feed.
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

  /// Returns the numbers of pixels and glyphs in all cells.
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
  /// Draws every cell into its own bitmap, with glyphs in the cache.
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

  /// Redraws the differences of every cell after adding a character to its message.
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

extension CellWorkloads {
  /// Frames that scroll by some pixels each; every visible row is turned into quads.
  var atlasFrame: Workload {
    atlas("atlas-frame") { batcher, row, top in
      try batcher.append(lists[row], at: Point(x: 0, y: top))
      return true
    }
  }

  /// The same without scrolling; the quads of each row are kept from the first frame.
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
  ///   - step: The scroll distance of a frame, in layout points.
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

extension CellWorkloads {
  /// Two threads draw alternate cells with a shared glyph cache; facts give the time of one thread.
  var drawThreads: Workload {
    workload("draw-threads") {
      let rasterizer = DisplayRasterizer()
      let facts = facts(of: try rasterize(rasterizer))
      let (lists, scale) = (lists, environment.scale)
      let work = SharedWork { part, parts in
        for index in stride(from: part, to: lists.count, by: parts) {
          blackHole(try? rasterizer.rasterize(lists[index], scale: scale))
        }
      }
      return {
        var (one, two) = (QuickestCost(), QuickestCost())
        for _ in 0..<Self.threadPasses {
          one.take(work.run(threads: 1))
          two.take(work.run(threads: 2))
        }
        return .init(
          facts: facts + QuickestCost.facts(one: one, two: two), nanoseconds: two.wall)
      }
    }
    .with {
      $0.clock = .wall
      $0.isCountable = false
    }
  }

  /// The kernel often leaves two new threads on one processor; some of these passes have two.
  private static let threadPasses = 15
}

extension CellWorkloads {
  /// The height of the window into which cells are copied again and again.
  private static let windowHeight = 800

  /// Copies cached pixels of cells to their places in a window. `memcpy_ns` is the time of `memcpy`
  /// for the same bytes and places, one call a cell.
  var copy: Workload {
    workload("cell-copy") {
      let bitmaps = try rasterize(DisplayRasterizer())
      let facts = facts(of: bitmaps)
      var window = try Bitmap(
        width: environment.scale.pixels(environment.width), height: Self.windowHeight)
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: window.pixels.count, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      return {
        defer { memory.deallocate() }
        var (copied, plain) = (Int.max, Int.max)
        for _ in 0..<Self.copies {
          var stopwatch = Stopwatch(.thread)
          Self.copy(bitmaps, to: &window)
          copied = min(copied, stopwatch.nanoseconds)
          stopwatch = Stopwatch(.thread)
          Self.copyPlainly(bitmaps, to: memory)
          plain = min(plain, stopwatch.nanoseconds)
        }
        blackHole(window)
        return .init(
          facts: facts + [
            .init("memcpy_ns", plain), .init("ratio_percent", copied * 100 / max(plain, 1)),
          ], nanoseconds: copied)
      }
    }
    .with { $0.isCountable = false }
  }

  private static let copies = 9

  /// Copies cells below each other, from the top again when the window is full.
  private static func copy(_ bitmaps: [Bitmap], to window: inout Bitmap) {
    var top = 0
    for bitmap in bitmaps {
      if top + bitmap.height > window.height { top = 0 }
      window.draw(bitmap, atX: 0, y: top)
      top += bitmap.height
    }
  }

  private static func copyPlainly(
    _ bitmaps: [Bitmap], to memory: UnsafeMutableRawBufferPointer
  ) {
    var place = 0
    for bitmap in bitmaps {
      bitmap.pixels.withUnsafeBytes { bytes in
        if place + bytes.count > memory.count { place = 0 }
        guard let target = memory.baseAddress, let source = bytes.baseAddress else { return }
        memcpy(target + place, source, min(bytes.count, memory.count))
        place += bytes.count
      }
    }
  }
}
