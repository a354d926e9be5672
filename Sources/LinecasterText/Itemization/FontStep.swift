/// One pass over the faces of a cascade: which of them are asked for a grapheme.
struct FontStep: Hashable {
  /// Which faces are asked.
  enum Scope {
    /// Those of the families that the style names.
    case named
    /// One of each family that has something near the character.
    case others
    /// All of these families, whatever their style.
    case allStyles
  }

  /// What kind of glyphs the faces must have.
  enum Kind {
    case text
    case color
    case any
  }

  let scope: Scope
  let kind: Kind
}

extension FontCluster.Presentation {
  /// The passes for a grapheme, in order.
  ///
  /// As in browsers a named face draws what it has, emoji that no selector follows included;
  /// selectors and sequences outweigh the named families.
  var steps: [FontStep] {
    switch self {
    case .text: Self.textSteps
    case .selectedText: Self.selectedTextSteps
    case .emojiByDefault: Self.emojiByDefaultSteps
    case .emoji: Self.emojiSteps
    }
  }

  private static let textSteps = steps(
    (.named, .any), (.others, .text), (.others, .color), (.allStyles, .any))
  private static let selectedTextSteps = steps(
    (.named, .text), (.others, .text), (.named, .color), (.others, .color), (.allStyles, .any))
  private static let emojiByDefaultSteps = steps(
    (.named, .any), (.others, .color), (.others, .text), (.allStyles, .any))
  private static let emojiSteps = steps(
    (.named, .color), (.others, .color), (.named, .text), (.others, .text), (.allStyles, .any))

  private static func steps(_ steps: (FontStep.Scope, FontStep.Kind)...) -> [FontStep] {
    steps.map { FontStep(scope: $0, kind: $1) }
  }
}
