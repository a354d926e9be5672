import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// The stages of the pipeline for a feed, one by one and together.
@MainActor
struct FeedWorkloads {
  var feed: FeedSource
  let fonts: FontCollection
  let environment: LayoutEnvironment
  /// The template of the rows.
  var template = CellTemplate.feed
  /// The number of threads, unless the mode sets it.
  var workers = Self.workerCount
  /// The number of busy threads beside the list while frames are shown.
  var neighbours = 0
  /// Whether the window passes its velocity to the list.
  var passesVelocity = false

  /// Every workload, in the order of the pipeline.
  var all: [Workload] {
    text + measuring + raster + updates + [pressing, endToEnd] + lists + frames
  }

  /// Returns every workload for each number of threads; several numbers are added to the corpus
  /// name.
  func sweep(_ workerCounts: [Int]) -> [Workload] {
    guard workerCounts.count > 1 else {
      return with { $0.workers = workerCounts.first ?? workers }.all
    }
    return workerCounts.flatMap { count in
      with {
        $0.workers = count
        $0.feed.name += " with \(count)"
      }.all
    }
  }

  private func with(_ change: (inout FeedWorkloads) -> Void) -> FeedWorkloads {
    var workloads = self
    change(&workloads)
    return workloads
  }

  /// Returns a function that makes the model of messages, for a worker.
  func model(of items: [FeedItem]) -> @Sendable () throws -> TableModel {
    { [template] in try template.model(of: items) }
  }

  func workload(
    _ mode: String, unit: String = "item", units: Int,
    prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    Workload(mode: mode, corpus: feed.name, unit: unit, units: units, prepare: prepare)
  }
}

// MARK: - Text

extension FeedWorkloads {
  private var text: [Workload] { [preparing, layingOut] }

  /// The message bodies as paragraphs, in the style of the feed's cell.
  private var bodies: [Paragraph] {
    feed.items.map { Paragraph($0.body, style: TextStyle(size: 15)) }
  }

  private var preparing: Workload {
    workload("prepare", units: feed.items.count) {
      let bodies = bodies
      let typesetter = Typesetter(fonts: fonts)
      return {
        for body in bodies { blackHole(typesetter.prepare(body)) }
        return .init(facts: [
          .init("chars", bodies.reduce(0) { $0 + $1.text.string.unicodeScalars.count }),
          .init("glyphs", typesetter.statistics.glyphs),
        ])
      }
    }
  }

  private var layingOut: Workload {
    workload("layout", units: feed.items.count) {
      let typesetter = Typesetter(fonts: fonts)
      let prepared = bodies.map(typesetter.prepare)
      return {
        var total = LayoutTotal()
        for paragraph in prepared { total.add(paragraph.layout(width: environment.width)) }
        return .init(facts: total.facts)
      }
    }
  }
}

// MARK: - Measuring

extension FeedWorkloads {
  static let workerCount = max(1, ProcessInfo.processInfo.activeProcessorCount)

  private var measuring: [Workload] {
    [
      measuring("measure", workers: 1),
      measuring("measure-traced", workers: 1) { PipelineTrace() },
      measuring("measure-parallel", workers: workers),
      measuringAgain,
    ]
  }

  /// Measures a whole feed in the pipeline, with empty caches.
  private func measuring(
    _ mode: String, workers: Int, trace: @escaping () -> PipelineTrace? = { nil }
  ) -> Workload {
    workload(mode, units: feed.items.count) {
      let list = makeList(workers: workers, extent: .rows(0), trace: trace())
      return { try show(on: list, facts: [.init("workers", workers)]) }
    }
    .with { $0.clock = .wall }
  }

  /// A second list of the same feed, with its sizes in the caches.
  private var measuringAgain: Workload {
    workload("measure-warm", units: feed.items.count) {
      let first = makeList(workers: 1, extent: .rows(0))
      try first.show(model(of: feed.items))
      let second = FeedList(pipeline: first.pipeline, environment: environment, extent: .rows(0))
      let hits = first.pipeline.statistics.sizes.hits
      return {
        let outcome = try show(on: second, facts: [.init("workers", 1)])
        let found = second.pipeline.statistics.sizes.hits - hits
        return .init(facts: outcome.facts + [.init("hits", found)])
      }
    }
    .with { $0.clock = .wall }
  }

  func makeList(
    workers: Int, extent: HeadlessHost.Extent, trace: PipelineTrace? = nil
  ) -> FeedList {
    FeedList(
      pipeline: makePipeline(workers: workers, trace: trace), environment: environment,
      extent: extent)
  }

  func makePipeline(
    workers: Int, trace: PipelineTrace? = nil, images: (any ImageProvider)? = nil
  ) -> PrecomputePipeline {
    var options = PrecomputePipeline.Options()
    options.trace = trace
    options.workerCount = workers
    return PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: fonts), images: images),
      rasterizer: DisplayRasterizer(images: images), options: options)
  }

  private func show(on list: FeedList, facts: [Sample.Fact]) throws -> Workload.Outcome {
    let processor = Stopwatch(.process)
    try list.show(model(of: feed.items))
    let height = list.controller.snapshot.geometry.totalHeight
    return .init(
      facts: facts + [
        .init("cpu_ns", processor.nanoseconds), .init("height", Int(height)),
        .init("glyphs", list.pipeline.arranger.typesetter.statistics.glyphs),
      ])
  }
}

extension FeedWorkloads {
  /// The number of drawn rows: some screens, as a reader scrolls through.
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
      let cell = try template.row(for: item).cell
      return try arranger.arrange(cell.layout(in: environment), in: environment).displayList
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

extension FeedWorkloads {
  /// The number of traced edits.
  private static let tracedEdits = 20

  /// Opens, edits and scrolls a list, and writes the trace.
  ///
  /// - Parameters:
  ///   - json: The file for the trace; `nil` writes none.
  ///   - image: The file for the timeline; `nil` writes none.
  func writeTrace(json: String?, image: String?) throws {
    let trace = PipelineTrace()
    let list = makeList(
      workers: workers, extent: .points(800), trace: trace)
    var editor = FeedEditor(feed.items, seed: 1)
    for step in 0..<Self.tracedEdits {
      try list.waitUntilApplied(list.controller.update(model(of: editor.items)))
      list.host.offset = Double(step) * 120
      list.controller.viewportDidChange()
      try list.waitUntilSeen()
      editor.edit()
    }
    list.controller.tearDown()
    if let json { try Data(trace.chromeJSON.utf8).write(to: URL(fileURLWithPath: json)) }
    if let image {
      try Data(trace.timelineSVG().utf8).write(to: URL(fileURLWithPath: image))
    }
  }
}
