import Foundation
import Synchronization

/// Runs code on a thread with a stack of 512 KiB, the smallest that the library works on.
package enum OnSmallStack {
  /// The bytes of the stack.
  package static let size = 512 << 10

  /// Runs code to its end and returns its result, which is never nil.
  package static func run<Value: Sendable>(_ body: () throws -> Value) rethrows -> Value {
    try withoutActuallyEscaping(body) { body in
      let call = Call(body)
      let thread = Thread { call.run() }
      thread.stackSize = size
      thread.start()
      return try call.value()
    }
  }

  /// Unchecked: the thread alone uses the code and sets the result, which is read after the
  /// semaphore is signalled.
  private final class Call<Value: Sendable>: @unchecked Sendable {
    private var body: (() throws -> Value)?
    private var result: Result<Value, any Error>?
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping () throws -> Value) { self.body = body }

    func run() {
      if let body = body.take() { result = Result { try body() } }
      // The code is released by now; nothing of the caller's is kept.
      end.signal()
    }

    func value() throws -> Value {
      end.wait()
      guard let result else { throw CancellationError() }
      return try result.get()
    }
  }
}
