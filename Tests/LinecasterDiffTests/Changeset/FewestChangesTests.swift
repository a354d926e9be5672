import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Seed row A40: the number of changes against a longest common subsequence by dynamic programming,
/// and against all ways to choose what moves.
@Suite struct FewestChangesTests {
  private let seed = TestSettings.seed

  @Test func noSmallerBatchExists() {
    for index in 0..<1500 {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let pool = Array(0..<24)
      let old = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...16, using: &random)))
      let new = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...16, using: &random)))
      let changeset = Changeset(from: old.map { Row(id: $0) }, to: new.map { Row(id: $0) })
      let common = Set(old).intersection(new).count
      #expect(changeset.itemDeletes.count == old.count - common, "LINECASTER_SEED=\(seed)")
      #expect(changeset.itemInserts.count == new.count - common, "LINECASTER_SEED=\(seed)")
      #expect(
        changeset.itemMoves.count == common - longestCommon(old, new), "LINECASTER_SEED=\(seed)")
    }
  }

  /// Of seven rows, taking any fewer out does not leave the same order.
  @Test func fewerMovesDoNotDo() {
    for index in 0..<100 {
      var random = SeededGenerator(seed: seed &+ UInt64(index))
      let new = Array(0..<7).shuffled(using: &random)
      let moves = Changeset(from: (0..<7).map { Row(id: $0) }, to: new.map { Row(id: $0) })
        .itemMoves.count
      let fewest = (0..<1 << 7).filter { moved in
        let stay = new.filter { moved >> $0 & 1 == 0 }
        return stay == stay.sorted()
      }.map(\.nonzeroBitCount).min()
      #expect(moves == fewest, "LINECASTER_SEED=\(seed &+ UInt64(index))")
    }
  }

  private func longestCommon(_ old: [Int], _ new: [Int]) -> Int {
    var lengths = Array(repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = lengths[index + 1]
        lengths[index + 1] = element == other ? diagonal + 1 : max(above, lengths[index])
        diagonal = above
      }
    }
    return lengths[new.count]
  }
}
