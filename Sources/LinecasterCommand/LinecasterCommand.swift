import ArgumentParser

/// The command line tool.
@main
struct LinecasterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linecaster",
    abstract: "Shapes, measures and paints lists of text.",
    version: "0.1.0",
    subcommands: [RenderCommand.self])
}
