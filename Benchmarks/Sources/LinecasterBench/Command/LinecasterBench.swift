import ArgumentParser

/// The command line of the benchmarks.
@main
struct LinecasterBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linecaster-bench",
    abstract: "Measures how fast Linecaster works.",
    discussion: """
      Standard output gets one JSON object a measurement; a table for people goes to standard \
      error. Save the output, and give it to --compare later.
      """,
    version: version,
    subcommands: [
      FeedCommand.self, TextCommand.self, RasterCommand.self, FlexCommand.self, DiffCommand.self,
      GeometryCommand.self,
    ])

  /// The version of the library that is measured.
  static let version = "0.1.0"
}
