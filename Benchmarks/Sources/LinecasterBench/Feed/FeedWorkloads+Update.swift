import BenchMeasurement
import Linecaster
import LinecasterFeed

extension FeedWorkloads {
  /// Edits a round: enough for a ninety-ninth percentile to be one of the slowest.
  private static let editCount = 100
  /// Rows in sight, about a screen.
  private static let visibleRows = 20
  /// Rows of an image.
  private static let imageRows = 200
  private static let seed: UInt64 = 1

  var updates: [Workload] {
    [
      updating("update") { feed.items },
      updating("update-100k") { messages(Self.manyRows) },
    ]
  }

  /// One random edit after another, each applied to the whole list before the next.
  private func updating(_ mode: String, _ items: @escaping () -> [FeedItem]) -> Workload {
    workload(mode, units: Self.editCount) {
      let list = makeList(workers: FeedWorkloads.workerCount, extent: .rows(Self.visibleRows))
      var editor = FeedEditor(items(), seed: Self.seed)
      try list.show(editor.items)
      return {
        var times: [Int] = []
        var mainTimes: [Int] = []
        for _ in 0..<Self.editCount {
          editor.edit()
          let items = editor.items
          let wall = Stopwatch(.wall)
          let before = list.loop.busyNanoseconds
          let handle = list.loop.count { list.controller.update { TableModel(feed: items) } }
          try list.waitUntilApplied(handle)
          times.append(wall.nanoseconds)
          mainTimes.append(list.loop.busyNanoseconds - before)
        }
        return outcome(list, times, mainTimes)
      }
    }
    .with { $0.clock = .wall }
  }

  private func outcome(
    _ list: FeedList, _ times: [Int], _ mainTimes: [Int]
  ) -> Workload.Outcome {
    let facts: [Sample.Fact] = [
      .init("rows", list.controller.snapshot.rowCount),
      .init("p50_ns", times.percentile(0.5)), .init("p99_ns", times.percentile(0.99)),
      .init("main_p50_ns", mainTimes.percentile(0.5)),
      .init("main_p99_ns", mainTimes.percentile(0.99)),
      .init("deliveries", list.pipeline.statistics.deliveries),
      .init("longest_delivery_ns", list.pipeline.statistics.longestDelivery),
    ]
    return .init(facts: facts, nanoseconds: times.reduce(0, +))
  }

  /// The top of the feed from messages to one image, with fonts that are open and nothing else.
  var endToEnd: Workload {
    let count = min(Self.imageRows, feed.items.count)
    return workload("end-to-end", units: count) {
      let items = Array(feed.items.prefix(count))
      let list = makeList(workers: FeedWorkloads.workerCount, extent: .rows(count))
      return {
        try list.show(items)
        guard let image = try list.host.composition()?.bitmap() else {
          throw BenchmarkFailure("nothing was drawn")
        }
        return .init(facts: [
          .init("pixels", image.width * image.height),
          .init("glyphs", list.pipeline.statistics.glyphsDrawn),
        ])
      }
    }
    .with { $0.clock = .wall }
  }
}
