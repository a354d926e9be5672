package import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterScenes

/// A program with subcommands: parses its command line, runs a command and reports errors.
package protocol CommandProgram: ParsableCommand {
  /// A hint for a first word that is not a subcommand; `nil` lists the subcommands.
  static func hint(for word: String) -> String?
}

extension CommandProgram {
  /// Runs the command that the process was started with, and ends the process with its status.
  package static func start() -> Never {
    StandardStream.prepare()
    Foundation.exit(status())
  }

  /// Runs the command, reports errors and returns the exit status of the process.
  private static func status() -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else {
      // Without a subcommand, nothing may look as if it succeeded.
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
      // The error was reported where it was found.
      return status.rawValue
    } catch {
      return end(error)
    }
  }

  /// Parses the command line.
  ///
  /// A subcommand that accepts its arguments is set up alone, because setting up all of them takes
  /// longer than drawing a small picture. Help and errors come from all of them.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let child = configuration.subcommands.first(where: { name(of: $0) == arguments.first }),
      let command = try? child.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Throws if the word in the place of a subcommand is not one, and names the nearest.
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
    var hint = "the subcommands are \(names.joined(separator: ", "))."
    if let nearest = NearestName.of(word, among: names) {
      hint = "did you mean '\(nearest)'?"
    } else if name(of: parent) == name(of: self), let own = Self.hint(for: word) {
      hint = own
    }
    throw ValidationError(
      "Unknown subcommand '\(CommandFailure.printable(word))'; "
        + CommandFailure.printable(hint))
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// Ends with the help or version that was requested, or with an error of the command line.
  private static func end(_ error: any Error) -> Int32 {
    let status = exitCode(for: error)
    let text = fullMessage(for: error, columns: nil) + "\n"
    guard status.isSuccess else {
      // Without standard error the message is lost; the exit status remains.
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

/// An error in the input, the output or the command line; ends the command with a message.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }

  /// The maximum faults that are printed; others are only counted, to keep the first on screen.
  private static let faultsShown = 20

  /// Prints messages to standard error, and returns exit status 1.
  package static func report(_ messages: [String]) -> ExitCode {
    write(messages, "")
    return ExitCode(1)
  }

  /// Prints warnings about work that succeeded.
  package static func warn(_ messages: [String]) {
    write(messages, "warning: ")
  }

  /// Prints a progress message.
  package static func note(_ message: String) { write([message], "") }

  private static func write(_ messages: [String], _ kind: String) {
    var lines = messages.prefix(faultsShown).map(printable)
    if messages.count > faultsShown { lines.append("and \(messages.count - faultsShown) more") }
    // If standard error fails, only the exit status reports the error.
    for line in lines { try? StandardStream.error.write("linecaster: \(kind)\(line)\n") }
  }

  /// The message of an error: the description of this package's errors, or the system's for others.
  package static func message(_ error: any Error) -> String {
    switch error {
    case is EncodingError: "the result contains numbers that JSON cannot represent"
    case is CocoaError, is POSIXError: SystemFailure.reason(error)
    default: type(of: error) is NSError.Type ? SystemFailure.reason(error) : "\(error)"
    }
  }

  /// A message on one line, shortened, without control characters for terminals, because parts of
  /// it come from the input.
  package static func printable(_ message: String) -> String {
    PrintableText.line(message, limit: lengthShown)
  }

  /// The maximum characters of a message; longer than any path.
  private static let lengthShown = 5000
}
