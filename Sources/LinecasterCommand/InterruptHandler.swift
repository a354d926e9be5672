import Dispatch
import Foundation
import LinecasterImages

/// Leaves no partial output behind when the user or the system ends the process.
@MainActor
enum InterruptHandler {
  /// Signals that ask a process to end, with the exit status that shells expect.
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
    source.setEventHandler {
      AtomicFileWriter.removeTemporaries()
      exit(128 + number)
    }
    source.resume()
    return source
  }
}
