import LinecasterTestSupport
import Testing

@testable import LinecasterDiff

@Suite struct IdentityTableTests {
  /// Against a dictionary, with every share of bits between position and hash.
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

  /// Entering without a search gives the table that searching for each would, for all loads up to
  /// that which the table is made for, and where one slot follows the last.
  @Test(arguments: [1, 8, 100, 1000])
  func entersAtOnceWhatASearchWouldEnter(count: Int) {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let identifiers = (0..<count).map { _ in
      UInt64.random(in: 1...UInt64(2 * count), using: &random)
    }
    let table = IdentityTable(capacity: count, positions: count, seed: seed)
    var atOnce = 0
    var firsts: [UInt64: Int] = [:]
    for (position, identifier) in identifiers.enumerated() {
      if table.enterAtOnce(position, table.product(of: identifier)) {
        #expect(firsts[identifier] == nil, "LINECASTER_SEED=\(seed)")
        atOnce += 1
      } else {
        let found = enter(position, hash: identifier, in: table) { identifiers[$0] == identifier }
        #expect(found == firsts[identifier], "LINECASTER_SEED=\(seed)")
      }
      firsts[identifier] = firsts[identifier] ?? position
    }
    #expect(atOnce * 10 >= firsts.count * 8, "a search is the exception, LINECASTER_SEED=\(seed)")
    for (identifier, first) in firsts {
      let found = enter(0, hash: identifier, in: table) { identifiers[$0] == identifier }
      #expect(found == first, "LINECASTER_SEED=\(seed)")
    }
  }

  /// Consecutive and crafted integers alike take about one step, whatever the seed.
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
