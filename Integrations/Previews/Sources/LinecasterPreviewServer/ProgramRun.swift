import Foundation
import Synchronization

/// Runs a program to its end, and collects its output.
final class ProgramRun: Sendable {
  /// The result of a program.
  struct Outcome: Sendable {
    /// The exit status; `nil` if the program could not be started or was killed.
    let status: Int32?
    /// The output of both streams.
    let text: String
  }

  private struct State {
    var process: Process?
    var isEnded = false
  }

  // Only `end()` stops a process, under the lock.
  private let state = Mutex(State())

  /// Runs a program.
  ///
  /// - Parameter words: The program and its arguments; the program is looked up in `PATH`.
  func run(_ words: [String]) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Reading the output blocks until the end, so it runs on a thread of its own.
        Thread.detachNewThread { [self] in continuation.resume(returning: runNow(words)) }
      }
    } onCancel: {
      end()
    }
  }

  private func runNow(_ words: [String]) -> Outcome {
    // Pool threads block signals; their new threads and child processes would inherit the mask.
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
