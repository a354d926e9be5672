/// A line breaking class of UAX 14, by ICU's number.
struct LineClass: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8

  /// The classes that `word-break: break-all` lets start a line after this one; the ordinary rules
  /// may let others.
  var breakAllFollowers: LineClassSet {
    switch self {
    case .ambiguous, .alphabetic, .breakAfter, .numeric, .complexContext, .symbol, .hebrewLetter:
      Self.letterLike.union([.opening, .prefix, .complexContext])
    case .closing: Self.letterLike.union([.prefix])
    case .closingParenthesis: Self.letterLike.union([.prefix, .complexContext])
    case .exclamation, .postfix: Self.letterLike.union([.prefix, .postfix])
    case .infix: Self.letterLike
    case .hyphen: [.numeric]
    case .prefix: [.postfix]
    default: []
    }
  }

  private static let letterLike: LineClassSet = [
    .ambiguous, .alphabetic, .breakAfter, .hyphen, .numeric, .hebrewLetter,
  ]
}
