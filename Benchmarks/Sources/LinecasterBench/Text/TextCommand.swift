import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster

/// Measures text alone, in the modes of the peers.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text", abstract: "Measure text, one paragraph a line of each file.",
    discussion: """
      Modes: first, warm, repeat, rewidth, natural, draw-first, draw-warm and, where there are two \
      processors, threads and threads-warm; 15 px Noto Sans, 320 px wide. Fallback fonts are \
      Debian's files that peers are measured with, where all are installed, else the bundled ones. \
      Each file is measured in a fresh process in each round.
      """)

  @Argument(help: "Text files.")
  var files: [String]

  @OptionGroup var options: BenchmarkOptions

  func validate() throws {
    guard options.warmup == nil else {
      throw ValidationError("--warmup would make the first time a second one.")
    }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      let session = BenchmarkSession(options: options)
      if files.count == 1, options.rounds ?? 1 == 1 {
        try session.run { _ in try TextWorkloads(corpus: TextCorpus(path: files[0])).all }
      } else {
        try session.report(try measureInChildren())
      }
    }
  }

  /// The samples of one process for each round and file, written as they come.
  private func measureInChildren() throws -> [Sample] {
    var samples: [Sample] = []
    for round in 0..<(options.rounds ?? 1) {
      for file in files {
        var arguments = [ChildProcess.ownPath, "text", file]
        if let only = options.only { arguments += ["--only", only] }
        if options.instructions && round == 0 { arguments.append("--instructions") }
        let child = try ChildProcess.run(arguments)
        guard child.status == 0 else { throw ExitCode(child.status) }
        FileHandle.standardOutput.write(child.output)
        samples += SampleReader.samples(in: child.output)
      }
    }
    return samples
  }
}
