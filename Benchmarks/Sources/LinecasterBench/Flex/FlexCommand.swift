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
