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
    var table = IdentityTable(capacity: 800, positions: max(positions, identifiers.count))
    var dictionary: [UInt64: Int] = [:]
    for (index, identifier) in identifiers.enumerated() {
      let found = table.enter(base + index, hash: identifier) {
        identifiers[$0 - base] == identifier
      }
      #expect(found == dictionary[identifier], "LINECASTER_SEED=\(seed)")
      if found == nil { dictionary[identifier] = base + index }
    }
  }

  @Test func equalHashesAreToldApartByTheirIdentifiers() {
    var table = IdentityTable(capacity: 20, positions: 20)
    for position in 0..<20 {
      let found = table.enter(position, hash: 7) { $0 == position }
      #expect(found == nil)
    }
    let found = table.enter(20, hash: 7) { $0 == 13 }
    #expect(found == 13)
  }
}
