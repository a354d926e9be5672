public import LinecasterBase

/// Finds the faces of a collection for one request, and caches them.
///
/// Not thread-safe. A file is opened when one of its faces is requested.
package final class FontMatcher {
  /// The request.
  let request: FontRequest
  /// The face of each named family in the collection, as indices of entries, best first; if there
  /// are none, the face of the first family. Never empty.
  package let named: [Int]
  /// The names that match no family of the collection.
  package let unknownNames: [String]
  /// The language of Han characters in the request's language.
  private let language: HanLanguage?
  /// The families searched first for Arabic letters.
  private let styleFamilies: [Int]

  private let index: FontIndex
  /// The face of each family, as the index of an entry, or `unmatched`.
  private var matches: [Int32]
  private var faces: [Int: FontFace?] = [:]
  private static let unmatched: Int32 = -1

  /// Creates a matcher for a request.
  package init(fonts: FontCollection, request: FontRequest) {
    index = fonts.index
    self.request = request
    language = request.language.flatMap(HanLanguage.init(languageTag:))
    matches = Array(repeating: Self.unmatched, count: index.families.count)
    styleFamilies = index.styleFamilies(of: request.language)
    var named: [Int] = []
    var unknown: [String] = []
    for name in request.exactFamilies.map(\.string) {
      guard let best = index.nearest(to: request, among: index.faces(named: name)) else {
        unknown.append(name)
        continue
      }
      if !named.contains(best) { named.append(best) }
    }
    unknownNames = unknown
    self.named =
      named.isEmpty ? [index.nearest(to: request, among: index.families[0]) ?? 0] : named
  }

  /// The face that draws missing characters: that of the first named family that can be opened.
  package var primary: FontFace {
    for entry in named {
      if let face = face(entry) { return face }
    }
    return index.lastResort
  }

  /// Returns an entry of the collection.
  package func entry(_ number: Int) -> FontEntry { index.entries[number] }

  /// Returns the face of an entry as drawn for the request; `nil` if it cannot be opened.
  package func face(_ entry: Int) -> FontFace? {
    if let known = faces[entry] { return known }
    let face = (try? index.entries[entry].face()).map { opened in
      let match = FontMatch(index.entries[entry].description, request)
      return opened.instance(variations: match.variations, synthesis: match.synthesis)
    }
    faces[entry] = .some(face)
    return face
  }

  /// Returns the entry of a face that this matcher opened; `nil` for any other face.
  func number(of face: FontFace) -> Int? { faces.first { $0.value == face }?.key }

  /// Calls `body` with the faces that may have a scalar, one per family, until it returns true.
  ///
  /// Faces for the language come first: the only language written with the scalar or, for Han
  /// characters, that of the request. Arabic letters try faces in the style of the request's
  /// language first. Otherwise the collection's order applies.
  package func search(near value: UInt32, _ body: (Int, LanguageAffinity?) -> Bool) {
    let families = index.pages.families(near: value)
    guard let language = language(of: value) else {
      let first = styleFamilies.isEmpty || !ArabicLetters.contains(value) ? [] : styleFamilies
      for family in first where body(match(family), nil) { return }
      for family in families where !first.contains(Int(family)) {
        if body(match(Int(family)), nil) { return }
      }
      return
    }
    for affinity in LanguageAffinity.allCases {
      for family in families {
        let entry = match(Int(family))
        if index.entries[entry].hanLanguages().affinity(language) == affinity,
          body(entry, affinity)
        {
          return
        }
      }
    }
  }

  private func language(of value: UInt32) -> HanLanguage? {
    HanLanguage(scriptOf: value) ?? (HanLanguage.distinguishes(value) ? language : nil)
  }

  /// Calls `body` with all faces that may have a scalar, in any style, until it returns true.
  package func searchAllStyles(near value: UInt32, _ body: (Int) -> Bool) {
    for family in index.pages.families(near: value) {
      for entry in index.families[Int(family)] where body(entry) { return }
    }
  }

  /// Returns the face of a family that is nearest to the request.
  private func match(_ family: Int) -> Int {
    if matches[family] == Self.unmatched {
      let best = index.nearest(to: request, among: index.families[family])
      matches[family] = Int32(best ?? index.families[family][0])
    }
    return Int(matches[family])
  }
}

/// The blocks of Arabic letters, which languages write in different styles.
private enum ArabicLetters {
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case 0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: true
    default: false
    }
  }
}

extension FontIndex {
  /// Returns the face nearest to a request, the first of several; `nil` if `faces` is empty.
  func nearest(to request: FontRequest, among faces: [Int]) -> Int? {
    guard faces.count > 1 else { return faces.first }
    return faces.map { ($0, FontMismatch(entries[$0].description, request)) }
      .min { $0.1 < $1.1 }?.0
  }
}

extension FontCollection {
  /// Returns the face for a request, at the request's axis values; `nil` if no named family is
  /// known.
  ///
  /// The face is from the first named family that the collection has: the one nearest in width,
  /// slant and weight (CSS Fonts 4 §5.2). Of equally near faces, the collection's first one is
  /// used. Names are compared ignoring case. A family without bold or slanted letters gives a
  /// synthesized face.
  ///
  /// - Complexity: O(faces of the family).
  public func face(for request: FontRequest) -> FontFace? {
    let isKnown = request.families.contains { !index.faces(named: $0).isEmpty }
    return isKnown ? FontMatcher(fonts: self, request: request).primary : nil
  }

  /// Returns the face of a family nearest in slant and weight; `nil` if the family is unknown.
  ///
  /// - Complexity: O(faces of the family).
  public func face(family: String, weight: FontWeight, slant: FontSlant) -> FontFace? {
    face(for: FontRequest(families: [family], weight: weight, slant: slant))
  }

  /// Returns the font cascade of a request: the faces of the named families, then all others in
  /// order.
  ///
  /// The cascade has one face per family. Unknown names are skipped. It is never empty.
  ///
  /// - Complexity: O(faces); opens one file per family.
  public func cascade(for request: FontRequest) -> [FontFace] {
    let matcher = FontMatcher(fonts: self, request: request)
    var seen = Set(matcher.named)
    let named = request.exactFamilies.isEmpty ? [] : matcher.named
    let others = index.families.compactMap { index.nearest(to: request, among: $0) }
      .filter { named.isEmpty || seen.insert($0).inserted }
    let faces = (named + others).compactMap(matcher.face)
    return faces.isEmpty ? [index.lastResort] : faces
  }

  /// Returns the part of a request that determines its faces here: equal parts find equal faces.
  package func distinguishing(_ request: FontRequest) -> FontRequest {
    var request = request
    if !index.hasOpticalSizes { request.size = 0 }
    return request
  }
}

/// The axis values and synthesis that draw a face for a request.
struct FontMatch {
  let variations: [FontVariation]
  let synthesis: FontSynthesis

  init(_ face: FontDescription, _ request: FontRequest) {
    let slant = request.slant.substitutes.first(where: face.supports) ?? face.slant
    variations =
      Self.places(slant, request).filter { place in face.axes.contains { $0.tag == place.axis } }
      + request.variations
    synthesis =
      face.hasColorBitmaps
      ? .none
      : FontSynthesis(
        emboldens: Self.emboldens(request.weight, heaviest: face.weights.upperBound),
        slants: slant == .upright && request.slant != .upright)
  }

  /// Returns the values on the registered axes for weight, width, slant and size.
  private static func places(_ slant: FontSlant, _ request: FontRequest) -> [FontVariation] {
    var places = [
      FontVariation(.weightAxis, Double(request.weight.value)),
      FontVariation(.widthAxis, request.width.percent),
      FontVariation(.italicAxis, slant == .italic ? 1 : 0),
    ]
    if slant != .italic {
      places.append(FontVariation(.slantAxis, request.slant == .upright ? 0 : -obliqueAngle))
    }
    if request.size > 0 { places.append(FontVariation(.opticalSizeAxis, request.size)) }
    return places
  }

  /// Whether the heaviest weight of a face is visibly too light.
  private static func emboldens(_ wanted: FontWeight, heaviest: FontWeight) -> Bool {
    wanted >= .semibold && heaviest < .semibold && wanted.value - heaviest.value >= 200
  }

  /// The default angle of oblique, in degrees (CSS Fonts 4 §2.4).
  private static let obliqueAngle = 14.0
}

/// The distance between a face and a request (CSS Fonts 4 §5.2, step 4); smaller is nearer.
///
/// Width counts most, then slant, then weight. A variable face counts with its nearest axis values.
struct FontMismatch: Comparable {
  /// One of the standard's searches along a scale: its number and the distance to the value found.
  private struct Search: Comparable {
    let number: Int
    let distance: Double

    static func < (left: Search, right: Search) -> Bool {
      (left.number, left.distance) < (right.number, right.distance)
    }
  }

  private let width: Search
  private let slant: Int
  private let weight: Search

  init(_ face: FontDescription, _ request: FontRequest) {
    width = Self.width(face.widths, wanted: request.width)
    slant = request.slant.substitutes.firstIndex(where: face.supports) ?? Int.max
    weight = Self.weight(face.weights, wanted: request.weight)
  }

  static func < (left: FontMismatch, right: FontMismatch) -> Bool {
    if left.width != right.width { return left.width < right.width }
    if left.slant != right.slant { return left.slant < right.slant }
    return left.weight < right.weight
  }

  /// Prefers narrower faces for widths up to normal, and wider faces above.
  private static func width(_ widths: ClosedRange<FontWidth>, wanted: FontWidth) -> Search {
    let nearest = widths.nearest(to: wanted)
    let isOnFirstSide = wanted <= .normal ? nearest <= wanted : nearest >= wanted
    return Search(
      number: isOnFirstSide ? 0 : 1, distance: abs(nearest.percent - wanted.percent))
  }

  /// For 400 to 500, prefers heavier weights up to 500, then lighter ones, then the rest; below,
  /// lighter ones first; above, heavier ones first.
  private static func weight(_ weights: ClosedRange<FontWeight>, wanted: FontWeight) -> Search {
    let nearest = weights.nearest(to: wanted).value
    let number =
      switch wanted.value {
      case ..<400: nearest <= wanted.value ? 0 : 1
      case 501...: nearest >= wanted.value ? 0 : 1
      default: nearest < wanted.value ? 1 : nearest <= 500 ? 0 : 2
      }
    return Search(number: number, distance: Double(abs(nearest - wanted.value)))
  }
}

extension FontSlant {
  /// The slant and its substitutes, best first.
  var substitutes: [FontSlant] {
    switch self {
    case .upright: [.upright, .oblique, .italic]
    case .italic: [.italic, .oblique, .upright]
    case .oblique: [.oblique, .italic, .upright]
    }
  }
}

extension ClosedRange {
  func nearest(to value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}

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
