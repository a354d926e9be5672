import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterDiff

@Suite struct IdentityTableTests {
  /// Compared with a dictionary, for every split of the bits between position and hash.
  @Test(arguments: [0, 10, 1000, 1 << 20, Int(UInt32.max) - 1])
  func findsWhatADictionaryFinds(positions: Int) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let identifiers = (0..<800).map { _ in UInt64.random(in: 0..<500, using: &random) << 40 }
    let base = max(0, positions - identifiers.count)
    let table = IdentityTable(
      capacity: 800, positions: max(positions, identifiers.count), seed: seed)
    var dictionary: [UInt64: Int] = [:]
    for (index, identifier) in identifiers.enumerated() {
      let found = enter(base + index, hash: identifier, in: table) {
        identifiers[$0 - base] == identifier
      }
      #expect(found == dictionary[identifier], "LINECASTER_SEED=\(seed)")
      if found == nil { dictionary[identifier] = base + index }
    }
  }

  @Test func equalHashesAreToldApartByTheirIdentifiers() {
    let table = IdentityTable(capacity: 20, positions: 20)
    for position in 0..<20 {
      #expect(enter(position, hash: 7, in: table) { $0 == position } == nil)
    }
    #expect(enter(20, hash: 7, in: table) { $0 == 13 } == 13)
  }

  /// Entering many at once gives the table that searching for each gives; it skips positions that
  /// were entered before or have no hash, and few others.
  @Test(arguments: [1, 8, 100, 1000])
  func entersManyAsASearchForEachWould(count: Int) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let identifiers = (0..<count).map { _ in
      UInt64.random(in: 1...UInt64(2 * count), using: &random)
    }
    let table = IdentityTable(capacity: count, positions: 2 * count, seed: seed)
    var firsts: [UInt64: Int] = [:]
    var searches = 0
    var index = 0
    while true {
      let end = table.enter(index..<count, from: count + index) {
        $0 % 7 == 6 ? nil : identifiers[$0]
      }
      for index in index..<end {
        #expect(firsts[identifiers[index]] == nil && index % 7 != 6, "LINECASTER_SEED=\(seed)")
        firsts[identifiers[index]] = count + index
      }
      if end == count { break }
      let identifier = identifiers[end]
      let found = enter(count + end, hash: identifier, in: table) {
        identifiers[$0 - count] == identifier
      }
      #expect(found == firsts[identifier], "LINECASTER_SEED=\(seed)")
      if found == nil, end % 7 != 6 { searches += 1 }
      firsts[identifier] = firsts[identifier] ?? count + end
      index = end + 1
    }
    #expect(searches * 10 <= count + 40, "LINECASTER_SEED=\(seed)")
  }

  /// Of identifiers whose search starts at the second-to-last slot, the third wraps to the first
  /// slot.
  @Test func searchesGoOnWithTheFirstSlotBehindTheLast() throws {
    let table = IdentityTable(capacity: 8, positions: 8)
    let hashes = (1..<1000).filter {
      table.probe(table.product(of: UInt64($0))).slot == table.lastSlot - 1
    }
    try #require(hashes.count >= 4)
    var entered = 0
    while entered < 4 {
      let end = table.enter(entered..<4, from: entered) { UInt64(hashes[$0]) }
      #expect(end == (entered < 2 ? 2 : entered))
      entered = end
      guard entered < 4 else { break }
      #expect(enter(entered, hash: UInt64(hashes[entered]), in: table) { _ in false } == nil)
      entered += 1
    }
    for position in 0..<4 {
      let found = enter(7, hash: UInt64(hashes[position]), in: table) { $0 == position }
      #expect(found == position)
    }
  }

  /// Consecutive and crafted integers alike take about one probe, with any seed.
  @Test(arguments: [1, 2, 1 << 20, 1 << 32, 0x1_0000_0001])
  func spreadsArithmeticSeries(step: UInt64) {
    let count = 10_000
    for seed in TestSettings.seed..<TestSettings.seed + 5 {
      let table = IdentityTable(capacity: count, positions: count, seed: seed &* 0x9E37_79B9)
      var candidates = 0
      for position in 0..<count {
        _ = enter(position, hash: UInt64(position) &* step, in: table) { _ in
          candidates += 1
          return false
        }
      }
      #expect(candidates < count, "LINECASTER_SEED=\(seed)")
    }
  }

  /// The position with the same identifier, else `nil`, in which case `position` is entered.
  private func enter(
    _ position: Int, hash: UInt64, in table: borrowing IdentityTable, isSame: (Int) -> Bool
  ) -> Int? {
    var probe = table.probe(table.product(of: hash))
    while let found = table.next(&probe) {
      if isSame(found) { return found }
    }
    table.enter(position, at: probe)
    return nil
  }
}

@Suite struct PositionSetTests {
  @Test(arguments: [0, 1, 63, 64, 65, 300])
  func listsItsMembersInOrder(limit: Int) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var set = PositionSet(limit: limit)
    var reference: Set<Int> = []
    for position in 0..<limit where random.oneIn(2) {
      set.insert(position)
      reference.insert(position)
    }
    for position in 0..<limit where random.oneIn(4) {
      set.remove(position)
      reference.remove(position)
    }
    #expect(set.map { $0 } == reference.sorted(), "LINECASTER_SEED=\(seed)")
    #expect(set.count == reference.count)
  }
}

/// The number of content comparisons: one for a survivor, none for other elements.
@Suite struct ContentComparisonTests {
  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private struct Counted: Differentiable {
    let differenceIdentifier: Int
    let counter: Counter

    func isContentEqual(to other: Counted) -> Bool {
      counter.count.withLock { $0 += 1 }
      return true
    }
  }

  @Test(arguments: [
    ([1, 2, 3], [1, 2, 3]), ([1, 2, 3], [4, 5, 6]), ([1, 2, 3, 4], [9, 3, 1, 8]), ([], [1]),
    ([5, 4, 3, 2, 1], [1, 2, 3, 4, 5]), ([1, 2, 7, 3], [1, 8, 2, 3]),
  ])
  func onlySurvivorsAreCompared(old: [Int], new: [Int]) {
    let counter = Counter()
    _ = Changeset(
      from: old.map { Counted(differenceIdentifier: $0, counter: counter) },
      to: new.map { Counted(differenceIdentifier: $0, counter: counter) })
    #expect(counter.count.withLock { $0 } == Set(old).intersection(new).count)
  }

  @Test func randomSurvivorsAreComparedOnce() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let old = Array((0..<40).shuffled(using: &random).prefix(25))
      let new = Array((0..<40).shuffled(using: &random).prefix(25))
      let counter = Counter()
      _ = Changeset(
        from: old.map { Counted(differenceIdentifier: $0, counter: counter) },
        to: new.map { Counted(differenceIdentifier: $0, counter: counter) })
      #expect(
        counter.count.withLock { $0 } == Set(old).intersection(new).count, "LINECASTER_SEED=\(seed)"
      )
    }
  }
}
