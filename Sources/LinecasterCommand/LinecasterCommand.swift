import ArgumentParser
import Foundation
import LinecasterCommandSupport
import LinecasterScenes

/// The command line tool.
@main
struct LinecasterCommand: CommandProgram {
  static let configuration = CommandConfiguration(
    commandName: "linecaster",
    abstract: "Shape, measure and paint lists of text.",
    discussion: """
      Try it on the feed and the scene that come with the sources:

        linecaster render Sources/LinecasterCommand/Demo/demo.jsonl -o demo.png
        linecaster inspect Sources/LinecasterCommand/Demo/hero.json -o hero.html

      For all options, run linecaster render --help

      Exit status: 0 on success, 1 if the input or the output failed, including standard output, \
      2 if some rows of a batch failed, 64 if the command line is wrong, 130 if interrupted. \
      Failing to write to standard error does not change the status.
      """,
    version: PicturePainter.version,
    subcommands: [
      RenderCommand.self, BatchCommand.self, ServeCommand.self, InspectCommand.self,
      MeasureCommand.self, GlyphsCommand.self, FontsCommand.self, SchemaCommand.self,
    ])

  static func main() { start() }

  static func hint(for word: String) -> String? {
    FileManager.default.fileExists(atPath: word)
      ? "to draw a file, run 'linecaster render \(word) -o image.png'." : nil
  }
}
