#if SDL
  import Linecaster

  /// The texts of messages, in several scripts, with all kinds of blocks.
  enum Texts {
    static let senders = ["You", "Assistant"]

    /// The number of different answers.
    static var count: Int { answers.count }

    /// Returns the text of an older message.
    static func older(_ number: Int) -> String {
      number % 2 == 0 ? questions[number / 2 % questions.count] : answers[number / 2 % count]
    }

    /// Returns the text that a stream brings, in parts of a few bytes: characters may be cut.
    static func parts(ofStream number: Int) -> [[UInt8]] {
      let text = (0..<12).map { answers[(number * 3 + $0) % count] }.joined(separator: "\n\n")
      let bytes = Array(text.utf8)
      return stride(from: 0, to: bytes.count, by: 5).map {
        Array(bytes[$0..<min($0 + 5, bytes.count)])
      }
    }

    private static let questions = [
      "Which scripts join their letters?", "كيف تُكتب الأرقام؟", "देवनागरी में संयुक्ताक्षर क्या हैं?",
      "行頭に来ない文字は？", "מה כיוון המשפט?", "띄어쓰기는 어떻게 하나요?",
    ]

    private static let answers = [
      """
      ## Joining scripts

      **Arabic**, Syriac and N'Ko join *each* letter to its neighbours; Devanagari forms conjuncts.
      See [the standard](https://www.unicode.org/standard/standard.html).

      1. Shape the letters.
      2. Measure the glyphs.
      3. Break the lines.
      """,
      """
      العربية تُكتب من اليمين إلى اليسار، مع أرقام مثل 123 وكلمات مثل *Unicode*.

      - حروف متصلة
      - **تشكيل** فوق الحروف
      """,
      """
      संयुक्ताक्षर दो या अधिक व्यंजनों से बनते हैं: **क्ष**, **त्र**, **ज्ञ**।

      > क्षत्रिय, स्त्री, विद्यार्थी
      """,
      """
      日本語では、句読点が行頭に来ません。**「重点」**は太字です。

      | 文字 | 読み |
      |:----|----:|
      | 山 | やま |
      | 川 | かわ |
      | 海 | うみ |
      """,
      """
      Unicode הוא תקן לכל הכתבים (עם סוגריים), ו-*English* באמצע המשפט.

      ```swift
      let words = text.split(separator: " ")
      for word in words.sorted() {
        print(word, word.unicodeScalars.count)
      }
      ```
      """,
      """
      한국어는 띄어쓰기에서 줄을 바꿉니다. 👍🏽

      - [x] 한글
      - [ ] 한자
      """,
      """
      ภาษาไทยไม่มีช่องว่างระหว่างคำ บรรทัดจึงตัดตามพจนานุกรม

      Русский и ελληνικά: ~~старое~~ новое, `код` и ссылки[^1].

      [^1]: Сноска.
      """,
    ]
  }
#endif
