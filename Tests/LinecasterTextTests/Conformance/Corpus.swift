import Foundation
import LinecasterTestSupport
import Testing

/// Texts in many languages: the shared ones if present, otherwise a few kilobytes of each language
/// from the words below.
enum Corpus {
  /// The names of all texts.
  static let names = [
    "arabic", "bidi", "chinese", "emoji", "english", "german", "hebrew", "hindi", "japanese",
    "korean", "russian", "thai",
  ]

  /// The paragraphs of a text.
  static func paragraphs(_ name: String) throws -> [String] {
    guard SharedFiles.mayRun(with: "corpus") else { return MadeText.paragraphs(name) }
    let path = try #require(SharedFiles.path("corpus/\(name).txt"))
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Messages in all languages, several in some of them.
  static func feedBodies() throws -> [String] {
    guard SharedFiles.mayRun(with: "corpus") else {
      let texts = names.map(MadeText.paragraphs)
      return (0..<60).map { row in
        texts.indices.filter { (row + $0).isMultiple(of: 1 + $0 % 5) }
          .map { texts[$0][row % texts[$0].count] }.joined(separator: row % 3 == 0 ? "\n" : " ")
      }
    }
    let path = try #require(SharedFiles.path("corpus/feed.jsonl.gz"))
    let lines = try Recordings.unpacked(path).split(separator: UInt8(ascii: "\n"))
    return try ConformanceSettings.sample(lines, 100).map {
      try JSONDecoder().decode(Message.self, from: $0).body
    }
  }

  private struct Message: Decodable {
    let body: String
  }
}

/// Sentences of common words in random order, which are the same in every run: enough for fonts and
/// line breaking rules of a language.
private enum MadeText {
  private struct Language {
    let words: [String]
    /// The separator of words; Thai words are found by a dictionary, Chinese ones by rules.
    var space = " "
    var ends = [". ", "! ", "? ", ", ", ": "]

    init(_ words: String, space: String = " ", ends: [String] = [". ", "! ", "? ", ", ", ": "]) {
      self.words = words.split(whereSeparator: \.isWhitespace).map(String.init)
      self.space = space
      self.ends = ends
    }
  }

  static func paragraphs(_ name: String) -> [String] {
    var random = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 * 31 + Int($1) }))
    return (0..<60).map { _ in paragraph(name, &random) }
  }

  private static func paragraph(_ name: String, _ random: inout SeededGenerator) -> String {
    switch name {
    case "bidi":
      let start = Bool.random(using: &random) ? "arabic" : "hebrew"
      let part = sentence("english", &random)
      let marked = Bool.random(using: &random) ? "\u{2068}\(part)\u{2069}" : "(\(part)) 1,234"
      return sentence(start, &random) + marked + " " + sentence(start, &random)
    case "emoji":
      return (0..<4).map { _ in
        sentence("english", &random) + (emoji.randomElement(using: &random) ?? "")
      }.joined(separator: " ")
    default:
      let count = Int.random(in: 1...5, using: &random)
      return (0..<count).map { _ in sentence(name, &random) }.joined()
    }
  }

  private static func sentence(_ name: String, _ random: inout SeededGenerator) -> String {
    guard let language = languages[name] else { return "" }
    let words = (0..<Int.random(in: 4...14, using: &random)).compactMap { _ in
      random.oneIn(15)
        ? "\(Int.random(in: 0...99_999, using: &random))"
        : language.words.randomElement(using: &random)
    }
    return words.joined(separator: language.space)
      + (language.ends.randomElement(using: &random) ?? "")
  }

  private static let emoji = [
    "😀", "🎉", "👍🏽", "👩‍💻", "👨‍👩‍👧‍👦", "🇩🇪", "🏳️‍🌈", "1️⃣", "❤️", "☎︎", "🧑🏿‍🚀", "⚽", "🇯🇵🇧🇷", "🫶🏻",
  ]

  private static let languages: [String: Language] = [
    "english": Language(
      """
      the of and a in for with office first fluffy affair window AVATAR Today yesterday morning \
      evening water bread coffee river mountain train ticket letter number paint quickly slowly \
      well-known don't it's “quoted” (maybe) e.g. 10:30 50% re-read rock’n’roll reading waiting
      """),
    "german": Language(
      """
      der die das und nicht mit über für Straße Häuser Fluss Übung Größe schön früher später \
      Donaudampfschifffahrt Geschwindigkeitsbegrenzung Kaffee Brötchen Zug Fahrkarte Brief Fenster \
      „Wort“ z.B. Abend Morgen heute gestern langsam schnell auffinden Schifffahrt weiß können
      """),
    "russian": Language(
      """
      и в не на что он она это как вода хлеб город река гора поезд письмо окно утро вечер сегодня \
      вчера быстро медленно большой ёлка объявление съезд юбилей щётка «слово» из-за \
      где-то счастье \
      путешествие достопримечательность человек дорога
      """),
    "arabic": Language(
      """
      في من على إلى هذا التي كان الماء الخبز المدينة النهر الجبل القطار الرسالة النافذة صباح مساء \
      اليوم أمس بسرعة ببطء كبير لا الله السلام عليكم مرحبًا مُحَمَّد لأن الآن استقبال المسؤولية «كلمة» \
      قهوة شمس قمر طريق
      """, ends: [". ", "! ", "؟ ", "، ", "؛ "]),
    "hebrew": Language(
      """
      של את על לא זה היא הוא מים לחם עיר נהר הר רכבת מכתב חלון בוקר ערב היום אתמול מהר לאט גדול \
      שָׁלוֹם צה״ל ירושלים תל־אביב ״מילה״ דרך שמש ירח קפה ספר ילדים אנחנו כתיבה
      """),
    "hindi": Language(
      """
      और के में है नहीं यह वह पानी रोटी शहर नदी पहाड़ ट्रेन पत्र खिड़की सुबह शाम आज कल जल्दी धीरे बड़ा नमस्ते \
      दुनिया क्षत्रिय ज्ञान श्री प्रार्थना विद्यार्थी कर्त्तव्य हिन्दी संस्कृति अँधेरा राष्ट्र द्वारा शक्ति
      """, ends: ["। ", "! ", "? ", ", "]),
    "thai": Language(
      """
      และ ของ ใน ที่ ไม่ น้ำ ขนมปัง เมือง แม่น้ำ ภูเขา รถไฟ จดหมาย หน้าต่าง ตอนเช้า ตอนเย็น วันนี้ เมื่อวาน เร็ว ช้า \
      ใหญ่ สวัสดี โลก ภาษาไทย ความสุข การเดินทาง ประเทศ โรงเรียน กาแฟ ผู้ใหญ่ กตัญญู ปฏิบัติ
      """, space: "", ends: [" ", " ", "ๆ "]),
    "japanese": Language(
      """
      私 は が を に 水 パン 町 川 山 電車 手紙 窓 朝 夕方 今日 昨日 速く ゆっくり 大きい こんにちは 世界 日本語 \
      コーヒー コンピューター 「言葉」 きっと 食べました 行きます ちょっと 々 (株) Swift 東京
      """, space: "", ends: ["。", "！", "？", "、", "……"]),
    "chinese": Language(
      """
      我 的 是 在 不 水 面包 城市 河 山 火车 信 窗户 早上 晚上 今天 昨天 快 慢 大 你好 世界 中文 咖啡 《书》 \
      “词” 学校 朋友 漢字 龍 北京 Linux 电脑 排版
      """, space: "", ends: ["。", "！", "？", "，", "——"]),
    "korean": Language(
      """
      그리고 는 을 에 물 빵 도시 강 산 기차 편지 창문 아침 저녁 오늘 어제 빨리 천천히 큰 안녕하세요 세계 한국어 \
      커피 “단어” 학교 친구 뷁 읽었습니다 값있는 닭볶음탕 서울 漢字
      """),
  ]
}
