import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct PhraseBreakerTests {
  /// Sentences and random letters, as BudouX 0.7.0 divides them.
  private static let sentences = [
    "今日は|天気です",
    "本日は|とても|良い|天気なので|散歩に|出かけます",
    "すべての|人間は|生まれながらに|して|自由である",
    "かつ尊厳と|権利とに|ついて|平等である",
    "人間は|理性と|良心とを|授けられており",
    "互いに|同胞の|精神を|もって|行動しなければならない",
    "この|プログラムは|入力された|文字列を|分割します",
    "美しい|日本の|私と|川端康成",
    "サモア語リトアニア語エストニア語",
    "これは|ペンでは|ありません",
    "吾輩は|猫である|まだ|名前は|ない",
    "どこで|生れたかとんと|見当が|つかぬ",
    "こな|カがは|生と|よ由が|文るにで|メナ",
    "は|あで|命メが|自しり由が|自由カがり",
    "に|命てれナな|生し自さ命かと|由自い",
    "よと|命は|自がーる|語生メこ本由本よ",
    "さあかあで|自さ国語そ日れ々は|し文",
    "ナも|そな|語ナには|命自こそま々語由",
    "本は|でた人はがさ自|日れんまを|本ま",
    "もーし語がるれてあカカ語でも|日カ",
    "自由で|あり",
  ]

  private func divided(_ text: String) -> String {
    let units = Array(text.utf16)
    return units.withUnsafeBufferPointer { buffer in
      var phrases = PhraseBreaker(buffer)
      var divided: [UInt16] = []
      for unit in units.indices {
        if phrases.startsPhrase(at: unit) ?? false { divided += "|".utf16 }
        divided.append(units[unit])
      }
      return String(decoding: divided, as: UTF16.self)
    }
  }

  @Test(arguments: sentences)
  func phrasesAreThoseOfTheReference(text: String) {
    #expect(divided(text.filter { $0 != "|" }) == text)
  }

  /// Korean words stay whole in Korean and in Japanese text: their letters break as alphabetic
  /// ones, as in Chromium 156.
  @Test(arguments: ["ko", "ja"])
  func koreanWordsStayWhole(language: String) throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let style = TextStyle(language: language)
    let words = [
      "덴마크어", "국A가5나", "국(가", "가)국", "국.가", "국,가", "국%가", "$국", "국±5", "국@가", "국“가", "漢|국",
      "か|국", "국漢", "국-|가", "국/|가", "국!|가", "국…|가", "가」|국", "국|「가", "가|ㄱ",
    ]
    let paragraph = Paragraph(
      AttributedText(words.joined(separator: " ").filter { $0 != "|" }, style: style),
      style: ParagraphStyle(wordBreak: .autoPhrase))
    let prepared = typesetter.prepare(paragraph)
    var divided: [UInt16] = []
    for (index, unit) in prepared.text.enumerated() {
      let isPart = index > 0 && prepared.text[index - 1] != 0x20
      if isPart, prepared.boundaries[index].contains(.softBreak) { divided += "|".utf16 }
      divided.append(unit)
    }
    #expect(String(decoding: divided, as: UTF16.self) == words.joined(separator: " "))
  }

  @Test func phrasesAreKeptInJapaneseAndKorean() {
    for language in ["ko", "ja"] {
      #expect(LineRules(.css, .automatic, .autoPhrase, language: language).keepPhrases)
    }
    #expect(!LineRules(.css, .automatic, .autoPhrase, language: "zh").keepPhrases)
  }

  /// Only Japanese letters are divided, and never inside a surrogate pair.
  @Test func otherCharactersPartNothing() {
    #expect(divided("abc 123, 한국어") == "abc 123, 한국어")
    #expect(divided("") == "")
    let pairs = "あ" + String(repeating: "𠀀", count: 5_000)
    #expect(divided(pairs).filter { $0 != "|" } == pairs)
    #expect(divided("今日は123天気です。本日は") == "今日は123天気です。本日は")
  }
}
