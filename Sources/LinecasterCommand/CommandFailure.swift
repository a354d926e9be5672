import ArgumentParser
import Foundation

/// The way a command ends when its input or output is at fault.
enum CommandFailure {
  /// Faults printed before the rest is only counted: more would push the first off the screen.
  private static let faultsShown = 20

  /// Prints messages to standard error; the result makes the process end with status 1.
  static func report(_ messages: [String]) -> ExitCode {
    for message in messages.prefix(faultsShown) { write("linecaster: \(printable(message))\n") }
    if messages.count > faultsShown {
      write("linecaster: and \(messages.count - faultsShown) more\n")
    }
    return ExitCode(1)
  }

  /// Prints what is worth knowing about work that was done all the same.
  static func warn(_ messages: [String]) {
    for message in messages.prefix(faultsShown) {
      write("linecaster: warning: \(printable(message))\n")
    }
    if messages.count > faultsShown {
      write("linecaster: warning: and \(messages.count - faultsShown) more\n")
    }
  }

  /// A message on one line of bearable length, without anything that terminals act on: parts of it
  /// come from the input.
  static func printable(_ message: String) -> String {
    var text = ""
    for scalar in message.unicodeScalars.prefix(lengthShown) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return message.unicodeScalars.count > lengthShown ? text + "…" : text
  }

  /// Characters of a message that are printed: more than a path can have.
  private static let lengthShown = 5000

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
