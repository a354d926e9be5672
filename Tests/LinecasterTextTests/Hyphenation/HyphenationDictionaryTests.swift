import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct HyphenationDictionaryTests {
  private func dictionary(_ lines: String...) throws -> HyphenationDictionary {
    try HyphenationDictionary(Array(lines.joined(separator: "\n").utf8), name: "test.dic")
  }

  private func broken(_ word: String, by dictionary: HyphenationDictionary) -> String {
    var units = Array(word.utf16)
    for place in dictionary.breaks(in: word).reversed() { units.insert(0x2D, at: place) }
    return String(decoding: units, as: UTF16.self)
  }

  /// The example of Liang's thesis.
  @Test func followsLiang() throws {
    let english = try dictionary(
      "UTF-8", "LEFTHYPHENMIN 2", "RIGHTHYPHENMIN 3", "% comment", "# comment", "hy3ph", "he2n",
      "hena4", "hen5at", "1na", "n2at", "1tio", "2io")
    #expect(broken("hyphenation", by: english) == "hy-phen-ation")
    #expect(broken("HYPHENATION", by: english) == "HY-PHEN-ATION")
    #expect(broken("", by: english) == "" && broken("a", by: english) == "a")
  }

  @Test func keepsLettersAtTheEdges() throws {
    let all = try dictionary("UTF-8", "LEFTHYPHENMIN 3", "RIGHTHYPHENMIN 2", "1a", "1b")
    #expect(broken("ababab", by: all) == "aba-b-ab")
    #expect(all.breaks(in: "ababab", before: 1, after: 1) == [3, 4])
    #expect(all.breaks(in: "ababab", before: 4, after: 2) == [4])
    #expect(all.breaks(in: "ababab", before: 0, after: 3) == [3])
    // `ffi` as one character counts as two letters.
    #expect(try dictionary("UTF-8", "LEFTHYPHENMIN 3", "1a").breaks(in: "ﬃxaaa") == [2, 3])
    // A ligature may have enough letters before a break; those after the break count too.
    let ligatures = try dictionary("UTF-8", "LEFTHYPHENMIN 2", "RIGHTHYPHENMIN 3", "ﬃ1a")
    #expect(ligatures.breaks(in: "ﬃa") == [] && ligatures.breaks(in: "ﬃaaa") == [1])
  }

  @Test func takesCompoundsApart() throws {
    let edges = ["UTF-8", "LEFTHYPHENMIN 1", "RIGHTHYPHENMIN 1"]
    let seams = ["COMPOUNDLEFTHYPHENMIN 2", "COMPOUNDRIGHTHYPHENMIN 2", "ab1cd", "NEXTLEVEL"]
    let parts = ["1b", "1d", "1x"]
    // The seam needs two letters on each side; the edges of the word may have one.
    let compound = try dictionary((edges + seams + parts).joined(separator: "\n"))
    #expect(broken("xxabcd", by: compound) == "x-xab-cd")
    let plain = try dictionary((edges + parts).joined(separator: "\n"))
    #expect(broken("xxabcd", by: plain) == "x-xa-bc-d")
    // By default a hyphen separates the parts of compounds, and stays as it is.
    #expect(plain.breaks(in: "aab-ccd") == [2, 6])
  }

  @Test func leavesOutWhatChangesTheSpelling() throws {
    let hungarian = try dictionary("UTF-8", "as5szon2y/sz=,2,1", "1ny", "1na")
    #expect(hungarian.unsupportedPatterns == 1)
    #expect(hungarian.breaks(in: "asszonyna") == [7])
  }

  @Test func readsCharacterSets() throws {
    // "ä1b" in ISO 8859-1, and "ж1б" in KOI8-R and Windows-1251.
    for (name, bytes, word) in [
      ("ISO8859-1", [0xE4, 0x31, 0x62], "ääbb"), ("KOI8-R", [0xD6, 0x31, 0xC2], "жжбб"),
      ("microsoft-cp1251", [0xE6, 0x31, 0xE1], "жжбб"),
    ] as [(String, [UInt8], String)] {
      let found = try HyphenationDictionary(Array("\(name)\r\n".utf8) + bytes, name: "test.dic")
      #expect(found.breaks(in: word) == [2], "\(name)")
      #expect(found.breaks(in: word.uppercased()) == [2], "\(name)")
    }
  }

  @Test(arguments: [
    ("", "test.dic: is not a hyphenation dictionary: the file is empty"),
    (
      "KLINGON-7\na1b",
      "test.dic: is not a hyphenation dictionary: line 1: unknown character set 'KLINGON-7'"
    ),
    (
      "UTF-8\na1b\nLEFTHYPHENMIN x",
      "test.dic: is not a hyphenation dictionary: line 3: expected a number from 0 to 99"
    ),
    (
      "UTF-8\nNEXTLEVEL\nNEXTLEVEL",
      "test.dic: is not a hyphenation dictionary: line 3: more than one NEXTLEVEL"
    ),
    (
      "UTF-8\na1b/b=b,7,9",
      "test.dic: is not a hyphenation dictionary: line 2: 'b=b,7,9' is not a spelling change"
    ),
  ])
  func saysWhatIsWrong(text: String, expected: String) {
    do throws(HyphenationError) {
      _ = try HyphenationDictionary(Array(text.utf8), name: "test.dic")
      Issue.record("\(text) was read")
    } catch {
      #expect(error.description == expected && error.code == .malformed)
    }
  }

  @Test func refusesWhatIsNoTextOrTooLong() {
    let long = Array("UTF-8\n".utf8) + [UInt8](repeating: 0x61, count: 600)
    let broken = Array("UTF-8\n".utf8) + [0xFF, 0x31, 0x61]
    for bytes in [long, broken] {
      #expect(throws: HyphenationError.self) {
        try HyphenationDictionary(bytes, name: "test.dic")
      }
    }
  }

  /// Damaged files are read or refused, and the breaks of those read are inside words.
  @Test func damagedFilesEndNothing() {
    var random = SeededGenerator(salt: 1_703)
    let seed = Array(
      "UTF-8\nLEFTHYPHENMIN 2\nNOHYPHEN -,'\n1a\n.b2c3.\nasz1on/sz=,2,1\nNEXTLEVEL\na1b\n".utf8)
    var readCount = 0
    for _ in 0..<2_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(seed.randomElement(using: &random) ?? 0x31, at: place)
        }
      }
      guard let found = try? HyphenationDictionary(bytes, name: "damaged") else { continue }
      readCount += 1
      for word in ["abcabcab", "asszony-asszon", "a", "''", "b2c3", "😀ab😀"] {
        let places = found.breaks(in: word)
        let isInside = places.allSatisfy { (1..<max(1, word.utf16.count)).contains($0) }
        #expect(isInside && places == places.sorted(), "seed \(TestSettings.seed)")
      }
    }
    #expect(readCount > 100)
  }

  @Test func longWordsAreNotBroken() throws {
    let all = try dictionary("UTF-8", "1a")
    let least = HyphenationDictionary.longestWord
    #expect(!all.breaks(in: String(repeating: "a", count: least)).isEmpty)
    #expect(all.breaks(in: String(repeating: "a", count: least + 1)).isEmpty)
  }
}
