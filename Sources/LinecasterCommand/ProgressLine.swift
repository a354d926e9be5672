import Foundation
import Linecaster
import LinecasterCommandSupport
import Synchronization

/// A progress line on a terminal; disabled if the output is not a terminal.
@MainActor
final class ProgressLine {
  /// Returns the current progress.
  private let status: @MainActor () -> String
  fileprivate let isTerminal = StandardStream.error.isTerminal
  private var isShown = false
  private var nextTime = ContinuousClock.now

  /// The update interval of the line; the main queue wakes far more often than people can read.
  private static let interval = Duration.milliseconds(100)

  /// Creates a line with a custom status.
  init(status: @escaping @MainActor () -> String) {
    self.status = status
  }

  /// Creates a line about the rows of a pipeline.
  convenience init(_ pipeline: PrecomputePipeline) {
    self.init {
      let statistics = pipeline.statistics
      return "\(statistics.rowsMeasured) rows measured, \(statistics.rowsRasterized) drawn"
    }
  }

  /// Updates the line, unless it was updated just before.
  func renew() {
    let now = ContinuousClock.now
    guard isTerminal, now >= nextTime else { return }
    nextTime = now + Self.interval
    write("\r\u{1B}[K\(status())")
    isShown = true
  }

  /// Clears the line.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  /// Ends with a last line.
  func end(_ text: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[K\(text)\n")
    isShown = false
  }

  private func write(_ text: String) {
    // A failure is ignored: there is no terminal to report it to.
    try? StandardStream.error.write(text)
  }
}

/// Runs the main queue until something is done.
@MainActor
enum MainLoop {
  /// The interval of progress updates, in seconds.
  private static let interval = 0.1

  /// Runs the main queue until `isDone` returns true.
  static func run(_ progress: ProgressLine, until isDone: () -> Bool) {
    while !isDone() {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: interval))
      progress.renew()
    }
  }

  /// Runs `work` on another thread while running the main queue; without a progress line, runs it
  /// on the calling thread.
  static func result<Value: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    guard progress.isTerminal else { return try work() }
    let box = ResultBox<Value>()
    DispatchQueue.global(qos: .userInitiated).async {
      box.set(Result { try work() })
      // An empty block, so the run loop checks for the result.
      DispatchQueue.main.async {}
    }
    while true {
      if let result = box.result { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: interval))
      progress.renew()
    }
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    private let value = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { value.withLock { $0 } }

    func set(_ result: Result<Value, any Error>) { value.withLock { $0 = result } }
  }
}
