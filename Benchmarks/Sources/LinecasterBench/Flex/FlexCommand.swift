import ArgumentParser
import BenchMeasurement
import Foundation

/// Measures flexbox alone, on the trees of the peers.
struct FlexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flex", abstract: "Measure flexbox on a folder of trees.",
    discussion: """
      Modes: build, layout, rewidth, rewidth-back, free. The engine is a function of a tree and a \
      width that keeps nothing between calls, so there are no modes for unchanged trees and for \
      changed leaves yet.
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
