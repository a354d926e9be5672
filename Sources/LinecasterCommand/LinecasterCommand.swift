import ArgumentParser
import Foundation
import LinecasterCommandSupport
import LinecasterScenes

/// The command line tool.
@main
struct LinecasterCommand: CommandProgram {
  static let configuration = CommandConfiguration(
    commandName: "linecaster",
    abstract: "Shapes, measures and paints lists of text.",
    discussion: """
      Try it on the feed and the scene that come with the sources:

        linecaster render Sources/LinecasterCommand/Demo/demo.jsonl -o demo.png
        linecaster inspect Sources/LinecasterCommand/Demo/hero.json -o hero.html

      Every option: linecaster render --help

      Exit status: 0 when what was asked for is done and written, 1 when something is wrong with \
      the input or the output, standard output included, 2 when some rows of a batch failed, 64 \
      when the command line is wrong, 130 when it was interrupted. A message that is lost with \
      standard error changes nothing.
      """,
    version: PicturePainter.version,
    subcommands: [
      RenderCommand.self, BatchCommand.self, ServeCommand.self, InspectCommand.self,
      MeasureCommand.self, GlyphsCommand.self, FontsCommand.self, SchemaCommand.self,
    ])

  static func main() { start() }

  static func hint(for word: String) -> String? {
    FileManager.default.fileExists(atPath: word)
      ? "a file is drawn by 'linecaster render \(word) -o image.png'." : nil
  }
}
