import ArgumentParser
import BenchMeasurement
import Foundation
import LinecasterDiff

/// Measures the diff alone, on the lists of the peers.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Measure the diff of lists.",
    discussion: """
      The mode diff takes the lists of the peers: the shape of DifferenceKit's published \
      benchmark, changes at random places, and lists that are reversed, replaced, the same, or \
      longer at one end; of numbered items with a revision, and of UUIDs. The modes that begin \
      with model make, hash and compare models of 100,000 rows, which peers do not have.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 9).run { areCounted in
        DiffWorkloads.all(isSmall: areCounted) + ModelWorkloads.all(isSmall: areCounted)
      }
    }
  }
}
