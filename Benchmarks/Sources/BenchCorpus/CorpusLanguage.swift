/// A language of a corpus: a vocabulary of our own, and rules for inflection and sentences.
///
/// The sentences have no meaning. Their scripts, word lengths and punctuation are those of real
/// text, on which the work of a text engine depends.
public struct CorpusLanguage: Sendable {
  /// The name of the text file.
  public let name: String
  let words: [String]
  /// The prefixes and suffixes of words, chosen at random.
  var beginnings = [""]
  var endings = [""]
  /// The separator between words.
  var space = " "
  /// The sentence endings, chosen at random.
  var stops = [".", ".", ".", "!", "?"]
  var comma = ","
  /// The number of words in a sentence.
  var length = 4...14
  let authors: [String]

  func word(using random: inout SeededGenerator) -> String {
    random.pick(beginnings) + random.pick(words) + random.pick(endings)
  }

  /// Makes a sentence, sometimes with a number in it.
  func sentence(using random: inout SeededGenerator) -> String {
    let count = Int.random(in: length, using: &random)
    var sentence = ""
    for index in 0..<count {
      if index > 0 {
        sentence += Int.random(in: 0..<9, using: &random) == 0 ? comma + space : space
      }
      let isNumber = index > 0 && Int.random(in: 0..<25, using: &random) == 0
      let next =
        isNumber
        ? "\(Int.random(in: 2...2_030, using: &random))" : word(using: &random)
      sentence += index == 0 ? next.prefix(1).uppercased() + next.dropFirst() : next
    }
    return sentence + random.pick(stops)
  }

  /// Makes a paragraph of one to four sentences.
  func paragraph(using random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in sentence(using: &random) }
      .joined(separator: space.isEmpty ? "" : " ")
  }
}

extension CorpusLanguage {
  /// The languages of a corpus. The last ones mix scripts.
  public static let all = [
    english, german, russian, arabic, hebrew, hindi, thai, chinese, japanese, korean, emoji, bidi,
  ]

  private static let english = CorpusLanguage(
    name: "english",
    words: list(
      """
      the a of and to in is that for with on as by this from we they have not but time year way day
      thing world life hand part place case week company system question work number night point
      home water room mother area money story fact month lot right study book eye job word business
      issue side kind head house service friend father power hour game line end member law car city
      community name office affine waffle fjord quick brown lazy river mountain keyboard window
      """),
    endings: ["", "", "", "", "s", "ing", "ed", "’s"],
    authors: ["Ada King", "Bo Olsen", "Grace Hill", "Miles O’Dea", "Tom"])

  private static let german = CorpusLanguage(
    name: "german",
    words: list(
      """
      der die das und ist nicht ein auf mit für über schön größer Straße Mädchen Übung Zeit Haus
      Garten Wasser Fluss Brücke Schlüssel Fenster Bücher Abend Morgen Frühstück Zug Bahnhof Wetter
      Regen Schnee Süden Westen Käse Brötchen Kaffee Tür Köln Flügel Kinder Schule Arbeit Rathaus
      heißt fährt läuft schläft müde grün weiß öffnet hört gehört Geschwindigkeit Verwaltung
      """),
    endings: ["", "", "", "", "en", "ung", "sbegrenzung", "er"],
    authors: ["Jürgen Groß", "Änne Weiß", "Zoë Müller"])

  private static let russian = CorpusLanguage(
    name: "russian",
    words: list(
      """
      и в не на что он как это но они мы время год дом рука дело день жизнь слово место работа
      город вопрос сторона страна мир случай голова ребёнок сила конец вид система часть вода стол
      книга окно дорога машина улица друг вечер утро письмо песня река лес поле небо снег ветер
      съёмка подъезд щётка ёлка эхо яблоко южный жёлтый
      """),
    endings: ["", "", "", "а", "ом", "ами", "ы", "ский"],
    authors: ["Анна Орлова", "Пётр Щукин", "Юля"])

  private static let arabic = CorpusLanguage(
    name: "arabic",
    words: list(
      """
      في من على هذا كان بيت كتاب مدرسة وقت يوم سنة عمل مدينة ماء باب نافذة شارع صديق رسالة كلمة
      سؤال جواب صورة لغة قلم طريق جبل بحر نهر شمس قمر ليل صباح مساء طعام خبز شاي قهوة سوق سيارة
      قطار مطار رحلة حديقة شجرة زهرة طفل أم أب أخت مؤتمر مسؤول قراءة شيء إلى لأن لا الآن مكتبة
      """),
    beginnings: ["", "", "", "ال", "وال", "بال", "و"], endings: ["", "", "", "ها", "هم", "ات"],
    stops: [".", ".", "!", "؟"], comma: "،", authors: ["ليلى حسن", "عمر", "سلمى نجيب"])

  private static let hebrew = CorpusLanguage(
    name: "hebrew",
    words: list(
      """
      של על את זה לא כן גם או אם כי בית ספר זמן יום שנה עיר מים דלת חלון רחוב חבר מכתב מילה שאלה
      תשובה תמונה שפה עט דרך הר ים נהר שמש ירח לילה בוקר ערב אוכל לחם תה קפה שוק רכבת נסיעה גן
      עץ פרח ילד אם אב אחות עבודה מחשב מפתח שולחן כיסא מטבח ארוחה שיר חלום ענן גשם רוח
      """),
    beginnings: ["", "", "", "ה", "ו", "ב", "ל"], endings: ["", "", "", "ים", "ות"],
    authors: ["יעל כהן", "תומר", "נועה בר"])

  private static let hindi = CorpusLanguage(
    name: "hindi",
    words: list(
      """
      और है में की के को से यह वह नहीं पर एक समय घर दिन साल काम शहर पानी दरवाज़ा खिड़की सड़क मित्र
      पत्र शब्द प्रश्न उत्तर चित्र भाषा क़लम रास्ता पहाड़
      समुद्र नदी सूर्य चन्द्रमा रात सुबह शाम भोजन रोटी
      चाय बाज़ार गाड़ी यात्रा बग़ीचा वृक्ष फूल बच्चा
      माता पिता बहन पुस्तक विद्यालय क्षेत्र ज्ञान श्रम कृपया
      स्त्री स्वतन्त्रता दृष्टि राष्ट्र
      """),
    endings: ["", "", "", "ों", "ओं", "वाला"], stops: ["।", "।", "!", "?"],
    authors: ["अनन्या", "रवि शर्मा", "प्रिया सिंह"])

  private static let thai = CorpusLanguage(
    name: "thai",
    words: list(
      """
      และ ที่ ใน ไม่ เป็น มี ได้ ว่า ให้ กับ
      บ้าน เวลา วัน ปี งาน เมือง น้ำ ประตู หน้าต่าง ถนน เพื่อน
      จดหมาย คำถาม คำตอบ ภาพ ภาษา ปากกา ทาง ภูเขา ทะเล แม่น้ำ พระอาทิตย์ พระจันทร์ กลางคืน ตอนเช้า
      อาหาร ข้าว ชา กาแฟ ตลาด รถไฟ สนามบิน เดินทาง
      สวน ต้นไม้ ดอกไม้ เด็ก พ่อ พี่สาว หนังสือ โรงเรียน
      ผู้ใหญ่ กุ้ง ญี่ปุ่น ก๋วยเตี๋ยว
      """),
    endings: ["", "", "", "", " "], space: "",
    stops: ["", " ", "ๆ", "?"], comma: "", length: 6...24,
    authors: ["สมชาย", "นภา ใจดี"])

  private static let chinese = CorpusLanguage(
    name: "chinese",
    words: list(
      """
      的 是 在 不 了 我们 他们 时间 年 天 家 工作 城市 水 门 窗户 街道 朋友 信 词语 问题 回答 图片
      语言 笔 道路 山 海 河 太阳 月亮 夜晚 早晨 食物 面包 茶 咖啡 市场 火车 飞机 旅行 花园 树木
      花朵 孩子 母亲 父亲 姐姐 图书馆 学校 电脑 键盘 屏幕 软件 系统 版本 说明 文件 目录 网络 安全
      數據 繁體 龍 藝術
      """),
    space: "", stops: ["。", "。", "。", "！", "？"], comma: "，", length: 5...24,
    authors: ["李雷", "韩梅梅", "王小明"])

  private static let japanese = CorpusLanguage(
    name: "japanese",
    words: list(
      """
      これ それ ここ 私 時間 年 日 家 仕事 町 水 ドア 窓 道 友達 手紙 言葉 質問 答え 写真 言語 ペン 山
      海 川 太陽 月 夜 朝 食べ物 パン お茶 コーヒー 市場 電車 飛行機 旅行 庭 木 花 子供 母 父 姉 本 学校
      コンピューター キーボード ソフトウェア システム バージョン ファイル ネットワーク 「資料」 図書館 ありがとう
      """),
    endings: ["は", "が", "を", "に", "の", "で", "と", "です", "ました"], space: "",
    stops: ["。", "。", "。", "！", "？"], comma: "、", length: 4...16,
    authors: ["佐藤ゆき", "田中", "アオイ"])

  private static let korean = CorpusLanguage(
    name: "korean",
    words: list(
      """
      이것 그것 여기 우리 시간 해 날 집 일 도시 물 문 창문 길 친구 편지 말 질문 대답 사진 언어 펜 산 바다
      강 태양 달 밤 아침 음식 빵 차 커피 시장 기차 비행기 여행 정원 나무 꽃 아이 어머니 아버지 누나 책
      학교 컴퓨터 자판 화면 소프트웨어 시스템 파일 네트워크 도서관 값 읽기
      """),
    endings: ["", "은", "을", "에서", "에", "의", "으로", "입니다"],
    authors: ["김민준", "이서연"])

  private static let emoji = CorpusLanguage(
    name: "emoji",
    words: english.words + emojis + emojis, stops: ["", " 🎉", " 😀", "!", " ❤️"],
    authors: ["Zed 🎧", "🦊"])

  /// Words of both directions in one sentence.
  private static let bidi = CorpusLanguage(
    name: "bidi",
    words: english.words + arabic.words + arabic.words + hebrew.words + hebrew.words,
    stops: [".", "!", " (ok)", "؟"], authors: ["יעל Novak", "Omar حسن"])

  static let emojis = list(
    """
    😀 😂 🙂 😍 🤔 😢 😱 👍 👏 🙏 💪 🎉 🎂 🔥 ⭐️ ❤️ ✅ ⚠️ ☕️
    🍕 🍺 🚀 🚲 🏠 🌍 🌧️ ☀️ 🐈 🐕 🦊 👩🏽‍💻 👨‍👩‍👧‍👦 🧑🏿‍🚀 ✌🏽 👋🏻 🇩🇪 🇯🇵 🇧🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿
    1️⃣ 🏳️‍🌈 🤷🏾‍♀️
    """)

  private static func list(_ words: String) -> [String] {
    words.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
