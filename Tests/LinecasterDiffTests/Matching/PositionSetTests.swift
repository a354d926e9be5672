import LinecasterTestSupport
import Testing

@testable import LinecasterDiff

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
