import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// Lists as their users see them: the first rows of a long one, all rows of one, its memory.
extension FeedWorkloads {
  /// Rows of a long list.
  static let manyRows = 100_000
  /// Rows of a short one.
  private static let fewRows = 100
  /// Rows that are drawn with all their pixels kept, some 150 MB.
  private static let keptRows = 1_000
  /// The height of a window.
  private static let windowHeight = 800.0

  var lists: [Workload] {
    [
      firstViewport("viewport-100", rows: Self.fewRows),
      firstViewport("viewport-100k", rows: Self.manyRows),
      precomputing("precompute", workers: 1),
      precomputing("precompute-parallel", workers: FeedWorkloads.workerCount),
      precomputingAgain, memory,
    ]
  }

  /// The feed again and again, each message with a number of its own.
  func messages(_ count: Int) -> [FeedItem] {
    (0..<count).map { row in
      var item = feed.items[row % feed.items.count]
      item.identifier = .number(row)
      if row >= feed.items.count { item.body += " \(row)" }
      return item
    }
  }

  private func model(rows: Int) -> TableModel { TableModel(feed: messages(rows)) }

  /// From a model that is made to all rows in sight drawn, caches empty.
  private func firstViewport(_ mode: String, rows: Int) -> Workload {
    workload(mode, units: 1) {
      let model = model(rows: rows)
      let list = makeList(
        workers: FeedWorkloads.workerCount, extent: .points(Self.windowHeight))
      return {
        list.controller.update(with: model)
        try list.waitUntilSeen()
        let measured = list.controller.snapshot.geometry.measuredCount
        list.controller.tearDown()
        return .init(facts: [.init("rows", rows), .init("measured", measured)])
      }
    }
    .with { $0.clock = .wall }
  }

  private func precomputing(_ mode: String, workers: Int) -> Workload {
    let count = min(Self.keptRows, feed.items.count)
    return workload(mode, units: count) {
      let model = model(rows: count)
      let list = makeList(workers: workers, extent: .all)
      return { try show(model, on: list, facts: [.init("workers", workers)]) }
    }
    .with { $0.clock = .wall }
  }

  /// A second list of the same rows, whose pixels are in the caches.
  private var precomputingAgain: Workload {
    let count = min(Self.keptRows, feed.items.count)
    return workload("precompute-warm", units: count) {
      let model = model(rows: count)
      let first = makeList(workers: 1, extent: .all)
      _ = try show(model, on: first, facts: [])
      let second = FeedList(pipeline: first.pipeline, environment: environment, extent: .all)
      return {
        let outcome = try show(model, on: second, facts: [.init("workers", 1)])
        _ = first
        return outcome
      }
    }
    .with { $0.clock = .wall }
  }

  private func show(
    _ model: TableModel, on list: FeedList, facts: [Sample.Fact]
  ) throws -> Workload.Outcome {
    let processor = Stopwatch(.process)
    try list.waitUntilApplied(list.controller.update(with: model, policy: .complete))
    try list.waitUntilSeen()
    return .init(
      facts: facts + [
        .init("cpu_ns", processor.nanoseconds),
        .init("glyphs", list.pipeline.statistics.glyphsDrawn),
      ])
  }

  /// A long list of messages that are all different, measured to the last row.
  private var memory: Workload {
    workload("memory-100k", units: Self.manyRows) {
      let model = model(rows: Self.manyRows)
      let list = makeList(workers: FeedWorkloads.workerCount, extent: .points(Self.windowHeight))
      let before = ResidentMemory.bytes
      return {
        try list.waitUntilApplied(list.controller.update(with: model, policy: .complete))
        try list.waitUntilSeen()
        return .init(facts: [.init("resident_bytes", ResidentMemory.bytes - before)])
      }
    }
    .with { $0.clock = .wall }
  }
}
