import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct AnalysisMemoryTests {
  /// Arrays of any length, one after the other, do not overlap.
  @Test func lendsArraysOfTheirOwn() {
    var random = SeededGenerator(salt: 91)
    let memory = AnalysisMemory()
    for count in [0, 1, 70_000, 3, 20_000]
      + (0..<40).map({ _ in Int.random(in: 0..<9_000, using: &random) })
    {
      let arrays = memory.reserve(count)
      let all = [arrays.scripts, arrays.properties, arrays.levels]
      for (index, array) in all.enumerated() { array.initialize(repeating: UInt8(index)) }
      for (index, array) in all.enumerated() {
        #expect(array.count == count && array.allSatisfy { $0 == index }, "\(count) units")
      }
    }
  }
}
