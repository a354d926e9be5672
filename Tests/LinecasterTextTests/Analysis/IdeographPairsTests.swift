import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct IdeographPairsTests {
  /// Units of every class that the pairs are about, and of those that they say nothing of.
  private static let units: [UInt16] =
    Array(0x3001...0x303F) + Array(0x3041...0x3052) + Array(0x3099...0x30AC)
    + [0x30FB, 0x30FC, 0x30FD, 0x4E00, 0x9FFF, 0xAC00, 0xAC01, 0xD7A3] + Array(0xFF01...0xFF0F)
    + [0xFF1A, 0xFF1F, 0xFF5B, 0xFF5D, 0xFF60] + Array(0x21...0x40) + [0x41, 0x7A, 0x7B, 0x7D]

  /// Whatever stands around, ICU finds what two characters say, in every set of rules.
  @Test(arguments: LineRules.allCases)
  func answersAsICUDoes(rules: LineRules) {
    let witness = ICUWitness(rules)
    var random = SeededGenerator(salt: 131)
    var answers = 0
    for last in Self.units {
      var text: [UInt16] = []
      var places: [(Int, LetterPairs.Answer)] = []
      for next in Self.units {
        let answer = IdeographPairs.answer(last, next)
        guard answer != .unknown else { continue }
        let around = (0..<2).map { _ in Self.units[Int(random.next() % UInt64(Self.units.count))] }
        text += [0x61, 0x20, around[0], last, next, around[1], 0x20]
        places.append((text.count - 3, answer))
      }
      let breaks = witness.breaks(in: text)
      for (place, answer) in places {
        let around = String(decoding: text[(place - 2)...(place + 1)], as: UTF16.self)
        #expect(
          breaks.contains(place) == (answer == .break),
          "\(around), \(rules), seed \(TestSettings.seed)")
      }
      answers += places.count
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
