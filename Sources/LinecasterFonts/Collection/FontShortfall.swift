public import LinecasterBase

/// Something that text asks of its fonts and that they do not have, and what is drawn instead.
///
///     for shortfall in typesetter.fontShortfalls { print(shortfall) }
///
/// What characters no font has is told by `TextLayout.missingCharacters`.
public struct FontShortfall: Hashable, Sendable {
  /// What is not there.
  public enum Lack: Hashable, Sendable {
    /// The family: no font has the name. The nearest name that a family has, where one is near.
    case family(nearest: String?)
    /// A weight, and the one that is drawn.
    case weight(FontWeight, drawn: FontWeight)
    /// A width, and the one that is drawn.
    case width(FontWidth, drawn: FontWidth)
    /// A slant, and the one that is drawn.
    case slant(FontSlant, drawn: FontSlant)
    /// An axis of variation, which is left alone.
    case axis(FontTag)
  }

  /// The family, as the font spells it, or, where it is unknown, as the text's style does.
  @ExactText public private(set) var family: String
  /// What is not there.
  public let lack: Lack
  /// Whether a rasterizer makes it: bold letters of lighter ones, or leaning ones of upright ones.
  public let isSynthesized: Bool

  init(_ family: String, _ lack: Lack, isSynthesized: Bool = false) {
    self.family = family
    self.lack = lack
    self.isSynthesized = isSynthesized
  }
}

extension FontShortfall: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch lack {
    case .family(let nearest):
      "no font family is named '\(family)'" + (nearest.map { "; is it '\($0)'?" } ?? "")
    case .weight(let wanted, let drawn):
      "\(family) has no weight \(wanted.value): \(drawn.value) is drawn"
        + (isSynthesized ? ", made bolder" : "")
    case .width(let wanted, let drawn):
      "\(family) has no width of \(Int(saturating: wanted.percent)) %: "
        + "\(Int(saturating: drawn.percent)) % is drawn"
    case .slant(let wanted, let drawn):
      "\(family) has no \(wanted) letters: \(drawn) ones are drawn"
        + (isSynthesized ? ", made to lean" : "")
    case .axis(let tag): "\(family) has no axis '\(tag.name)'"
    }
  }
}

extension FontMatcher {
  /// What the named families, or where there are none the first one, lack of the request.
  ///
  /// Names that no family has are without the nearest one, which takes time to find.
  package var shortfalls: [FontShortfall] {
    unknownNames.map { FontShortfall(Self.short($0), .family(nearest: nil)) }
      + shortfalls(ofEntry: named[0])
  }

  /// A name cut to more than any font has, since texts may make up names of megabytes.
  private static func short(_ name: String) -> String {
    let shown = name.unicodeScalars.prefix(128)
    return shown.endIndex == name.endIndex
      ? name : String(String.UnicodeScalarView(shown)) + "…"
  }

  /// What a face lacks that text falls back to; a family that the text does not name lacks only
  /// what has to be made.
  package func shortfalls(of face: FontFace) -> [FontShortfall] {
    guard let number = number(of: face) else { return [] }
    let isNamed = named.contains(number)
    return shortfalls(ofEntry: number).filter { isNamed || $0.isSynthesized }
  }

  private func shortfalls(ofEntry number: Int) -> [FontShortfall] {
    let face = entry(number).description
    // Pictures have no weight and do not lean.
    guard !face.hasColorBitmaps else { return [] }
    let synthesis = FontMatch(face, request).synthesis
    var found: [FontShortfall] = []
    let weight = face.weights.nearest(to: request.weight)
    if weight != request.weight, !sets(.weightAxis) {
      let lack = FontShortfall.Lack.weight(request.weight, drawn: weight)
      found.append(FontShortfall(face.family, lack, isSynthesized: synthesis.emboldens))
    }
    let width = face.widths.nearest(to: request.width)
    if width != request.width, !sets(.widthAxis) {
      found.append(FontShortfall(face.family, .width(request.width, drawn: width)))
    }
    if !face.offers(request.slant) {
      let drawn = request.slant.substitutes.first(where: face.offers) ?? face.slant
      let lack = FontShortfall.Lack.slant(request.slant, drawn: drawn)
      found.append(FontShortfall(face.family, lack, isSynthesized: synthesis.slants))
    }
    let axes = Set(face.axes.map(\.tag))
    return found
      + request.variations.map(\.axis).filter { !axes.contains($0) }
      .map { FontShortfall(face.family, .axis($0)) }
  }

  /// Whether the request says itself where the face stands on an axis.
  private func sets(_ axis: FontTag) -> Bool { request.variations.contains { $0.axis == axis } }
}

extension FontCollection {
  /// The same shortfall with the nearest name of a family that there is, where the name is unknown.
  ///
  /// - Complexity: O(families).
  package func completed(_ shortfall: FontShortfall) -> FontShortfall {
    guard case .family = shortfall.lack else { return shortfall }
    let nearest = NearestName.of(shortfall.family, among: familyNames)
    return FontShortfall(shortfall.family, .family(nearest: nearest))
  }
}
