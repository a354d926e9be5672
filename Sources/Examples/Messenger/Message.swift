#if SDL
  import Foundation
  import Linecaster

  /// A message.
  struct Message: Hashable, Sendable {
    var id: UUID
    var author: Int
    @ExactText var text: String
    var picture: ImageReference?
    var isLiked = false
    var edits = 0

    static let authors = ["Ada Lovelace", "ليلى حداد", "अनन्या शर्मा", "田中 美咲", "דנה לוי", "김민준"]
    private static let texts = [
      "Shaped, measured and painted off the main thread.",
      "مرحبًا بالعالم! هذا نص عربي متصل من اليمين إلى اليسار.",
      "क्षत्रिय, स्त्री, विद्यार्थी: संयुक्ताक्षर ठीक जगह पर, मात्राएँ भी।",
      "日本語の文章は、どの文字の間でも改行できますが、句読点は行頭に来ません。",
      "עברית מימין לשמאל (עם סוגריים) ו-English באמצע המשפט.",
      "한국어 문장은 띄어쓰기에서 줄을 바꿉니다. 👍🏽",
      "ภาษาไทยไม่มีช่องว่างระหว่างคำ บรรทัดจึงตัดตามพจนานุกรม",
      "In colour: 😀 👩‍👩‍👧 🏳️‍🌈 — a family is one glyph, a flag is one glyph.",
    ]

    /// The message for a number, equal in every run except for its identifier.
    static func numbered(_ number: Int) -> Message {
      Message(
        id: UUID(), author: number * 7 % authors.count, text: texts[number * 5 % texts.count],
        picture: number % 9 == 4 ? ImageReference("\(number)") : nil)
    }
  }

  /// Images that load slowly, as from a remote server: colour gradients by number.
  struct Pictures: ImageSource {
    static let size = Size(width: 240, height: 90)

    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      try await Task.sleep(for: .milliseconds(400))
      let hue = UInt8(truncatingIfNeeded: (Int(image.name) ?? 0) * 37)
      let size = Size(width: Double(size?.width ?? 240), height: Double(size?.height ?? 90))
      let slope = LinearGradient(
        angle: 90,
        stops: [
          GradientStop(Color(red: hue, green: 120, blue: 255 &- hue), at: 0),
          GradientStop(Color(red: 250, green: hue, blue: 120), at: 1),
        ])
      var list = DisplayList(size: size)
      list.append(.fill(DisplayShape(Rect(origin: .zero, size: size)), .linear(slope)))
      return try DisplayRasterizer().rasterize(list, scale: .one)
    }
  }
#endif
