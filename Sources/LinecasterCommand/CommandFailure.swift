import ArgumentParser
import Foundation

/// The way a command ends when its input or output is at fault.
enum CommandFailure {
  /// Faults printed before the rest is only counted: more would push the first off the screen.
  private static let faultsShown = 20

  /// Prints messages to standard error; the result makes the process end with status 1.
  static func report(_ messages: [String]) -> ExitCode {
    for message in messages.prefix(faultsShown) { write("linecaster: \(message)\n") }
    if messages.count > faultsShown {
      write("linecaster: and \(messages.count - faultsShown) more\n")
    }
    return ExitCode(1)
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
