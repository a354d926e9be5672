import ArgumentParser
import Foundation

/// The options of the command line.
struct PreviewOptions: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: CommandLine.arguments.first.map {
        URL(fileURLWithPath: $0).lastPathComponent
      },
      abstract: "Draw previews on a page, or compare them with accepted pictures.")
  }

  @Option(
    name: [.short, .long],
    help: "The HTML page to write; previews.html by default, unless --check or --accept is set.")
  var output: String?

  @Flag(help: "Compare the pictures with the accepted ones; exit with status 1 if any differs.")
  var check = false

  @Flag(help: "Accept the pictures, and remove accepted ones that no preview has.")
  var accept = false

  @Option(help: "Draw only previews whose names contain this text, ignoring case.")
  var only: String?

  @Option(help: "The folder of accepted pictures; defaults to the catalogue's.")
  var accepted: String?

  @Option(help: "The folder for pictures that differ and their page; removed if none do.")
  var differences: String?

  @Flag(help: "Print the names of the previews without drawing them.")
  var list = false

  func validate() throws {
    guard !(check && accept) else {
      throw ValidationError("--check and --accept cannot be combined.")
    }
    for (name, value) in [("output", output), ("accepted", accepted), ("differences", differences)]
    where value?.isEmpty == true {
      throw ValidationError("--\(name) must not be empty.")
    }
  }
}
