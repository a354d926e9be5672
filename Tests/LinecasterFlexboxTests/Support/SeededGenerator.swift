import Foundation

/// SplitMix64: the same numbers from the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  /// Takes the seed of the environment's `LINECASTER_SEED` instead, where it is set.
  init(seed: UInt64) {
    let named = ProcessInfo.processInfo.environment["LINECASTER_SEED"]
    self.seed = named.flatMap { UInt64($0) } ?? seed
    state = self.seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
