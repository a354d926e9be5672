package import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterScenes

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
