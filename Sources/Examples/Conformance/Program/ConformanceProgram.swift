import ArgumentParser
import LinecasterCommandSupport
import LinecasterConformance

/// Lays out the cases of conformance data, for comparison with recordings of browsers.
@main
struct ConformanceProgram: CommandProgram {
  static let configuration = CommandConfiguration(
    commandName: "linecaster-conformance",
    abstract: "Lays out the cases of conformance data, one JSON object per line.",
    subcommands: ConformanceCommands.all)

  static func main() { start() }

  static func hint(for word: String) -> String? { nil }
}
