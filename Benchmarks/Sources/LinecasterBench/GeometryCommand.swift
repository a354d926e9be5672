import ArgumentParser
import BenchCorpus
import BenchMeasurement
import LinecasterList

/// Measures the row geometry of long lists.
struct GeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry", abstract: "Measure the geometry of the rows of a list.",
    discussion: """
      The one mode is geometry. Corpora: edit-1m corrects the height of a random row of a million \
      and requests the offset of another; find-1m finds the row at a random offset; \
      estimate-100k makes the geometry of rows that have not been measured; copy-100k corrects a \
      row of a shared geometry.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 9, warmUps: 1).run { areCounted in
        GeometryWorkloads(rounds: areCounted ? 1000 : 200_000).all
      }
    }
  }
}

/// The geometry queries of lists, on random rows.
@MainActor
struct GeometryWorkloads {
  /// The repetitions of operations that take well under a microsecond.
  let rounds: Int

  private static let manyRows = 1_000_000
  private static let someRows = 100_000

  /// Every workload.
  var all: [Workload] { [edit, find, estimate, copy] }

  /// Returns a height as of text: one to twelve lines of 18 points.
  private static func tall(_ random: inout SeededGenerator) -> Double {
    Double(Int.random(in: 1...12, using: &random)) * 18
  }

  private static func longList() -> RowGeometry {
    var random = SeededGenerator(seed: 11)
    return RowGeometry(heights: (0..<manyRows).map { _ in tall(&random) })
  }

  private var edit: Workload {
    Workload(mode: "geometry", corpus: "edit-1m", unit: "edit", units: rounds) {
      var random = SeededGenerator(seed: 12)
      var geometry = Self.longList()
      let edits = (0..<rounds).map { _ in
        (
          row: Int.random(in: 0..<Self.manyRows, using: &random), height: Self.tall(&random),
          query: Int.random(in: 0..<Self.manyRows, using: &random)
        )
      }
      return {
        var sum = 0.0
        for edit in edits {
          geometry.setHeight(edit.height, ofRow: edit.row)
          sum += geometry.offset(ofRow: edit.query)
        }
        blackHole(sum)
        return .init(facts: [.init("height", Int(geometry.totalHeight))])
      }
    }
  }

  private var find: Workload {
    Workload(mode: "geometry", corpus: "find-1m", unit: "query", units: rounds) {
      var random = SeededGenerator(seed: 13)
      let geometry = Self.longList()
      let offsets = (0..<rounds).map { _ in
        Double.random(in: 0..<geometry.totalHeight, using: &random)
      }
      return {
        let rows = offsets.reduce(0) { $0 &+ (geometry.row(at: $1) ?? 0) }
        return .init(facts: [.init("rows", rows)])
      }
    }
  }

  private var estimate: Workload {
    Workload(mode: "geometry", corpus: "estimate-100k", unit: "list", units: 1) {
      {
        let geometry = RowGeometry(estimate: 54, count: Self.someRows)
        return .init(facts: [.init("height", Int(geometry.totalHeight))])
      }
    }
  }

  private var copy: Workload {
    Workload(mode: "geometry", corpus: "copy-100k", unit: "copy", units: 1) {
      let shared = RowGeometry(estimate: 54, count: Self.someRows)
      return {
        var copy = shared
        copy.setHeight(90, ofRow: Self.someRows / 2)
        return .init(
          facts: [.init("difference", Int(copy.totalHeight - shared.totalHeight))])
      }
    }
  }
}
