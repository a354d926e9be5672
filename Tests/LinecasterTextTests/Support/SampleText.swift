import LinecasterTestSupport

import LinecasterText

/// Random texts that combine scripts, directions and unusual characters.
enum SampleText {
  private static let words = [
    "fluffy", "office", "AVATAR", "T.", "(two)", "x-ray", "the", "I", "1,234.5", "naïve",
    "السلام", "عليكم", "لا", "ببببببب", "שלום", "עברית", "१२३", "क्षत्रिय", "हिन्दी", "ภาษาไทยง่ายนิดเดียว",
    "日本語のテキスト", "汉字，标点。", "한국어", "😀", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "1️⃣", "❤︎", "e\u{301}\u{323}", "\u{200F}",
    "a\u{A0}b",
    "soft\u{AD}hyphen", "\u{2067}abc\u{2069}", "ქართული", "բարեւ", "\u{200B}", "ffi", "Привет",
  ]
  private static let separators = [" ", " ", " ", " ", "  ", "\t", "", "", "\u{2003}", "-", "\n"]

  /// Words of all scripts.
  static func mixed(_ random: inout SeededGenerator, words count: Int) -> String {
    text(words, separators, &random, count)
  }

  /// Arabic and Latin words that join and have ligatures, with few break opportunities.
  static func joined(_ random: inout SeededGenerator, words count: Int) -> String {
    text(
      ["بببب", "لا", "السلام", "fi", "office", "ff", "AV", "حجر"], [" ", "", ""], &random, count)
  }

  private static func text(
    _ words: [String], _ separators: [String], _ random: inout SeededGenerator, _ count: Int
  ) -> String {
    var text = ""
    for _ in 0..<count {
      text += words.randomElement(using: &random) ?? ""
      text += separators.randomElement(using: &random) ?? ""
    }
    return text
  }
}
