import LinecasterCSupport
import LinecasterTestSupport

/// Calls of the C interface with arguments of all kinds, many of them wrong: one byte selects a
/// function and two draw its arguments.
struct CallProgram {
  private let bytes: FuzzBytes

  init(_ bytes: [UInt8]) { self.bytes = FuzzBytes(bytes) }

  /// More calls would only take time.
  private static let callLimit = 200

  func fault() -> String? {
    var bytes = bytes
    var caller = RandomCaller(SeededGenerator(seed: 0))
    defer { caller.destroyAll() }
    for _ in 0..<Self.callLimit where !bytes.isEmpty {
      let function = bytes.element(RandomCaller.functions)
      let seed = UInt64(bytes.byte()) << 8 | UInt64(bytes.byte())
      caller.random = SeededGenerator(seed: seed, salt: 50)
      if let fault = function.fault(in: function.call(&caller)) { return fault }
    }
    return nil
  }
}
