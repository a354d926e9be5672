public import LinecasterBase

/// A font property that text requests but that its fonts do not have, and the replacement.
///
///     for issue in typesetter.fontIssues { print(issue) }
///
/// `TextLayout.missingCharacters` reports characters that no font has.
public struct FontIssue: Hashable, Sendable {
  /// The kind of missing property.
  public enum Kind: Hashable, Sendable {
    /// No font has this family name; `nearest` is the most similar known name, if there is one.
    case family(nearest: String?)
    /// The requested weight is missing; `drawn` is used instead.
    case weight(FontWeight, drawn: FontWeight)
    /// The requested width is missing; `drawn` is used instead.
    case width(FontWidth, drawn: FontWidth)
    /// The requested slant is missing; `drawn` is used instead.
    case slant(FontSlant, drawn: FontSlant)
    /// The requested variation axis is missing and ignored.
    case axis(FontTag)
  }

  /// The family name, as spelled in the font, or as in the text's style if the family is unknown.
  @ExactText public private(set) var family: String
  /// The missing property.
  public let kind: Kind
  /// Whether the rasterizer synthesizes the property: bold from lighter letters, or slanted from
  /// upright letters.
  public let isSynthesized: Bool

  init(_ family: String, _ kind: Kind, isSynthesized: Bool = false) {
    self.family = family
    self.kind = kind
    self.isSynthesized = isSynthesized
  }
}

extension FontIssue: CustomStringConvertible {
  /// The issue as a sentence for display.
  public var description: String {
    switch kind {
    case .family(let nearest):
      "no font family is named '\(family)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .weight(let wanted, let drawn):
      "\(family) has no weight \(wanted.value); \(drawn.value) is used"
        + (isSynthesized ? ", with synthesized bold" : "")
    case .width(let wanted, let drawn):
      "\(family) has no width of \(Int(saturating: wanted.percent)) %; "
        + "\(Int(saturating: drawn.percent)) % is used"
    case .slant(let wanted, let drawn):
      "\(family) has no \(wanted) style; \(drawn) is used"
        + (isSynthesized ? ", with synthesized slant" : "")
    case .axis(let tag): "\(family) has no axis '\(tag.name)'"
    }
  }
}

extension FontMatcher {
  /// The properties of the request that the named families, or else the first family, do not have.
  ///
  /// Unknown names come without the nearest one, which is slow to find.
  package var issues: [FontIssue] {
    unknownNames.map { FontIssue(Self.short($0), .family(nearest: nil)) }
      + issues(ofEntry: named[0])
  }

  /// Returns a name shortened to more than any font uses, because texts may contain names of
  /// megabytes.
  private static func short(_ name: String) -> String {
    let shown = name.unicodeScalars.prefix(128)
    return shown.endIndex == name.endIndex
      ? name : String(String.UnicodeScalarView(shown)) + "…"
  }

  /// Returns the properties of the request that a fallback face does not have. For a family that
  /// the text does not name, only synthesized properties count.
  package func issues(of face: FontFace) -> [FontIssue] {
    guard let number = number(of: face) else { return [] }
    let isNamed = named.contains(number)
    return issues(ofEntry: number).filter { isNamed || $0.isSynthesized }
  }

  private func issues(ofEntry number: Int) -> [FontIssue] {
    let face = entry(number).description
    // Images have neither weight nor slant.
    guard !face.hasColorBitmaps else { return [] }
    let synthesis = FontMatch(face, request).synthesis
    var found: [FontIssue] = []
    let weight = face.weights.nearest(to: request.weight)
    if weight != request.weight, !sets(.weightAxis) {
      let kind = FontIssue.Kind.weight(request.weight, drawn: weight)
      found.append(FontIssue(face.family, kind, isSynthesized: synthesis.emboldens))
    }
    let width = face.widths.nearest(to: request.width)
    if width != request.width, !sets(.widthAxis) {
      found.append(FontIssue(face.family, .width(request.width, drawn: width)))
    }
    if !face.supports(request.slant) {
      let drawn = request.slant.substitutes.first(where: face.supports) ?? face.slant
      let kind = FontIssue.Kind.slant(request.slant, drawn: drawn)
      found.append(FontIssue(face.family, kind, isSynthesized: synthesis.slants))
    }
    let axes = Set(face.axes.map(\.tag))
    return found
      + request.variations.map(\.axis).filter { !axes.contains($0) }
      .map { FontIssue(face.family, .axis($0)) }
  }

  /// Whether the request sets an axis explicitly.
  private func sets(_ axis: FontTag) -> Bool { request.variations.contains { $0.axis == axis } }
}

extension FontCollection {
  /// Returns the issue with the nearest known family name, if the name is unknown.
  ///
  /// - Complexity: O(families).
  package func completed(_ issue: FontIssue) -> FontIssue {
    guard case .family = issue.kind else { return issue }
    let nearest = NearestName.of(issue.family, among: familyNames)
    return FontIssue(issue.family, .family(nearest: nearest))
  }
}
