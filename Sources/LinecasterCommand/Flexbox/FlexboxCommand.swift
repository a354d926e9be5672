import ArgumentParser
import Foundation

/// Lays out flexbox trees in the format of the conformance data.
struct FlexboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flexbox",
    abstract: "Lay out flexbox trees.",
    discussion: """
      Reads a JSON object a line with name and root, and prints one a line: name, and as boxes \
      [x, y, width, height] for every node in pre-order, relative to its parent. Fields of a \
      case:

        defaults ("css" or "yoga"), direction ("ltr" or "rtl"), available ([width, height] of \
      the block around the root, null for indefinite), rounding (1 for the pixel grid)

      A node has style (the properties of CSS in camelCase: numbers, "50%" or keywords), and \
      children or measure (words that stand for text: {"kind": "words", "words": [30, 20], \
      "line": 10, "ascent": 8}).

      Example:

        echo '{"name": "a", "root": {"style": {"width": 90}, "children": [{"style": \
      {"flexGrow": 1}}]}}' | linecaster flexbox -

      Exit status: 0 when all is well, 1 when a case is at fault (the other cases are laid out \
      all the same), 64 when the command line is.
      """)

  @Argument(help: "The file of cases, or - for standard input.")
  var cases = "-"

  @Option(help: "Also draw each case to an SVG file in this folder, which is made if need be.")
  var svg: String?

  func run() throws {
    do {
      let lines = try CaseLines(path: cases)
      var images = try svg.map(FlexboxImages.init)
      try lines.report { line in
        let run = FlexboxCaseRun(line)
        try FileHandle.standardOutput.write(contentsOf: run.record.line())
        if let result = run.result { try images?.draw(result.run, result.frames) }
        return run.record.error
      }
    } catch let status as ExitCode {
      throw status
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}
