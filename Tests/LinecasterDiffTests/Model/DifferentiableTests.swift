import Foundation
import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct DifferentiableTests {
  /// An identifiable element with a name for its identity.
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
    try BatchOracle.check(Changeset(from: old, to: new), from: old, to: new)
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

  /// Exchanges the halves of a list and takes one element out.
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
