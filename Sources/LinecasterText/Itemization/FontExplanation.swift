public import LinecasterFonts

/// Which faces were asked for each grapheme of a text, and why each was taken or passed over.
public struct FontExplanation: Hashable, Sendable {
  /// What was found for a grapheme.
  public struct Grapheme: Hashable, Sendable {
    /// The grapheme.
    public let text: String
    /// Where it is in the text, in UTF-16 units.
    public let utf16Range: Range<Int>
    /// The faces asked, in order; the last one is taken, unless something is missing.
    public let trials: [FontTrial]
    /// The face that draws the grapheme, or the empty boxes in its place.
    public let face: FontFace
    /// The characters that the face has no glyphs for.
    public let missing: [Unicode.Scalar]
  }

  /// The graphemes in the order of the text.
  public let graphemes: [Grapheme]
}

extension FontExplanation: CustomStringConvertible {
  /// A paragraph for people for each stretch of text with the same story.
  public var description: String {
    var paragraphs: [(text: String, grapheme: Grapheme)] = []
    for grapheme in graphemes {
      if let last = paragraphs.last, last.grapheme.hasSameStory(as: grapheme) {
        paragraphs[paragraphs.count - 1].text += grapheme.text
      } else {
        paragraphs.append((grapheme.text, grapheme))
      }
    }
    return paragraphs.map { $1.story(of: $0) }.joined(separator: "\n")
  }
}

extension FontExplanation.Grapheme {
  fileprivate func hasSameStory(as other: Self) -> Bool {
    face == other.face && trials == other.trials && missing.isEmpty && other.missing.isEmpty
  }

  fileprivate func story(of text: String) -> String {
    let scalars = text.unicodeScalars.prefix(8).map(\.codePoint).joined(separator: " ")
    let more = text.unicodeScalars.count > 8 ? " …" : ""
    let drawn = "  drawn from \(face.drawnName)"
    let lacking =
      missing.isEmpty
      ? [] : ["  missing: \(missing.map(\.codePoint).joined(separator: " "))"]
    return
      (["\(String(reflecting: text)) \(scalars)\(more)"] + trials.map { "  \($0)" } + [drawn]
      + lacking)
      .joined(separator: "\n")
  }
}

extension FontFace {
  /// The names of family and style, the place on the axes and what is synthesized, for people.
  fileprivate var drawnName: String {
    let places = variations.map { "\($0.axis.name)=\($0.value)" }
    let added = [
      synthesis.emboldens ? "made bolder" : nil, synthesis.slants ? "made to lean" : nil,
    ].compactMap { $0 }
    let names = styleName.isEmpty ? family : "\(family) \(styleName)"
    return ([names] + places + added).joined(separator: ", ")
  }
}
