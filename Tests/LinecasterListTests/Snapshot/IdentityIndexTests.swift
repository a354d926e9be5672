import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct IdentityIndexTests {
  @Test func findsEveryRowAndNoOther() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var model = generator.model()
    var before: [RowIdentity] = []
    for round in 0..<300 {
      let snapshot = TableSnapshot(model)
      let index = IdentityIndex(model)
      let identities = snapshot.identities
      for (row, identity) in identities.enumerated()
      where index.path(of: identity) != snapshot.path(ofRow: row) {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): \(identity)")
        return
      }
      let known = Set(identities)
      for identity in before where !known.contains(identity) {
        #expect(index.path(of: identity) == nil, "LINECASTER_SEED=\(seed), round \(round)")
      }
      before = identities
      model = generator.successor(of: model)
    }
  }

  @Test func tellsRowsOfOneIdentifierApart() {
    let item = TableItem("same", cell: BoxCell())
    let section = TableSection(
      "same", header: item, footer: item, items: Array(repeating: item, count: 20_000))
    let index = IdentityIndex(TableModel(sections: [section, section]))
    #expect(
      index.path(of: RowIdentity("same", occurrence: 39_999))
        == RowPath(section: 1, part: .item(19_999)))
    #expect(
      index.path(of: RowIdentity("same", kind: .header, occurrence: 1))
        == RowPath(section: 1, part: .header))
    #expect(
      index.path(of: RowIdentity("same", kind: .footer)) == RowPath(section: 0, part: .footer))
    #expect(index.path(of: RowIdentity("same", occurrence: 40_000)) == nil)
    #expect(index.path(of: RowIdentity("same", occurrence: -1)) == nil)
  }

  @Test func findsNothingInAnEmptyModel() {
    #expect(IdentityIndex(TableModel()).path(of: RowIdentity("row")) == nil)
    #expect(IdentityIndex(TableModel()).path(of: RowIdentity(7)) == nil)
  }
}
