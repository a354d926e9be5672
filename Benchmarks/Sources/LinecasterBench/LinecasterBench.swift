import ArgumentParser
import BenchMeasurement
import Foundation

/// The command line of the benchmarks.
@main
struct LinecasterBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linecaster-bench",
    abstract: "Measure the speed of Linecaster.",
    discussion: """
      Writes one JSON object per measurement to standard output, and a table to standard error. \
      Save the output to pass it to --compare later.
      """,
    version: version,
    subcommands: [
      FeedCommand.self, TextCommand.self, RasterCommand.self, FlexCommand.self, DiffCommand.self,
      GeometryCommand.self, WindowCommand.self, TypeCommand.self, CardCommand.self,
      TranscriptCommand.self, CorpusCommand.self,
    ])

  /// The version of the measured library.
  static let version = "0.1.0"
}

/// The options of every benchmark.
struct BenchmarkOptions: ParsableArguments {
  @Option(help: "The number of measured rounds.")
  var rounds: Int?

  @Option(help: "The number of rounds before measuring.")
  var warmup: Int?

  @Option(help: ArgumentHelp("Measure only these modes.", valueName: "mode,mode"))
  var only: String?

  @Flag(help: "Print the table of medians even if standard error is not a terminal.")
  var table = false

  @Option(help: "Print ratios to the samples in a file of an earlier run or of peers.")
  var compare: String?

  @Flag(help: "Count instructions too, by perf or callgrind; takes minutes.")
  var instructions = false

  /// `ready:MODE/CORPUS` or `run:MODE/CORPUS`: the task of a child whose instructions are counted.
  @Option(help: .hidden)
  var rehearse: String?

  func validate() throws {
    guard rounds ?? 1 >= 1 else { throw ValidationError("--rounds must be at least 1.") }
    guard warmup ?? 0 >= 0 else { throw ValidationError("--warmup must be at least 0.") }
  }

  /// The modes to measure; empty measures all.
  var modes: Set<String> {
    Set((only ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init))
  }
}

/// A benchmark run, from its options to its report.
@MainActor
struct BenchmarkSession {
  let options: BenchmarkOptions
  /// The default number of rounds.
  var rounds = 1
  /// The default number of warm-up rounds.
  var warmUps = 0

  /// Measures, counts instructions if requested, and reports.
  ///
  /// - Parameter makeWorkloads: Makes the workloads; smaller ones if instructions are counted,
  ///   because that is slow.
  func run(_ makeWorkloads: (_ areCounted: Bool) throws -> [Workload]) throws {
    if let rehearsal = options.rehearse {
      return try rehearse(rehearsal, try makeWorkloads(true))
    }
    var run = BenchmarkRun(peer: "linecaster-\(LinecasterBench.version)")
    run.rounds = options.rounds ?? rounds
    run.warmUps = options.warmup ?? warmUps
    run.modes = options.modes
    let workloads = try makeWorkloads(false)
    try checkModes(workloads)
    if options.instructions {
      run.instructionsPerUnit = try count(run.chosen(try makeWorkloads(true)))
    }
    try report(try run.measure(workloads))
  }

  /// Prints the table and the ratios in readable form.
  func report(_ samples: [Sample]) throws {
    if options.table || SampleWriter.isWatched {
      SampleWriter.note(TextTable.medians(samples).description)
      for table in [TextTable.rates(samples), TextTable.blanks(samples)] {
        if let table { SampleWriter.note("\n\(table)") }
      }
    }
    guard let path = options.compare else { return }
    let old = try SampleReader.read(path: path)
    let comparisons = Comparison.all(samples, to: old)
    guard !comparisons.isEmpty else {
      throw BenchmarkFailure("\(path): has no samples of these modes and corpora")
    }
    SampleWriter.note(TextTable.ratios(comparisons).description)
  }

  private func checkModes(_ workloads: [Workload]) throws {
    let unknown = options.modes.subtracting(workloads.map(\.mode))
    guard unknown.isEmpty else {
      let known = Set(workloads.map(\.mode)).sorted().joined(separator: ", ")
      throw BenchmarkFailure(
        "unknown mode \(unknown.sorted().joined(separator: ", ")); use one of \(known)")
    }
  }
}

// MARK: - Instructions

extension BenchmarkSession {
  private func count(_ workloads: [Workload]) throws -> [String: Double] {
    guard let count = InstructionCount(arguments: Array(CommandLine.arguments.dropFirst())) else {
      SampleWriter.note(InstructionCounter.advice)
      return [:]
    }
    var instructions: [String: Double] = [:]
    for workload in workloads where workload.isCountable {
      SampleWriter.note("counting instructions of \(workload.name)")
      let counted = try count.instructionsPerUnit(of: workload)
      if counted == nil { SampleWriter.note("\(workload.name) could not be counted") }
      instructions[workload.name] = counted
    }
    return instructions
  }

  private func rehearse(_ rehearsal: String, _ workloads: [Workload]) throws {
    let parts = rehearsal.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let workload = workloads.first(where: { $0.name == parts[1] }) else {
      throw BenchmarkFailure("--rehearse: unknown workload \(rehearsal)")
    }
    try workload.rehearse(includingPart: parts[0] == "run")
  }
}

/// The reason why a benchmark cannot run, in readable form.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
