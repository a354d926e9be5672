/// Feeds to draw.
enum Feed {
  /// Three messages of mixed scripts, with an emoji and a long word.
  static let mixed = """
    {"id": 1, "author": "Ada", "time": 1700000155, "body": "Office, fjord & AVATAR."}
    {"id": 2, "author": "ليلى", "time": 170, "body": "مرحبًا بالعالم 123!", "avatar": "#D63"}
    {"id": "3", "author": "田中 🎉", "time": "now", "body": "日本語の文章 😀 क्षत्रिय", "avatar": "#FFE066"}

    """

  /// Returns short messages with repeated identifiers.
  static func short(rows: Int) -> String {
    (0..<rows).map { row in
      #"{"id": \#(row % 7), "author": "Author \#(row)", "time": \#(row), "body": "Row \#(row)"}"#
    }
    .joined(separator: "\n")
  }
}
