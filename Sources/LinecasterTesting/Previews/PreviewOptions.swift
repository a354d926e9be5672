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
    help: "The HTML page to write; previews.html unless pictures are compared or accepted.")
  var output: String?

  @Flag(help: "Compare what is drawn with the accepted pictures; status 1 where something differs.")
  var check = false

  @Flag(help: "Keep what is drawn as accepted pictures, and remove those of no preview.")
  var accept = false

  @Option(help: "Only previews whose names contain these letters, in capitals or not.")
  var only: String?

  @Option(help: "The folder of accepted pictures, in place of the catalogue's.")
  var accepted: String?

  @Option(help: "The folder for pictures that differ and their page; removed where none do.")
  var differences: String?

  @Flag(help: "Print the names of the previews, and draw nothing.")
  var list = false

  func validate() throws {
    guard !(check && accept) else {
      throw ValidationError("--check and --accept exclude each other.")
    }
    for (name, value) in [("output", output), ("accepted", accepted), ("differences", differences)]
    where value?.isEmpty == true {
      throw ValidationError("--\(name) must not be empty.")
    }
  }
}
