import Foundation
import Linecaster
import LinecasterCommandSupport
import Synchronization

/// One line on a terminal that says how far the work is; nothing where output is no terminal.
@MainActor
final class ProgressLine {
  /// Says how far the work is.
  private let status: @MainActor () -> String
  fileprivate let isTerminal = StandardStream.error.isTerminal
  private var isShown = false
  private var nextTime = ContinuousClock.now

  /// How often the line changes: the main queue wakes up far more often than people can read.
  private static let interval = Duration.milliseconds(100)

  /// A line about anything.
  init(status: @escaping @MainActor () -> String) {
    self.status = status
  }

  /// A line about the rows of a pipeline.
  convenience init(_ pipeline: PrecomputePipeline) {
    self.init {
      let statistics = pipeline.statistics
      return "\(statistics.rowsMeasured) rows measured, \(statistics.rowsRasterized) drawn"
    }
  }

  /// Writes the line again, unless that was done just before.
  func renew() {
    let now = ContinuousClock.now
    guard isTerminal, now >= nextTime else { return }
    nextTime = now + Self.interval
    write("\r\u{1B}[K\(status())")
    isShown = true
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  /// Leaves a last line.
  func end(_ text: String) {
    guard isTerminal else { return }
    write("\r\u{1B}[K\(text)\n")
    isShown = false
  }

  private func write(_ text: String) {
    // Nobody is told anything by a terminal that went away.
    try? StandardStream.error.write(text)
  }
}

/// Keeps the main queue running until something is done.
@MainActor
enum MainLoop {
  /// How often the progress line is renewed, in seconds.
  private static let interval = 0.1

  /// Runs what arrives on the main queue until `isDone`.
  static func run(_ progress: ProgressLine, until isDone: () -> Bool) {
    while !isDone() {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: interval))
      progress.renew()
    }
  }

  /// Runs `work` on another thread and the main queue meanwhile; where there is no line to renew,
  /// no thread is made.
  static func result<Value: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    guard progress.isTerminal else { return try work() }
    let box = ResultBox<Value>()
    DispatchQueue.global(qos: .userInitiated).async {
      box.set(Result { try work() })
      // An empty block, so that the run loop looks at the result.
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
