import FoundationEssentials
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct ItemIdentifierTests {
  @Test func sourcesAreToldApart() throws {
    let uuid = try #require(UUID(uuidString: "8F14E45F-CEEA-467F-AF5E-0A1B2C3D4E5F"))
    let identifiers: [ItemIdentifier] = [
      1, 2, "1", "", .uuid(uuid), .name(uuid.uuidString), .pair(1, 2), .pair(2, 1),
      .pair(1, .pair(2, 1)), .pair(.pair(1, 2), 1),
    ]
    #expect(Set(identifiers).count == identifiers.count)
    #expect(ItemIdentifier.number(1) == 1 && ItemIdentifier.name("a") == "a")
  }

  @Test func describesItself() throws {
    let uuid = try #require(UUID(uuidString: "8F14E45F-CEEA-467F-AF5E-0A1B2C3D4E5F"))
    #expect("\(ItemIdentifier.pair(12, "title"))" == "12/title")
    #expect("\(ItemIdentifier.uuid(uuid))" == uuid.uuidString)
  }

  /// Equal identifiers have equal hashes, different ones almost never; names are equal if their
  /// bytes are.
  @Test func hashesOfDiffsFollowEquality() {
    let seed = TestSettings.seed
    func hash(_ identifier: ItemIdentifier) -> UInt64 {
      TableItem.differenceHash(of: identifier, seed: seed)
    }
    #expect(ItemIdentifier.name("caf\u{E9}") != .name("cafe\u{301}"))
    #expect(hash("caf\u{E9}") != hash("cafe\u{301}"))
    #expect(hash(.pair("caf\u{E9}", 1)) != hash(.pair("cafe\u{301}", 1)))
    #expect(hash(.pair("caf\u{E9}", 1)) == hash(.pair(.name("caf" + "\u{E9}"), 1)))
    var random = SeededGenerator(seed: seed)
    let names = (0..<1000).map { ItemIdentifier.name("row \($0)") }
    let uuids = (0..<1000).map { _ in ItemIdentifier.uuid(UUID(random: &random)) }
    let pairs = (0..<1000).map { ItemIdentifier.pair(.number($0 / 30), .number($0 % 30)) }
    for identifiers in [names, uuids, pairs] {
      #expect(Set(identifiers.map(hash)).count == 1000, "LINECASTER_SEED=\(seed)")
    }
  }
}

extension UUID {
  fileprivate init(random: inout SeededGenerator) {
    let halves = (random.next(), random.next())
    self.init(uuid: unsafe unsafeBitCast(halves, to: uuid_t.self))
  }
}

@Suite struct RowPathTests {
  /// Seed row C8: row paths, headers and footers included, work as dictionary keys.
  @Test func placesAreKeys() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    var rows: [RowPath: Int] = [:]
    var paths: [RowPath] = []
    for section in 0..<20 {
      let items = (0..<Int.random(in: 0...30, using: &random)).map(RowPart.item)
      for part in [RowPart.header] + items + [.footer] {
        rows[RowPath(section: section, part: part)] = paths.count
        paths.append(RowPath(section: section, part: part))
      }
    }
    #expect(rows.count == paths.count, "LINECASTER_SEED=\(seed)")
    #expect(paths.map { rows[$0] } == Array(paths.indices), "LINECASTER_SEED=\(seed)")
    #expect(rows[RowPath(section: 20, part: .header)] == nil)
  }
}
