import Foundation
import Synchronization

/// A thread with a stack as small as on other systems and in servers.
package enum SmallThread {
  private final class Box<Value: Sendable>: Sendable {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Calls `body` on a thread with 512 KB of stack, or `kilobytes`, and waits for the result;
  /// values that `body` releases are freed on that thread.
  package static func run<Value: Sendable>(
    kilobytes: Int = 512, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let box = Box<Value>()
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      let outcome = Result { try body() }
      box.outcome.withLock { $0 = outcome }
      end.signal()
    }
    thread.stackSize = kilobytes << 10
    thread.start()
    end.wait()
    guard let outcome = box.outcome.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }
}
