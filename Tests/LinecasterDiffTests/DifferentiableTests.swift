import Foundation
import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct DifferentiableTests {
  /// An identifiable element that uses its name as identity.
  private struct Named: Differentiable, Identifiable, Equatable {
    let id: String
    var text = ""
  }

  /// An element whose identifiers all have one hash.
  private struct Crowded: Differentiable, Equatable {
    let differenceIdentifier: String

    static func differenceHash(of identifier: String, seed: UInt64) -> UInt64 { 1 }
  }

  @Test func identifiableElementsAreToldApartByTheirId() throws {
    let old = ["a", "b", "c"].map { Named(id: $0) }
    let new = [Named(id: "c"), Named(id: "a", text: "new"), Named(id: "d")]
    let changes = Changeset(from: old, to: new)
    #expect(throws: Never.self) { try BatchOracle.check(changes, from: old, to: new) }
    #expect(changes.itemUpdates.map(\.new) == [ElementPath(section: 0, item: 1)])
  }

  @Test func canonicallyEquivalentIdentifiersAreEqual() {
    let old = [Named(id: "x"), Named(id: "e\u{301}")]
    let new = [Named(id: "\u{e9}"), Named(id: "y")]
    let changeset = Changeset(from: old, to: new)
    #expect(changeset.itemDeletes == [ElementPath(section: 0, item: 0)])
    #expect(changeset.itemInserts == [ElementPath(section: 0, item: 1)])
  }

  @Test func aBadHashIsSlowButRight() throws {
    let seed = TestSettings.seed
    var generator = SeededGenerator(seed: seed)
    let old = (0..<100).map { Crowded(differenceIdentifier: "\($0)") }
    let new = (50..<150).map { Crowded(differenceIdentifier: "\($0)") }
      .shuffled(using: &generator)
    let changeset = Changeset(from: old, to: new)
    try BatchOracle.check(changeset, from: old, to: new)
    #expect(changeset.itemDeletes.count == 50, "LINECASTER_SEED=\(seed)")
  }

  @Test func wideIntegersAreHashedWhole() {
    struct Wide: Differentiable, Equatable { let differenceIdentifier: UInt128 }
    let old = (0..<50).map { Wide(differenceIdentifier: 1 << 64 * UInt128($0 & 1) + UInt128($0)) }
    #expect(Set(old.map { Wide.differenceHash(of: $0.differenceIdentifier, seed: 1) }).count > 25)
    #expect(Changeset(from: old, to: old.reversed()).itemMoves.count == 49)
  }

  @Test func identifiersAreFollowedWhateverTheirType() {
    follow(
      (0..<50).map { UUID(uuidString: String(format: "%08X-0000-4000-8000-000000000000", $0)) })
    follow((0..<50).map { "row \($0)" })
    follow((0..<50).map { "ряд \($0)" })
    follow((0..<50).map { [$0, -$0] })
    follow((0..<50).map { UInt8($0) })
  }

  /// Swaps the halves of a list, removes one element, and expects the diff to find both.
  private func follow<Identifier: Hashable & Sendable>(
    _ identifiers: [Identifier], _ location: SourceLocation = #_sourceLocation
  ) {
    let old = identifiers.map { Followed(differenceIdentifier: $0) }
    let changeset = Changeset(from: old, to: Array(old[25...] + old[..<24]))
    #expect(changeset.itemMoves.count == 24, sourceLocation: location)
    #expect(changeset.itemDeletes.map(\.item) == [24], sourceLocation: location)
    #expect(changeset.duplicates.isEmpty, sourceLocation: location)
  }

  private struct Followed<Identifier: Hashable & Sendable>: Differentiable, Equatable {
    let differenceIdentifier: Identifier
  }

  @Test func pathsReadInModelOrder() {
    let paths = [(1, 0), (0, 5), (0, 2)].map { ElementPath(section: $0.0, item: $0.1) }
    #expect(paths.sorted().map(\.description) == ["0.2", "0.5", "1.0"])
  }
}

@Suite struct IdentifierHashTests {
  private let seed = TestSettings.seed

  /// Every character hashes like its canonical equivalents, by the standard library's comparison.
  @Test func equivalentCharactersHaveOneHash() {
    var seen: [String: UInt64] = [:]
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // After a letter, combining marks join it.
      for string in [String(scalar), "a" + String(scalar)] where value < 0x3000 || value % 64 == 0 {
        let hash = IdentifierHash.hash(string, seed: seed)
        if let other = seen.updateValue(hash, forKey: string), other != hash {
          Issue.record("U+\(String(value, radix: 16)) LINECASTER_SEED=\(seed)")
        }
      }
    }
  }

  @Test func charactersThatAreEquivalentToASCIIHaveItsHash() {
    for (string, equivalent) in [
      ("\u{212A}", "K"), ("a\u{37E}b", "a;b"), ("12345678\u{1FEF}", "12345678`"),
    ] {
      #expect(string == equivalent)
      #expect(
        IdentifierHash.hash(string, seed: seed) == IdentifierHash.hash(equivalent, seed: seed))
    }
  }

  /// No character is equivalent to one in ASCII except those that the hash lists.
  @Test func noOtherCharacterIsEquivalentToASCII() {
    let ascii = Set((0..<0x80).map { String(Unicode.Scalar(UInt8($0))) })
    let found = (UInt32(0x80)...0x10FFFF).compactMap(Unicode.Scalar.init)
      .filter { ascii.contains(String($0)) }
    #expect(found == ["\u{37E}", "\u{1FEF}", "\u{212A}"])
  }

  @Test func slicedAndSharedStringsHaveTheHashOfTheirCharacters() {
    let text = "0123456789 abcdefghij"
    for start in 0..<text.count {
      let slice = text.dropFirst(start)
      #expect(
        IdentifierHash.hash(String(slice), seed: seed)
          == IdentifierHash.hash(String(Array(slice)), seed: seed))
    }
  }

  @Test func differentIdentifiersHaveDifferentHashes() {
    let strings = (0..<3000).map { "\($0)" } + (0..<40).map { String(repeating: "a", count: $0) }
    #expect(Set(strings.map { IdentifierHash.hash($0, seed: seed) }).count == strings.count)
    var random = SeededGenerator(seed: seed)
    let words = (0..<3000).map { _ in UInt64.random(in: 0..<100, using: &random) << 57 }
    let pairs = zip(words, words.reversed()).map { [$0, $1] }
    let hashes = Set(pairs.map { IdentifierHash.hash($0[0], $0[1], seed: seed) })
    #expect(hashes.count == Set(pairs).count, "LINECASTER_SEED=\(seed)")
  }

  @Test func theSeedChangesEveryHash() {
    let identifier = UUID()
    #expect(
      IdentifierHash.hash(identifier, seed: 1) != IdentifierHash.hash(identifier, seed: 2))
    #expect(IdentifierHash.hash("name", seed: 1) != IdentifierHash.hash("name", seed: 2))
  }
}

@Suite struct ElementPathTests {
  @Test func pathsAreOrderedBySectionThenByItem() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let pairs = (0..<100).map { _ in
      (Int.random(in: -2...5, using: &random), Int.random(in: -2...5, using: &random))
    }
    for (left, right) in zip(pairs, pairs.reversed()) {
      let (first, second) = (path(left), path(right))
      #expect((first < second) == (left < right), "LINECASTER_SEED=\(seed)")
      #expect((first == second) == (left == right), "LINECASTER_SEED=\(seed)")
      #expect((first.section, first.item) == left, "LINECASTER_SEED=\(seed)")
    }
  }

  @Test func indicesThatNoModelHasCountAsTheLastOrFirstThatFit() {
    #expect(path((.max, .min)) == path((Int(Int32.max), Int(Int32.min))))
    #expect(path((0, Int(Int32.max) + 1)).item == Int(Int32.max))
    #expect(path((-3, -1)).section == -3)
  }

  @Test func aBatchWithIndicesThatNoModelHasLeadsNowhere() {
    for index in [-1, 1, Int.max, Int.min] {
      let batch = Changeset(itemDeletes: [path((0, index))])
      #expect(!batch.isValid(from: rows(1), to: []))
    }
    #expect(Changeset(itemDeletes: [path((0, 0))]).isValid(from: rows(1), to: []))
  }

  private func path(_ indices: (Int, Int)) -> ElementPath {
    ElementPath(section: indices.0, item: indices.1)
  }
}
