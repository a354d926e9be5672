import BenchMeasurement
import Linecaster

extension CellWorkloads {
  /// Two threads, each every other cell, with one cache of glyphs; facts tell the time of one.
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
