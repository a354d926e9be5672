import LinecasterTestSupport
import Testing

@testable import LinecasterDiff

@Suite struct LongestAscendingRunTests {
  /// All sequences of up to six positions, against every subsequence of each.
  @Test func isAsLongAsTheLongestOfAllSubsequences() {
    for count in 0...6 {
      for sequence in permutations(of: Array(0..<count)) {
        let found = run(sequence, window: 0..<count)
        #expect(found == found.sorted())
        #expect(found.count == longest(sequence), "\(sequence)")
        #expect(sequence.filter(found.contains) == found, "\(sequence)")
      }
    }
  }

  @Test func forgetsTheSectionBefore() {
    var finder = LongestAscendingRun()
    for window in [10..<14, 0..<3, 20..<30] {
      finder.reset(window: window)
      for position in window.reversed() { finder.append(Int32(position)) }
      var found: [Int] = []
      finder.forEachDescending { found.append($0) }
      #expect(found == [window.lowerBound])
    }
  }

  private func run(_ sequence: [Int], window: Range<Int>) -> [Int] {
    var finder = LongestAscendingRun()
    finder.reset(window: window)
    for position in sequence { finder.append(Int32(position)) }
    var found: [Int] = []
    finder.forEachDescending { found.append($0) }
    return found.reversed()
  }

  private func longest(_ sequence: [Int]) -> Int {
    (0..<1 << sequence.count).map { chosen in
      let part = sequence.indices.filter { chosen >> $0 & 1 == 1 }.map { sequence[$0] }
      return part == part.sorted() ? part.count : 0
    }.max() ?? 0
  }

  private func permutations(of numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.flatMap { first in
      permutations(of: numbers.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
