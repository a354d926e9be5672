import Foundation

/// Random numbers that a failed test can be repeated with (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  /// What to set `LINECASTER_SEED` to in order to see the same numbers again.
  let seed: UInt64
  private var state: UInt64

  init() {
    let given = ProcessInfo.processInfo.environment["LINECASTER_SEED"].flatMap(UInt64.init)
    seed = given ?? UInt64.random(in: 0..<1_000_000)
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Premultiplied pixels: no colour above its alpha.
  mutating func pixels(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in
      let alpha = Bool.random(using: &self) ? 255 : UInt8.random(in: 0...255, using: &self)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &self) } + [alpha]
    }
  }
}
