/// Numbers at the edges of arithmetic: NaN, infinities, subnormal numbers, and numbers whose sums,
/// products or conversions overflow.
package enum ExtremeNumbers {
  /// 1e-320, which has no exact form.
  package static let tiny = 2_024 * Double.leastNonzeroMagnitude

  package static let doubles: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, tiny, 1e-15, 1, -1, 1e15,
    1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  package static let integers: [Int] = [.min, .max, -1, 0, 1]
}

extension SeededGenerator {
  /// An extreme number, or a usual one in a third of the calls.
  package mutating func extreme() -> Double {
    oneIn(3)
      ? Double.random(in: -3...40, using: &self)
      : ExtremeNumbers.doubles.randomElement(using: &self) ?? .nan
  }

  /// An extreme integer, or a small one in a third of the calls.
  package mutating func extremeInteger() -> Int {
    oneIn(3)
      ? Int.random(in: -3...40, using: &self)
      : ExtremeNumbers.integers.randomElement(using: &self) ?? .max
  }

  /// One of all cases of an enumeration.
  package mutating func anyCase<Value: CaseIterable>(of type: Value.Type) -> Value {
    // Every enumeration in use has cases.
    let cases = Array(type.allCases)
    return cases[Int.random(in: cases.indices, using: &self)]
  }
}
