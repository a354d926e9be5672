public import LinecasterFonts

/// A face that was asked for a grapheme, and what came of it.
public struct FontTrial: Hashable, Sendable {
  /// What came of asking a face.
  public enum Outcome: Hashable, Sendable {
    /// The face draws the grapheme.
    case taken
    /// No family of the collection has the name.
    case unknownFamily
    /// Emoji are drawn in colour here, which the face does not do.
    case drawsNoColor
    /// The grapheme is to look like text, and the face has coloured images.
    case drawsColorOnly
    /// The face has no glyphs for some of the characters.
    case lacks([Unicode.Scalar])
    /// The face's file cannot be opened any more.
    case cannotBeOpened
  }

  /// The family, as the font spells it or, where it is unknown, as the text's style does.
  public let family: String
  /// The style within the family; may be empty.
  public let style: String
  /// Whether the text's style names the family.
  public let isNamed: Bool
  /// How well the face serves the language of the grapheme; nil where that decides nothing, as for
  /// named families and for languages written without Chinese characters.
  public let affinity: LanguageAffinity?
  /// What came of it.
  public let outcome: Outcome
}

extension FontTrial: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    let name = style.isEmpty ? family : "\(family) \(style)"
    let kinds = [isNamed ? "named" : nil, affinity.map { "language \($0)" }].compactMap { $0 }
    let kind = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    return "\(name)\(kind): \(outcome)"
  }
}

extension FontTrial.Outcome: CustomStringConvertible {
  /// A few words for people.
  public var description: String {
    switch self {
    case .taken: "taken"
    case .unknownFamily: "no such family"
    case .drawsNoColor: "passed over, draws no colour"
    case .drawsColorOnly: "passed over, draws in colour"
    case .lacks(let scalars): "lacks \(scalars.map(\.codePoint).joined(separator: " "))"
    case .cannotBeOpened: "cannot be opened"
    }
  }
}

extension Unicode.Scalar {
  /// The scalar's number as Unicode writes it, such as U+00E9.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
