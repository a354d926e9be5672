import Foundation
import Synchronization

/// Runs a program to its end, and keeps what it says.
final class ProgramRun: Sendable {
  /// What a program has done.
  struct Outcome: Sendable {
    /// The status that it ended with; nil where it could not be started or was ended.
    let status: Int32?
    /// All that it said, on both of its streams.
    let text: String
  }

  private struct State {
    var process: Process?
    var isEnded = false
  }

  // A process is only ended from outside, under the lock.
  private let state = Mutex(State())

  /// Runs a program.
  ///
  /// - Parameter words: The program and its arguments, found as a shell finds it.
  func run(_ words: [String]) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Reading what it says waits for its end, on a thread that may wait.
        Thread.detachNewThread { [self] in continuation.resume(returning: runNow(words)) }
      }
    } onCancel: {
      end()
    }
  }

  private func runNow(_ words: [String]) -> Outcome {
    // Threads of pools hear no signals, those that they make do not either, nor would the program.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    let pipe = Pipe()
    do {
      let hasBegun = try state.withLock { state in
        guard !state.isEnded else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        state.process = process
        return true
      }
      guard hasBegun else { return Outcome(status: nil, text: "") }
    } catch {
      return Outcome(status: nil, text: "\(words.joined(separator: " ")): \(error)")
    }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    let process = state.withLock { $0.process }
    process?.waitUntilExit()
    return state.withLock { state in
      state.process = nil
      let status = state.isEnded ? nil : process?.terminationStatus
      return Outcome(status: status, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Ends the program.
  func end() {
    state.withLock { state in
      state.isEnded = true
      state.process?.terminate()
    }
  }
}
