import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Lists of several blocks of elements, with much or little in common, with good hashes and bad.
@Suite struct LongListTests {
  private let count = TestSettings.transitions(usually: 3000) / 50
  private let seed = TestSettings.seed

  @Test func batchesAreRightAndFewest() throws {
    for index in 0..<count {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let old = (0..<Int.random(in: 0...400, using: &random)).map { Row(id: $0) }
      let new = successor(of: old, using: &random)
      let changeset = Changeset(from: old, to: new)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed)") {
        try BatchOracle.check(changeset, from: old, to: new)
      }
      #expect(
        changeset.structuralCount == ReferenceCounts.structural(from: old, to: new),
        "LINECASTER_SEED=\(seed)")
      let clashing = Changeset(from: old.map(ClashingRow.init), to: new.map(ClashingRow.init))
      #expect(clashing == changeset, "LINECASTER_SEED=\(seed)")
    }
  }

  /// Copies on either side, of what stays and of what vanishes, in common ends and between.
  @Test func everyCopyIsReported() {
    for index in 0..<count * 4 {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      var old = (0..<Int.random(in: 1...200, using: &random)).map { Row(id: $0) }
      var new = successor(of: old, using: &random)
      for _ in 0..<Int.random(in: 0...2, using: &random) { copyOne(in: &old, using: &random) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { copyOne(in: &new, using: &random) }
      let expected = copies(in: old, .old) + copies(in: new, .new)
      #expect(Changeset(from: old, to: new).duplicates == expected, "LINECASTER_SEED=\(seed)")
      let clashing = Changeset(from: old.map(ClashingRow.init), to: new.map(ClashingRow.init))
      #expect(clashing.duplicates == expected, "LINECASTER_SEED=\(seed)")
    }
  }

  private func copyOne(in rows: inout [Row], using random: inout SeededGenerator) {
    guard let row = rows.randomElement(using: &random) else { return }
    rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
  }

  private func copies(
    in rows: [Row], _ model: DuplicateIdentifier.Model
  ) -> [DuplicateIdentifier] {
    rows.indices.compactMap { index in
      guard let first = rows.firstIndex(where: { $0.id == rows[index].id }), first < index else {
        return nil
      }
      return DuplicateIdentifier(
        model: model, identifier: rows[index].id,
        first: .item(ElementPath(section: 0, item: first)),
        repeated: .item(ElementPath(section: 0, item: index)))
    }
  }

  /// Takes blocks and single rows out, puts others in, moves and changes some, up to all of them.
  private func successor(of list: [Row], using random: inout SeededGenerator) -> [Row] {
    var rows = list
    var fresh = 1000
    let share = [0, 1, 5, 30, 100].randomElement(using: &random) ?? 0
    rows.removeAll { _ in Int.random(in: 0..<100, using: &random) < share }
    for _ in 0..<rows.count * share / 100 + share {
      fresh += 1
      rows.insert(Row(id: fresh), at: Int.random(in: 0...rows.count, using: &random))
    }
    if let start = rows.indices.randomElement(using: &random), random.oneIn(2) {
      let end = Int.random(in: start...rows.count, using: &random)
      let block = Array(rows[start..<end])
      rows.removeSubrange(start..<end)
      rows.insert(contentsOf: block, at: Int.random(in: 0...rows.count, using: &random))
    }
    for _ in 0..<rows.count * share / 400 where rows.count > 1 {
      rows.swapAt(
        Int.random(in: 0..<rows.count, using: &random),
        Int.random(in: 0..<rows.count, using: &random))
    }
    if random.oneIn(6) { rows.reverse() }
    for index in rows.indices where random.oneIn(20) { rows[index].content += 1 }
    return rows
  }
}
