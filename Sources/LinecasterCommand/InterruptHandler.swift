import Dispatch
import Foundation
import LinecasterImages

/// Leaves no partial output behind when the user or the system ends the process.
@MainActor
enum InterruptHandler {
  /// Signals that ask a process to end.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private static var sources: [any DispatchSourceSignal] = []

  /// Starts to listen; calling it again does nothing.
  static func install() {
    guard sources.isEmpty else { return }
    sources = signals.map(source)
  }

  private static func source(for number: Int32) -> any DispatchSourceSignal {
    // The source sees signals that are ignored; the default action would end the process first.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    // Sendable, so that it does not inherit the main actor: the main queue may be busy reading.
    source.setEventHandler(handler: { @Sendable in end(number) })
    source.resume()
    return source
  }

  /// Ends the process with the status that shells expect.
  private nonisolated static func end(_ number: Int32) {
    AtomicFileWriter.removeTemporaries()
    // Other threads are at work; `exit` would take down what they use under their hands.
    _exit(128 + number)
  }
}
