/// A lexical element of Swift source that is not a comment.
struct SwiftToken: Equatable {
  enum Kind {
    /// An identifier or a keyword, with its backticks if it has any.
    case word
    /// One character of an operator or of punctuation.
    case mark
    /// A whole string literal, interpolations included; the text lacks its delimiters.
    case string
  }

  let kind: Kind
  let text: String
  /// The line it begins on, from 1.
  let line: Int
}
