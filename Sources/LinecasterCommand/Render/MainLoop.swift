import Foundation
import Synchronization

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

  /// Runs `work` on another thread and the main queue meanwhile.
  static func result<Value: Sendable>(
    _ progress: ProgressLine, _ work: @escaping @Sendable () throws -> Value
  ) throws -> Value {
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
