import Testing

@testable import LinecasterText

@Suite struct IdeographicCharactersTests {
  @Test(arguments: [
    "字", "か", "カ", "ｶ", "。", "、", "「", "（", "①", "※", "★", "♪", "℃", "😀", "\u{20000}",
  ])
  func areParted(_ character: String) throws {
    #expect(IdeographicCharacters.contains(try #require(character.unicodeScalars.first).value))
  }

  @Test(arguments: ["a", "é", "1", ".", "ב", "ب", "ไ", "한", "→", "；", "\u{10FFFF}", "\u{0}"])
  func areNot(_ character: String) throws {
    #expect(!IdeographicCharacters.contains(try #require(character.unicodeScalars.first).value))
  }

  @Test func areFoundAtTheEdgesOfTheirRanges() {
    // 2460 to 2492 and 249C to 24FF, with letters in brackets between them.
    for (scalar, isOne) in [(0x245F, false), (0x2460, true), (0x2492, true), (0x2493, false)]
      + [(0x249B, false), (0x249C, true), (0x24FF, true), (0x2500, false)]
    {
      #expect(IdeographicCharacters.contains(UInt32(scalar)) == isOne)
    }
  }
}
