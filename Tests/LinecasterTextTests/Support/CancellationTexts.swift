/// Texts whose stages take their time for different reasons.
enum CancellationTexts {
  /// What is repeated, by name.
  static let pieces: [(name: String, piece: String)] = [
    ("Latin", "The quick brown fox jumps over the lazy dog, twice. "),
    ("Arabic and Latin", "قال الرجل hello (12) ثم مضى world "),
    ("Chinese", "天地玄黃，宇宙洪荒。日月盈昃，"),
    ("Thai", "สวัสดีชาวโลกวันนี้อากาศดีมาก"),
    ("emoji", "😀👩‍💻👍🏽🇩🇪❤️"),
    ("one word", "abcdefghij"),
    ("lines", "line after line\n"),
  ]

  /// A text of about so many UTF-8 bytes.
  static func text(_ piece: String, bytes: Int) -> String {
    String(repeating: piece, count: max(1, bytes / piece.utf8.count))
  }
}
