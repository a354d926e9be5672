import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct CommonSequenceTests {
  private func check(_ pairs: [CommonSequence.Pair], _ old: [Int], _ new: [Int]) {
    #expect(pairs.allSatisfy { old[$0.old] == new[$0.new] })
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      #expect(pair.old < next.old && pair.new < next.new)
    }
  }

  /// The length of the longest common sequence, by trying everything.
  private func longest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> Int {
    guard let first = old.first, !new.isEmpty else { return 0 }
    let without = longest(old.dropFirst(), new)
    guard let place = new.firstIndex(of: first) else { return without }
    return max(without, 1 + longest(old.dropFirst(), new[(place + 1)...]))
  }

  @Test func pairsAreTheLongestCommonSequence() {
    var random = SeededGenerator()
    for _ in 0..<150 {
      let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }
      let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0..<6, using: &random)
      }
      let pairs = CommonSequence.pairs(old, new) { $0 == $1 }
      check(pairs, old, new)
      #expect(pairs.count == longest(old[...], new[...]), "seed \(random.seed)")
      check(CommonSequence.pairs(old, new), old, new)
      let (unique, moved) = (Array(Set(old)).sorted(), Array(Set(new)).shuffled(using: &random))
      let rising = CommonSequence.pairs(unique, moved)
      check(rising, unique, moved)
      #expect(rising.count == longest(unique[...], moved[...]), "seed \(random.seed)")
    }
  }

  @Test func longListsKeepTheirStartAndEnd() {
    let old = Array(0..<1000)
    let new = Array(0..<400) + Array(2000..<2300) + Array(700..<1000)
    let pairs = CommonSequence.pairs(old, new) { $0 == $1 }
    check(pairs, old, new)
    #expect(pairs.count == 700)
  }
}
