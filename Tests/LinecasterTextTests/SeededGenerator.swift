import Foundation

/// Random numbers that a seed repeats (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  /// The seed of this process: `LINECASTER_SEED` where it is set, else a fixed one.
  static let seed =
    ProcessInfo.processInfo.environment["LINECASTER_SEED"].flatMap(UInt64.init) ?? 20_261_121

  private var state: UInt64

  init(_ salt: UInt64 = 0) {
    state = Self.seed &+ salt &* 0xD134_2543_DE82_EF95
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
