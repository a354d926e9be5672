/// A piece of a paragraph, before emphasis is known.
struct InlineToken {
  enum Kind {
    /// Characters as they are.
    case text
    /// The characters between backticks.
    case code
    /// An address between `<` and `>`, which is its own text.
    case address
    /// The end of a line; hard ones stay.
    case lineEnd(isHard: Bool)
    /// `*`, `_` or `~` that may begin or end emphasis.
    case run(mark: Unicode.Scalar, canOpen: Bool, canClose: Bool)
    /// A bracket that became part of a link.
    case hidden
  }

  var kind: Kind
  /// Where its characters are.
  let range: Range<Int>
}
