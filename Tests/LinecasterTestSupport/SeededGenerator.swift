/// Random numbers that repeat for a seed, by Steele, Lea and Flood's SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  /// The value of `LINECASTER_SEED` that repeats these numbers.
  package let seed: UInt64
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: The number that repeats a run.
  ///   - salt: The number that separates generators of one seed.
  package init(seed: UInt64 = TestSettings.seed, salt: UInt64 = 0) {
    self.seed = seed
    state = seed &+ salt &* 0xD134_2543_DE82_EF95
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// Returns true once in `count` times, on average.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
