import ArgumentParser
import Foundation
import LinecasterGeometry
import LinecasterPictures

/// The command line tool.
@main
struct LinecasterCommand: ParsableCommand {
  static let name = "linecaster"

  static let configuration = CommandConfiguration(
    commandName: name,
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
      TextCommand.self, InlineCommand.self, MeasureCommand.self, GlyphsCommand.self,
      FontsCommand.self, BoxesCommand.self, SchemaCommand.self,
    ])

  static func main() {
    StandardStream.prepare()
    Foundation.exit(status())
  }

  /// Runs the command, tells what is wrong, and says how the process is to end.
  private static func status() -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else {
      // Nothing was asked for, so nothing may look as if it was done.
      try? StandardStream.error.write(helpMessage() + "\n")
      return ExitCode.validationFailure.rawValue
    }
    do {
      try checkSubcommands(arguments, of: self)
      var command = try parsed(arguments)
      do {
        try command.run()
        return ExitCode.success.rawValue
      } catch  where exitCode(for: error) == .failure && !(error is ExitCode) {
        throw CommandFailure.report([CommandFailure.message(error)])
      }
    } catch let status as ExitCode {
      // What is wrong was told where it was found.
      return status.rawValue
    } catch {
      return end(error)
    }
  }

  /// Reads the command line.
  ///
  /// A subcommand that understands its words needs nothing of the others, which take longer to be
  /// set up than a small picture to be drawn. Help, and what is wrong, is told by all of them.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let child = configuration.subcommands.first(where: { name(of: $0) == arguments.first }),
      let command = try? child.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Throws where a word that should be a subcommand is none, with the one that may be meant.
  static func checkSubcommands(
    _ arguments: [String], of parent: any ParsableCommand.Type
  ) throws(ValidationError) {
    let children = parent.configuration.subcommands
    guard !children.isEmpty, let word = arguments.first, !word.hasPrefix("-"), word != "help" else {
      return
    }
    let names = children.map { name(of: $0) }
    if let child = children.first(where: { name(of: $0) == word }) {
      return try checkSubcommands(Array(arguments.dropFirst()), of: child)
    }
    var hint = "there are \(names.joined(separator: ", "))."
    if let nearest = NearestName.of(word, among: names) {
      hint = "is it '\(nearest)'?"
    } else if name(of: parent) == name(of: self), FileManager.default.fileExists(atPath: word) {
      hint = "a file is drawn by 'linecaster render \(word) -o image.png'."
    }
    throw ValidationError(
      "There is no subcommand '\(CommandFailure.printable(word))'; "
        + CommandFailure.printable(hint))
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// Ends with help or the version that was asked for, or with what is wrong with the command line.
  private static func end(_ error: any Error) -> Int32 {
    let status = exitCode(for: error)
    let text = fullMessage(for: error, columns: nil) + "\n"
    guard status.isSuccess else {
      // Where the message is lost there is nowhere left to say so; the exit status still tells.
      try? StandardStream.error.write(text)
      return status.rawValue
    }
    do {
      try StandardStream.output.write(text)
      return status.rawValue
    } catch {
      return CommandFailure.report([error.description]).rawValue
    }
  }
}
