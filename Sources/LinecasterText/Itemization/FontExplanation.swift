import LinecasterBase
public import LinecasterFonts

/// The faces tested for each grapheme of a text, with the reason each was used or skipped.
///
///     let explanation = typesetter.explainFonts(of: "a你", style: TextStyle(weight: .bold))
///     print(explanation)  // which faces were asked, and why each was taken or passed over
///     let families = explanation.graphemes.map(\.face.family)
public struct FontExplanation: Hashable, Sendable {
  /// The faces tested for one grapheme, and the face that draws it.
  public struct Grapheme: Hashable, Sendable {
    /// The grapheme.
    public let text: String
    /// The grapheme's range in the text, in UTF-16 units.
    public let utf16Range: Range<Int>
    /// The tested faces in order; the last one is used unless glyphs are missing.
    public let trials: [FontTrial]
    /// The face that draws the grapheme, or the empty boxes for missing glyphs.
    public let face: FontFace
    /// The characters for which the face has no glyphs.
    public let missing: [Unicode.Scalar]
  }

  /// The graphemes in text order.
  public let graphemes: [Grapheme]
}

extension FontExplanation: CustomStringConvertible {
  /// A readable paragraph for each stretch of text with the same explanation.
  ///
  /// - Complexity: O(graphemes × tested faces).
  public var description: String {
    var paragraphs: [(text: String, grapheme: Grapheme)] = []
    for grapheme in graphemes {
      if let last = paragraphs.last, last.grapheme.hasSameExplanation(as: grapheme) {
        paragraphs[paragraphs.count - 1].text += grapheme.text
      } else {
        paragraphs.append((grapheme.text, grapheme))
      }
    }
    return paragraphs.map { $1.explanation(of: $0) }.joined(separator: "\n")
  }
}

extension FontExplanation.Grapheme {
  fileprivate func hasSameExplanation(as other: Self) -> Bool {
    face == other.face && trials == other.trials && missing.isEmpty && other.missing.isEmpty
  }

  fileprivate func explanation(of text: String) -> String {
    let scalars = text.unicodeScalars.prefix(8).map(\.codePoint).joined(separator: " ")
    let more = text.unicodeScalars.count > 8 ? " …" : ""
    let drawn = "  drawn from \(face.drawnName)"
    let missed =
      missing.isEmpty
      ? [] : ["  missing: \(missing.map(\.codePoint).joined(separator: " "))"]
    return
      (["\(String(reflecting: text)) \(scalars)\(more)"] + trials.map { "  \($0)" } + [drawn]
      + missed)
      .joined(separator: "\n")
  }
}

extension FontFace {
  /// The family and style names, variation values and synthesized styles, for display.
  fileprivate var drawnName: String {
    let places = variations.map { "\($0.axis.name)=\($0.value)" }
    let added = [
      synthesis.emboldens ? "synthesized bold" : nil, synthesis.slants ? "synthesized slant" : nil,
    ].compactMap { $0 }
    let names = styleName.isEmpty ? family : "\(family) \(styleName)"
    return ([names] + places + added).joined(separator: ", ")
  }
}

/// A face that was tested for a grapheme, and the result.
public struct FontTrial: Hashable, Sendable {
  /// The result of testing a face.
  public enum Outcome: Hashable, Sendable {
    /// The face draws the grapheme.
    case taken
    /// No family of the collection has the name.
    case unknownFamily
    /// The grapheme needs colour glyphs, which the face does not have.
    case drawsNoColor
    /// The grapheme needs monochrome glyphs, and the face has only colour images.
    case drawsColorOnly
    /// The face has no glyphs for the given characters of the grapheme.
    case misses([Unicode.Scalar])
    /// The face's file can no longer be opened.
    case cannotBeOpened
  }

  /// The family name from the font, or from the style if no such family is known.
  public let family: String
  /// The style name within the family; may be empty.
  public let style: String
  /// Whether the text's style names the family.
  public let isNamed: Bool
  /// The face's affinity for the grapheme's language; `nil` if the language does not matter, for
  /// example for named families and for languages written without Chinese characters.
  public let affinity: LanguageAffinity?
  /// The result of testing the face.
  public let outcome: Outcome
}

extension FontTrial: CustomStringConvertible {
  /// A readable line with the family, the style and the result.
  public var description: String {
    let name = style.isEmpty ? family : "\(family) \(style)"
    let kinds = [isNamed ? "named" : nil, affinity.map { "language \($0)" }].compactMap { $0 }
    let kind = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    return "\(name)\(kind): \(outcome)"
  }
}

extension FontTrial.Outcome: CustomStringConvertible {
  /// A short readable phrase for the result.
  public var description: String {
    switch self {
    case .taken: "taken"
    case .unknownFamily: "no such family"
    case .drawsNoColor: "skipped, has no colour glyphs"
    case .drawsColorOnly: "skipped, has only colour glyphs"
    case .misses(let scalars): "misses \(scalars.map(\.codePoint).joined(separator: " "))"
    case .cannotBeOpened: "cannot be opened"
    }
  }
}

extension Typesetter {
  /// Explains for each grapheme of a text which faces are tested and why one is used.
  ///
  /// Uses the same fallback as `prepare(_:)`, but caches nothing.
  ///
  /// - Complexity: O(graphemes × tested families). Thread-safe.
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
    // Named families that the collection does not have come first.
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
