import LinecasterTestSupport
import Testing

@testable import LinecasterDiff

@Suite struct LongestAscendingRunTests {
  /// All sequences of up to six positions, compared with every subsequence of each.
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
      #expect(run(window.reversed(), window: window, &finder) == [window.lowerBound])
    }
  }

  @Test func leavesOutWhatIsNotInTheWindow() {
    #expect(run([7, -1, 2, 9, 3, -1, 1, 4], window: 2..<5) == [2, 3, 4])
  }

  @Test func namesWhatIsElsewhere() {
    var finder = LongestAscendingRun()
    var elsewhere: [Int] = []
    let sequence: [Int32] = [7, -1, 2, 9, 3, -1, 1, 4]
    finder.enter(sequence.span, window: 2..<5) { elsewhere.append($0) }
    #expect(elsewhere == [7, 9, 1])
  }

  private func run(_ sequence: [Int], window: Range<Int>) -> [Int] {
    var finder = LongestAscendingRun()
    return run(sequence, window: window, &finder)
  }

  /// The part of the sequence in the window that stays.
  private func run(
    _ sequence: [Int], window: Range<Int>, _ finder: inout LongestAscendingRun
  ) -> [Int] {
    let positions = sequence.map { Int32($0) }
    finder.enter(positions.span, window: window) { _ in }
    var leftOut: [Int] = []
    finder.forEachLeftOut { leftOut.append($0) }
    #expect(leftOut == leftOut.sorted(by: >))
    return sequence.indices
      .filter { window.contains(sequence[$0]) && !leftOut.contains($0) }.map { sequence[$0] }
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
