import ArgumentParser
import BenchMeasurement

/// Measures where the rows of long lists are.
struct GeometryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geometry", abstract: "Measure the geometry of the rows of a list.",
    discussion: """
      The one mode is geometry. Corpora: edit-1m corrects the height of a random row of a million \
      and asks for the offset of another; find-1m asks which row is at a random offset; \
      estimate-100k makes the geometry of rows that have not been measured; copy-100k corrects a \
      row of a geometry that something else holds too.
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
