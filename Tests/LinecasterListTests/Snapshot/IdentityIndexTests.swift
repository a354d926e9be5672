import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct IdentityIndexTests {
  /// Random updates step the index, with duplicate identifiers, headers, footers and changing
  /// sections; sometimes it is made anew from an older state.
  @Test(arguments: [true, false]) func findsEveryRowAndNoOther(_ isUnique: Bool) {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed, isUnique: isUnique)
    var snapshot = TableSnapshot(TableModel())
    var index = IdentityIndex()
    var before: Set<RowIdentity> = []
    var late: TableSnapshot?
    for round in 0..<TestSettings.transitions(usually: 600) {
      let model =
        snapshot.rowCount == 0
        ? generator.model(sections: 9) : generator.successor(of: snapshot.model)
      let changes = Changeset(fromSections: snapshot.model.sections, toSections: model.sections)
      let new = snapshot.updated(to: model, changes)
      let mapping = RowMapping(changes, from: snapshot, to: new)
      index.add(
        IdentityIndex.Step(mapping, from: snapshot.rowCount, to: new), generation: new.generation)
      if let made = late, round.isMultiple(of: 7) {
        index.replace(upTo: made.generation, by: RowHashTable(made))
        late = nil
      } else if round.isMultiple(of: 11) {
        late = new
      }
      let identities = new.identities
      let found = identities.map { index.row(of: $0, in: new) }
      let known = Set(identities)
      let gone = before.subtracting(known).compactMap { index.row(of: $0, in: new) }
      guard found == Array(0..<identities.count), gone.isEmpty else {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): \(found), \(gone); \(changes)")
        return
      }
      before = round.isMultiple(of: 20) ? known : before.union(known)
      snapshot = new
    }
  }

  @Test func wearsOnlyByWhatMovesRows() {
    let old = TableSnapshot(plates(0..<1_000))
    var index = IdentityIndex()
    index.add(IdentityIndex.Step(.none, from: 0, to: old), generation: 1)
    for generation in 2..<200 {
      let step = IdentityIndex.Step(.identity(count: 1_000), from: 1_000, to: old)
      index.add(step, generation: generation)
    }
    #expect(!index.needsRebuild(at: 1_000))
    for generation in 200..<300 {
      index.add(
        .layer(.identity(count: 1_000), arrivals: RowHashTable(old, rows: [])),
        generation: generation)
    }
    #expect(index.needsRebuild(at: 1_000))
    #expect(index.row(of: RowIdentity(613), in: old) == 613)
    index.replace(upTo: 250, by: RowHashTable(old))
    #expect(!index.needsRebuild(at: 1_000))
    #expect(index.row(of: RowIdentity(613), in: old) == 613)
  }

  @Test func tellsRowsOfOneIdentifierApart() {
    let item = TableItem("same", cell: BoxCell())
    let section = TableSection(
      "same", header: item, footer: item, items: Array(repeating: item, count: 20_000))
    let model = TableModel(sections: [section, section])
    var snapshot = TableSnapshot(model)
    snapshot.disambiguate(model.duplicates())
    var index = IdentityIndex()
    index.add(IdentityIndex.Step(.none, from: 0, to: snapshot), generation: 1)
    let find = { (identity: RowIdentity) in
      index.row(of: identity, in: snapshot).flatMap(snapshot.path)
    }
    #expect(
      find(RowIdentity("same", occurrence: 39_999)) == RowPath(section: 1, part: .item(19_999)))
    #expect(
      find(RowIdentity("same", kind: .header, occurrence: 1))
        == RowPath(section: 1, part: .header))
    #expect(find(RowIdentity("same", kind: .footer)) == RowPath(section: 0, part: .footer))
    #expect(find(RowIdentity("same", occurrence: 40_000)) == nil)
    #expect(find(RowIdentity("same", occurrence: -1)) == nil)
  }

  @Test func findsNothingInAnEmptyModel() {
    let empty = TableSnapshot(TableModel())
    #expect(IdentityIndex().row(of: RowIdentity("row"), in: empty) == nil)
    #expect(IdentityIndex().row(of: RowIdentity(7), in: empty) == nil)
  }
}
