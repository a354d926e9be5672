import LinecasterBase
public import LinecasterFonts

/// Which faces were asked for each grapheme of a text, and why each was taken or passed over.
///
///     let explanation = typesetter.explainFonts(of: "a你", style: TextStyle(weight: .bold))
///     print(explanation)  // which faces were asked, and why each was taken or passed over
///     let families = explanation.graphemes.map(\.face.family)
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

extension Typesetter {
  /// Says for each grapheme of a text which faces are asked and why one is taken.
  ///
  /// The faces are found as `prepare(_:)` finds them, only that nothing is remembered.
  ///
  /// - Complexity: O(graphemes × families near each). May run on any thread.
  public func explainFonts(of text: String, style: TextStyle = TextStyle()) -> FontExplanation {
    workers.withWorker { worker in
      let cascade = FontCascade(fonts: fonts, style: style)
      let (source, analysis) = WorkScope.finish { scope throws(CancellationError) in
        let text = AttributedText(text, style: style)
        let source = try SourceText(text, whiteSpace: .preWrap, scope)
        return (source, try worker.analyzer.analyze(source, style: ParagraphStyle(), scope))
      }
      return source.units.withUnsafeBufferPointer { units in
        FontExplanation(
          graphemes: analysis.graphemes.map { range in
            cascade.explain(
              FontCluster(text: units, range: range, properties: .init(analysis.properties)))
          })
      }
    }
  }
}

extension FontCascade {
  fileprivate func explain(_ cluster: FontCluster) -> FontExplanation.Grapheme {
    let named = matcher.named.map(matcher.entry)
    // The named families that the collection does not have come first.
    var trials = matcher.unknownNames.map {
      FontTrial(family: $0, style: "", isNamed: true, affinity: nil, outcome: .unknownFamily)
    }
    let found = search(cluster) { entry, affinity, outcome in
      trials.append(
        FontTrial(
          family: entry.description.family, style: entry.description.styleName,
          isNamed: named.contains { $0 === entry }, affinity: affinity, outcome: outcome))
    }
    let face = found ?? faceOfFirst(of: cluster) ?? primary
    return FontExplanation.Grapheme(
      text: String(decoding: cluster.text[cluster.range], as: UTF16.self),
      utf16Range: cluster.range, trials: trials, face: face,
      missing: found == nil ? cluster.missing(from: face) : [])
  }
}

extension TextAnalysis {
  fileprivate var graphemes: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for end in boundaries.indices.dropFirst()
    where end == boundaries.count - 1 || boundaries[end].contains(.grapheme) {
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }
}
