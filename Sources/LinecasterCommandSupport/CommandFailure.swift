package import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterScenes

/// What is wrong with the input, the output or words of the command line, for people; and the way a
/// command ends then.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }

  /// Faults printed before the rest is only counted: more would push the first off the screen.
  private static let faultsShown = 20

  /// Prints messages to standard error; the result makes the process end with status 1.
  package static func report(_ messages: [String]) -> ExitCode {
    tell(messages, "")
    return ExitCode(1)
  }

  /// Prints what is worth knowing about work that was done all the same.
  package static func warn(_ messages: [String]) {
    tell(messages, "warning: ")
  }

  /// Prints what was done, for those who watch.
  package static func tell(_ message: String) { tell([message], "") }

  private static func tell(_ messages: [String], _ kind: String) {
    var lines = messages.prefix(faultsShown).map(printable)
    if messages.count > faultsShown { lines.append("and \(messages.count - faultsShown) more") }
    // Where messages are lost there is nowhere left to say so; the exit status still tells.
    for line in lines { try? StandardStream.error.write("linecaster: \(kind)\(line)\n") }
  }

  /// An error in words: those of this package have their own, of others only the system's are.
  package static func message(_ error: any Error) -> String {
    switch error {
    case is EncodingError: "the result has numbers that JSON cannot hold"
    case is CocoaError, is POSIXError: SystemFailure.reason(error)
    default: type(of: error) is NSError.Type ? SystemFailure.reason(error) : "\(error)"
    }
  }

  /// A message on one line of bearable length, without anything that terminals act on: parts of it
  /// come from the input.
  package static func printable(_ message: String) -> String {
    PrintableText.line(message, limit: lengthShown)
  }

  /// Characters of a message that are printed: more than a path can have.
  private static let lengthShown = 5000
}
