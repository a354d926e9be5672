import Foundation
import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct IdentifierHashTests {
  private let seed = TestSettings.seed

  /// Every character there is, against the comparison of the standard library.
  @Test func equivalentCharactersHaveOneHash() {
    var seen: [String: UInt64] = [:]
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // A letter before it joins marks to something.
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

  /// The characters that the hash has to know by name are all that there are.
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
