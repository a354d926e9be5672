import LinecasterBase
import Testing

/// Binary searches give the result of a linear scan.
@Suite struct BinarySearchTests {
  @Test func findsTheFirstIndexWhereTheConditionHolds() {
    for start in -3...3 {
      for count in 0...20 {
        let range = start..<start + count
        for first in start - 1...start + count + 1 {
          let found = range.bisect { $0 >= first }
          #expect(found == range.first { $0 >= first } ?? range.upperBound, "\(range) \(first)")
        }
      }
    }
  }

  @Test func asksOnceForEachHalving() {
    var questions = 0
    let found = (0..<1_000_000).bisect { index in
      questions += 1
      return index >= 271_828
    }
    #expect(found == 271_828)
    #expect(questions <= 20)
  }

  @Test func asksNothingOfAnEmptyRange() {
    let found = (7..<7).bisect { _ in
      Issue.record("asked")
      return true
    }
    #expect(found == 7)
  }

  @Test func rangesNearTheGreatestNumberDoNotOverflow() {
    let range = (Int.max - 9)..<Int.max
    #expect(range.bisect { $0 >= Int.max - 2 } == Int.max - 2)
    #expect(range.bisect { _ in false } == Int.max)
  }

  @Test func errorsOfTheConditionArePassedOn() {
    #expect(throws: CancellationError.self) {
      try (0..<4).bisect { _ throws(CancellationError) in throw CancellationError() }
    }
  }
}
