extension FeedItem {
  /// What stands in the avatar: the author's first character that can be seen.
  var initial: String {
    guard let first = author.first(where: { !$0.isWhitespace }) else { return "" }
    guard first.utf8.count > Self.longestInitial else { return String(first) }
    return first.unicodeScalars.first.map(String.init) ?? ""
  }

  /// More bytes than any emoji sequence takes; letters under a heap of marks are shown without.
  private static let longestInitial = 64
}

extension String {
  /// The text with a space in place of line breaks.
  var onOneLine: String {
    contains(where: \.isNewline)
      ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}
