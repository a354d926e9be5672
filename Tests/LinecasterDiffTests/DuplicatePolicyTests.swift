@testable import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct DuplicatePolicyTests {
  @Test func theKthCopyBecomesTheKthCopy() throws {
    let old = [Row(id: 0), Row(id: 7, content: 1), Row(id: 7, content: 2)]
    let new = [Row(id: 9), Row(id: 7, content: 1)]
    let changeset = Changeset(from: old, to: new)
    #expect(changeset.itemDeletes == [path(0), path(2)])
    #expect(changeset.itemUpdates.isEmpty)
    #expect(changeset.duplicates == [duplicate(.old, 7, path(1), path(2))])
  }

  @Test func copiesInCommonEndsAreReported() {
    let list = rows(1, 2, 1, 1)
    let expected = [DuplicateIdentifier.Model.old, .new].flatMap { model in
      [2, 3].map { duplicate(model, 1, path(0), path($0)) }
    }
    let changeset = Changeset(from: list, to: list)
    #expect(changeset.isEmpty)
    #expect(changeset.duplicates == expected)
  }

  @Test func aCopyOfWhatIsInTheCommonEndsIsReported() {
    #expect(
      Changeset(from: rows(1, 2), to: rows(1, 2, 1)).duplicates
        == [duplicate(.new, 1, path(0), path(2))])
    #expect(
      Changeset(from: rows(1, 2, 1), to: rows(1, 2)).duplicates
        == [duplicate(.old, 1, path(0), path(2))])
  }

  @Test func copiesThatAllVanishAreReported() {
    let changeset = Changeset(from: rows(1, 2, 1), to: rows(3))
    #expect(changeset.duplicates == [duplicate(.old, 1, path(0), path(2))])
  }

  @Test func failNamesTheIdentifierAndBothPlaces() {
    #expect(throws: duplicate(.new, 4, path(1), path(3))) {
      try Changeset(from: rows(1), to: rows(3, 4, 1, 4), duplicates: .fail)
    }
    #expect(throws: Never.self) {
      try Changeset(from: rows(1), to: rows(3, 4), duplicates: .fail)
    }
  }

  @Test func copiedSectionsAndItemsInSeveralSectionsAreReported() {
    let changeset = Changeset(
      fromSections: [Group](), toSections: [group(1, 10), group(2, 20, 10), group(1)])
    #expect(
      changeset.duplicates == [
        DuplicateIdentifier(model: .new, identifier: 1, first: .section(0), repeated: .section(2)),
        DuplicateIdentifier(
          model: .new, identifier: 10, first: .item(path(0)),
          repeated: .item(ElementPath(section: 1, item: 1))),
      ])
  }

  @Test func keepFirstSpeaksOfTheModelsWithoutCopies() throws {
    let old = rows(1, 2, 1, 3)
    let new = rows(3, 3, 1, 2, 3, 4)
    let changeset = try Changeset(from: old, to: new, duplicates: .keepFirst)
    #expect(keepingFirst(of: new) == rows(3, 1, 2, 4))
    try BatchOracle.check(changeset, from: keepingFirst(of: old), to: keepingFirst(of: new))
    #expect(changeset.duplicates.count == 3)
  }

  @Test func keepFirstDropsCopiedSectionsWhole() throws {
    let old = [group(1, 10), group(1, 11), group(2, 10, 12)]
    let new = [group(2, 12, 12), group(1, 11, 10), group(2, 13)]
    let changeset = try Changeset(fromSections: old, toSections: new, duplicates: .keepFirst)
    let kept = keepingFirst(ofSections: old)
    #expect(kept.map { $0.elements.map(\.id) } == [[10], [12]])
    let unique = { (sections: [Group]) in
      keepingFirst(ofSections: sections).map {
        Group(id: $0.section.id, header: $0.section.header, elements: $0.elements)
      }
    }
    try BatchOracle.check(changeset, from: unique(old), to: unique(new))
  }

  @Test func aBrokenPromiseOfUniquenessStillGivesAValidBatch() throws {
    let seed = TestSettings.seed
    for index in 0..<500 {
      var generator = TransitionGenerator(seed: seed &+ UInt64(index))
      let old = generator.model()
      let new = generator.successor(of: old)
      let changeset = try Changeset(
        fromSections: old, toSections: new, duplicates: .assumeUnique)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed &+ UInt64(index)): \(old) → \(new)") {
        try BatchOracle.check(changeset, from: old, to: new)
      }
      #expect(changeset.duplicates.isEmpty)
    }
  }

  @Test func descriptionNamesIdentifierAndPlaces() {
    #expect(
      duplicate(.old, 7, path(1), path(2)).description
        == "identifier 7 occurs twice in the old model, at item 0.1 and at item 0.2")
  }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  private func duplicate(
    _ model: DuplicateIdentifier.Model, _ identifier: Int, _ first: ElementPath,
    _ repeated: ElementPath
  ) -> DuplicateIdentifier {
    DuplicateIdentifier(
      model: model, identifier: identifier, first: .item(first), repeated: .item(repeated))
  }
}
