import ArgumentParser
import BenchMeasurement
import Foundation

/// Measures flexbox alone, on the trees of the peers.
struct FlexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flex", abstract: "Measure flexbox on a folder of trees.",
    discussion: """
      Modes: build, layout (at width 320), unchanged, rewidth (360), rewidth-back (320), \
      dirty-leaf (one text of each tree longer) and free. The result of a layout is kept for the \
      next one, as in the peers; measured is the number of questions to texts.
      """)

  @Argument(help: "The folder that flex_trees.py wrote: one .txt file a tree, 20 numbers a node.")
  var folder: String

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    let trees = try FlexTreeFile.all(in: folder)
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options).run { areCounted in
        trees.flatMap { FlexWorkloads(tree: $0, isSmall: areCounted).all }
      }
    }
  }
}

/// The modes of flexbox for one tree.
@MainActor
struct FlexWorkloads {
  private let tree: FlexTreeFile
  private let copies: Int

  /// - Parameter isSmall: Whether a tenth of the copies will do, because counting is slow.
  init(tree: FlexTreeFile, isSmall: Bool) {
    self.tree = tree
    copies = isSmall ? max(1, tree.copies / 10) : tree.copies
  }

  /// Every workload, in the order of a tree's life.
  var all: [Workload] {
    [
      workload("build") {
        let (tree, copies) = (tree, copies)
        return {
          let stopwatch = Stopwatch(.thread)
          let forest = FlexForest(tree, copies: copies)
          let nanoseconds = stopwatch.nanoseconds
          return .init(facts: forest.facts, nanoseconds: nanoseconds)
        }
      },
      layout("layout", before: [], width: 320),
      layout("unchanged", before: [320], width: 320),
      layout("rewidth", before: [320], width: 360),
      layout("rewidth-back", before: [320, 360], width: 320),
    ] + (hasText ? [layout("dirty-leaf", before: [320, 360, 320], width: 320, isDirty: true)] : [])
      + [free]
  }

  private var hasText: Bool { tree.nodes.contains { $0.characters > 0 } }

  private var free: Workload {
    workload("free") {
      var forest = FlexForest(tree, copies: copies)
      try forest.layOut(width: 320)
      return {
        forest.removeAll()
        return .init()
      }
    }
  }

  /// A layout after others, with a text changed or not.
  private func layout(
    _ mode: String, before: [Double], width: Double, isDirty: Bool = false
  ) -> Workload {
    workload(mode) {
      var forest = FlexForest(tree, copies: copies)
      for width in before { try forest.layOut(width: width) }
      if isDirty { forest.changeLastTexts() }
      return {
        let stopwatch = Stopwatch(.thread)
        try forest.layOut(width: width)
        let nanoseconds = stopwatch.nanoseconds
        return .init(facts: forest.facts, nanoseconds: nanoseconds)
      }
    }
  }

  private func workload(
    _ mode: String, prepare: @escaping @MainActor () throws -> Workload.Part
  ) -> Workload {
    Workload(
      mode: mode, corpus: tree.name, unit: "node", units: tree.nodes.count * copies,
      prepare: prepare)
  }
}
