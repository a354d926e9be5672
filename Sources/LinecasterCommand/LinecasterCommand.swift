import ArgumentParser
import Foundation
import Linecaster
import LinecasterBase
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

/// Prints the JSON Schemas of scenes and templates.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenes or of templates, for editors.",
    discussion: """
      With the schema, an editor completes names and marks errors in scenes. It does not check the \
      names of colours, styles and parts, nor sizes and depths; 'linecaster render' reports all \
      errors of a scene.

        linecaster schema > scene.schema.json
        linecaster schema --template > template.schema.json

      In Visual Studio Code, for example, settings.json then has

        "json.schemas": [{"fileMatch": ["*.scene.json"], "url": "./scene.schema.json"}]

      Exit status: 0 if it was written, 1 if writing failed, 64 if the command line is wrong.
      """)

  @Flag(help: "Print the schema of templates instead of that of scenes.")
  var template = false

  func run() throws {
    try StandardStream.output.write(template ? SceneTemplate.schema : Scene.schema)
  }
}

/// Starts the picture server, which is a separate program.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve pictures of scenes and cards over HTTP.",
    discussion: """
      Runs linecaster-server with these arguments. The server is searched for beside this program \
      and on the path; 'linecaster serve --help' prints its help.
      """)

  @Argument(parsing: .captureForPassthrough, help: "The arguments of linecaster-server.")
  var words: [String] = []

  private static let server = "linecaster-server"

  func run() throws {
    guard let program = Self.program() else {
      throw CommandFailure(
        description: "\(Self.server) was not found beside linecaster or on the path; build it with "
          + "'swift build -c release --package-path Server' in the sources of Linecaster")
    }
    // Replaces this process, so signals and the exit status are the server's.
    let words = ([program] + words).map { strdup($0) } + [nil]
    execv(program, words)
    throw CommandFailure(description: "\(program): \(String(cString: strerror(errno)))")
  }

  /// The path of the server: beside this program, or in a folder of `PATH`.
  private static func program() -> String? {
    let own = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
    return ([own].compactMap { $0 } + (path ?? [])).map { "\($0)/\(server)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
