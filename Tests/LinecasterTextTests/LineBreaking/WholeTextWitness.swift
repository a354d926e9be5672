import LinecasterTestSupport

@testable import LinecasterText

/// The break opportunities of browsers, by ICU's rules over the whole text without shortcuts.
struct WholeTextWitness {
  private let unicode: UnicodeAnalyzer

  init(_ unicode: UnicodeAnalyzer) {
    self.unicode = unicode
  }

  func places(_ text: [UInt16], _ rules: LineRules) -> [Int] {
    let offered = offered(text, rules)
    return (1..<max(1, text.count)).filter { isBreak(text, $0, offered) }
  }

  private func offered(_ text: [UInt16], _ rules: LineRules) -> Set<Int> {
    var flags = [UInt8](repeating: 0, count: text.count + 1)
    text.withUnsafeBufferPointer { text in
      flags.withUnsafeMutableBufferPointer {
        unicode.offerLineBreaks(
          text, in: 0..<text.count, by: rules, opensQuotes: true, into: $0)
      }
    }
    return Set(flags.indices.filter { flags[$0] & BoundaryFlags.offered.rawValue != 0 })
  }

  private func isBreak(_ text: [UInt16], _ place: Int, _ offered: Set<Int>) -> Bool {
    let last = text[place - 1]
    let next = text[place]
    if LineTerminator.isOne(next) || next == 0x20 || next == 0x09 { return false }
    if last == 0x20 || last == 0x09 { return next != 0x3000 }
    if min(last, next) <= 0x20 { return false }
    if last == 0x2D, (0x30...0x39).contains(next) {
      guard place > 1, text[place - 2] < 0x80 else { return false }
      return UInt8(text[place - 2]).isAlphanumeric
    }
    if let answer = afterHyphen(text, place) { return answer }
    if last <= 0xFF, next <= 0xFF, !(last == 0x2D && next > 0x7F) {
      return LatinPairs.breaks(between: last, and: next)
    }
    return offered.contains(place)
  }

  /// Rules of later versions of Unicode (LB20a and LB21a).
  private func afterHyphen(_ text: [UInt16], _ place: Int) -> Bool? {
    let last = text[place - 1]
    let next = text[place]
    let isHyphen = [0x2D, 0x5BE, 0x2010, 0x2013].contains(last)
    let rest = String(decoding: text[place...], as: UTF16.self).unicodeScalars
    let nextClass = rest.first.map { LineClass(of: $0.value) }
    let isAlphabetic = nextClass == .alphabetic || nextClass == .hebrewLetter
    if place > 1, isHebrew(text[place - 2]), next > 0x7F || last > 0xFF {
      guard isHyphen || LineClass(of: UInt32(last)) == .breakAfter, max(last, next) > 0xFF else {
        return nil
      }
      if isHebrew(next) { return true }
      return !isHyphen && isAlphabetic ? true : nil
    }
    guard isHyphen, last > 0x2000, isAlphabetic else { return nil }
    if place == 1 { return false }
    let starts: [UInt16] = [0x20, 0x09, 0xA0, 0x200B, 0x202F, 0x2060, 0x2028]
    return starts.contains(text[place - 2]) ? false : nil
  }

  private func isHebrew(_ unit: UInt16) -> Bool { (0x05D0...0x05F2).contains(unit) }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

/// Texts that combine line breaking classes.
enum OpportunityText {
  private static let pieces = [
    "word", "слово", "λέξη", "ab", "é", "ñandú", "12", "3.5", "-", "–", "—", "…", "’", "“", "”",
    "«",
    "»", "(", ")", "[", "]", "{", "}", "/", "!", "?", ",", ".", ":", ";", "%", "$", "€", "№", "°",
    "´", "\u{A0}", "\u{AD}", "\u{200B}", "\u{2060}", "\u{200D}", "\u{301}", "\u{20DD}", "שלום",
    "السلام", "٣", "हिन्दी", "।", "ไทย", "ភាសា", "日本", "ー", "ぁ", "。", "「", "」", "한국", "😀", "👍🏽",
    "🇩🇪", "𝐀", "\u{3000}", "\u{2003}", "\t", "=", "+", "<", ">", "|", "~", "\"", "'", "#", "@", "_",
    "\u{5BE}", "॥", "̈", "\u{FEFF}", "\u{2028}", "‐", "\u{B7}", "¿", "¡", "×", "ª",
  ]

  static func random(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      text += pieces.randomElement(using: &random) ?? ""
      if random.oneIn(3) { text += " " }
    }
    return text
  }
}
