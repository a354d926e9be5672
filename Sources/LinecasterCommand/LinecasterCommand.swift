import ArgumentParser

/// The command line tool.
@main
struct LinecasterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linecaster",
    abstract: "Shapes, measures and paints lists of text.",
    discussion: """
      Try it on the feed and the scene that come with the sources:

        linecaster render Sources/LinecasterCommand/Demo/demo.jsonl -o demo.png
        linecaster inspect Sources/LinecasterCommand/Demo/hero.json -o hero.html

      Every option: linecaster render --help
      """,
    version: "0.1.0",
    subcommands: [
      RenderCommand.self, InspectCommand.self, TextCommand.self, MeasureCommand.self,
      GlyphsCommand.self, FontsCommand.self, FlexboxCommand.self,
    ])
}
