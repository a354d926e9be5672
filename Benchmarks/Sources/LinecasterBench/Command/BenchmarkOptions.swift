import ArgumentParser
import BenchMeasurement

/// What every benchmark lets people choose.
struct BenchmarkOptions: ParsableArguments {
  @Option(help: "Measure everything this many times.")
  var rounds: Int?

  @Option(help: "Run everything this many times before, without measuring.")
  var warmup: Int?

  @Option(help: ArgumentHelp("Measure only these modes.", valueName: "mode,mode"))
  var only: String?

  @Flag(help: "Print the table of medians even where standard error is no terminal.")
  var table = false

  @Option(help: "Print ratios to the samples in a file of an earlier run, or of peers.")
  var compare: String?

  @Flag(help: "Count instructions too, by perf or callgrind; takes minutes.")
  var instructions = false

  /// `ready:MODE/CORPUS` or `run:MODE/CORPUS`: what a child does whose instructions are counted.
  @Option(help: .hidden)
  var rehearse: String?

  func validate() throws {
    guard rounds ?? 1 >= 1 else { throw ValidationError("--rounds must be at least 1.") }
    guard warmup ?? 0 >= 0 else { throw ValidationError("--warmup must be at least 0.") }
  }

  /// The modes to measure; empty for all.
  var modes: Set<String> {
    Set((only ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init))
  }
}
