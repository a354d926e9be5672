import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct IdeographPairsTests {
  /// Characters of every class that the pairs are about, and of those that they say nothing of.
  private static let characters: [[UInt16]] =
    units.map { [$0] } + ["😀", "👍", "\u{1F3FD}", "🇩", "𠀀", "𛅐", "𝐀"].map { Array($0.utf16) }

  private static let units: [UInt16] =
    Array(0x3001...0x303F) + Array(0x3041...0x3052) + Array(0x3099...0x30AC)
    + [0x30FB, 0x30FC, 0x30FD, 0x4E00, 0x9FFF, 0xAC00, 0xAC01, 0xD7A3] + Array(0xFF01...0xFF0F)
    + [0xFF1A, 0xFF1F, 0xFF5B, 0xFF5D, 0xFF60, 0xFE0F, 0x200D] + Array(0x21...0x40)
    + [0x41, 0x7A, 0x7B, 0x7D]

  /// Whatever stands around, ICU finds what two characters say, in every set of rules.
  @Test(arguments: LineRules.allCases)
  func answersAsICUDoes(rules: LineRules) {
    let witness = ICUWitness(rules)
    var random = SeededGenerator(salt: 131)
    var answers = 0
    for last in Self.characters {
      var text: [UInt16] = []
      var places: [Int] = []
      for next in Self.characters {
        text += [0x61, 0x20] + (Self.characters.randomElement(using: &random) ?? [])
        text += last
        places.append(text.count)
        text += next + (Self.characters.randomElement(using: &random) ?? []) + [0x20]
      }
      let breaks = witness.breaks(in: text)
      for place in places {
        let answer = text.withUnsafeBufferPointer { IdeographPairs.answer($0, place) }
        guard answer != .unknown else { continue }
        answers += 1
        let around = String(decoding: text[(place - last.count - 1)...(place + 1)], as: UTF16.self)
        #expect(
          breaks.contains(place) == (answer == .break),
          "\(around), \(rules), seed \(TestSettings.seed)")
      }
    }
    #expect(answers > 2_000)
  }

  private struct ICUWitness {
    private let unicode = UnicodeAnalyzer()
    private let rules: LineRules

    init(_ rules: LineRules) { self.rules = rules }

    func breaks(in text: [UInt16]) -> Set<Int> {
      var flags = [UInt8](repeating: 0, count: text.count + 1)
      text.withUnsafeBufferPointer { text in
        flags.withUnsafeMutableBufferPointer { flags in
          unicode.offerLineBreaks(
            text, in: text.indices, by: rules, opensQuotes: false, into: flags)
        }
      }
      return Set(flags.indices.filter { flags[$0] != 0 })
    }
  }
}
