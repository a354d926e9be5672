import LinecasterBase
import LinecasterFonts

/// The faces for text of one style, in fallback order; `FallbackCache` caches the results.
///
/// Not thread-safe.
final class FontCascade {
  /// The last resort for missing glyphs; its metrics give the height of empty lines.
  let primary: FontFace

  let matcher: FontMatcher

  init(fonts: FontCollection, style: TextStyle) {
    matcher = FontMatcher(fonts: fonts, request: style.fontRequest)
    primary = matcher.primary
  }

  /// The first face that covers the first character of a grapheme in the grapheme's presentation;
  /// `nil` for none.
  func faceOfFirst(of cluster: FontCluster) -> FontFace? {
    search(cluster.first, cluster.presentation, nil)
  }

  /// A callback for each face that is tested for a grapheme, with the result.
  typealias Observer = (FontEntry, LanguageAffinity?, FontTrial.Outcome) -> Void

  /// The first face, in the order of the presentation's steps, that covers all of a grapheme.
  func search(_ cluster: FontCluster, _ observer: Observer? = nil) -> FontFace? {
    search(cluster, cluster.presentation, observer)
  }

  private func search(
    _ cluster: FontCluster, _ presentation: FontCluster.Presentation, _ observer: Observer?
  ) -> FontFace? {
    for step in presentation.steps {
      if let face = search(step, cluster, observer) { return face }
    }
    return nil
  }

  private func search(
    _ step: FontStep, _ cluster: FontCluster, _ observer: Observer?
  ) -> FontFace? {
    var found: FontFace?
    switch step.scope {
    case .named:
      for entry in matcher.named where found == nil {
        found = ask(entry, nil, step.kind, cluster, observer)
      }
    case .others:
      matcher.search(near: cluster.base) { entry, affinity in
        if !matcher.named.contains(entry) {
          found = ask(entry, affinity, step.kind, cluster, observer)
        }
        return found != nil
      }
    case .allStyles:
      matcher.searchAllStyles(near: cluster.base) { entry in
        found = ask(entry, nil, step.kind, cluster, observer)
        return found != nil
      }
    }
    return found
  }

  private func ask(
    _ number: Int, _ affinity: LanguageAffinity?, _ kind: FontStep.Kind, _ cluster: FontCluster,
    _ observer: Observer?
  ) -> FontFace? {
    let entry = matcher.entry(number)
    if kind.fits(entry.description) {
      guard cluster.isCovered(by: entry) else {
        observer?(entry, affinity, .misses(cluster.missing(from: entry)))
        return nil
      }
      guard let face = matcher.face(number) else {
        observer?(entry, affinity, .cannotBeOpened)
        return nil
      }
      observer?(entry, affinity, .taken)
      return face
    }
    observer?(entry, affinity, kind == .text ? .drawsColorOnly : .drawsNoColor)
    return nil
  }
}

/// One pass over the faces of a cascade for a grapheme.
struct FontStep: Hashable {
  /// The faces to test.
  enum Scope {
    /// The families that the style names.
    case named
    /// One face of each family with characters near the grapheme's.
    case others
    /// All faces of these families, regardless of style.
    case allStyles
  }

  /// The kind of glyphs that the faces must have.
  enum Kind {
    case text
    case color
    case any

    /// Whether a face has such glyphs; a face with colour outlines also has monochrome glyphs.
    fileprivate func fits(_ face: FontDescription) -> Bool {
      switch self {
      case .text: !face.hasColorBitmaps
      case .color: face.hasColorBitmaps || face.hasColorOutlines
      case .any: true
      }
    }
  }

  let scope: Scope
  let kind: Kind
}

extension FontCluster.Presentation {
  /// The passes for a grapheme, in order.
  ///
  /// As in browsers, named families draw what they have, including emoji without a selector.
  /// Selectors and sequences override the named families.
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

/// A grapheme for font fallback: its scalars and its presentation.
struct FontCluster {
  /// The presentation of a grapheme (UTS 51 §4).
  enum Presentation: UInt8 {
    /// Letters, and emoji with text presentation by default.
    case text
    /// An emoji followed by U+FE0E.
    case selectedText
    /// An emoji by default, without a selector.
    case emojiByDefault
    /// An emoji through a selector, a modifier or a sequence.
    case emoji
  }

  let text: UnsafeBufferPointer<UInt16>
  let range: Range<Int>
  let properties: UnsafeBufferPointer<UInt8>

  /// The value of the first scalar.
  var base: UInt32 { scalar(at: range.lowerBound) }

  /// Whether the grapheme is a single character that needs no glyph.
  var isInvisible: Bool { range.count == 1 && has(.ignorable, at: range.lowerBound) }

  /// The grapheme's first character.
  var first: FontCluster {
    let end = range.lowerBound + (base > 0xFFFF ? 2 : 1)
    return FontCluster(
      text: text, range: range.lowerBound..<end, properties: properties)
  }

  /// Whether the scalar at a unit needs no glyph.
  func isIgnorable(at unit: Int) -> Bool { has(.ignorable, at: unit) }

  var presentation: Presentation {
    guard has(.emoji, at: range.lowerBound) else { return .text }
    let next = range.lowerBound + (base > 0xFFFF ? 2 : 1)
    guard next < range.upperBound else {
      return has(.emojiPresentation, at: range.lowerBound) ? .emojiByDefault : .text
    }
    switch scalar(at: next) {
    case 0xFE0E: return .selectedText
    case 0xFE0F, 0x1F3FB...0x1F3FF: return .emoji
    case 0x200D where next + 1 < range.upperBound && has(.emoji, at: next + 1): return .emoji
    default: return has(.emojiPresentation, at: range.lowerBound) ? .emoji : .text
    }
  }

  /// Whether the scalar at a unit is a combining mark.
  func isMark(at unit: Int) -> Bool { has(.mark, at: unit) }

  private func has(_ property: CharacterProperties, at unit: Int) -> Bool {
    properties[unit] & property.rawValue != 0
  }

  /// The scalar that starts at a unit; U+FFFD for an unpaired surrogate.
  func scalar(at unit: Int) -> UInt32 {
    let first = UInt32(text[unit])
    guard first & 0xF800 == 0xD800 else { return first }
    guard first < 0xDC00, unit + 1 < text.count, text[unit + 1] & 0xFC00 == 0xDC00 else {
      return 0xFFFD
    }
    return 0x10000 + (first - 0xD800) << 10 + (UInt32(text[unit + 1]) - 0xDC00)
  }
}

extension FontCluster {
  /// Whether the face covers every scalar that needs a glyph, directly or in an equivalent form.
  func isCovered(by face: FontFace) -> Bool {
    forEachUncovered({ face.covers(value: $0) }, joinsStrokes: false) { _ in false }
  }

  /// Whether a face covers every scalar that needs a glyph, without opening it.
  func isCovered(by entry: FontEntry) -> Bool {
    forEachUncovered({ entry.covers(value: $0) }, joinsStrokes: false) { _ in false }
  }

  /// The scalars that need a glyph and are missing from the face.
  func missing(from face: FontFace) -> [Unicode.Scalar] {
    missing({ face.covers(value: $0) }, joinsStrokes: true)
  }

  /// The scalars that need a glyph and are missing from a face, without opening it.
  func missing(from entry: FontEntry) -> [Unicode.Scalar] {
    missing({ entry.covers(value: $0) }, joinsStrokes: false)
  }

  private func missing(_ covers: (UInt32) -> Bool, joinsStrokes: Bool) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    _ = forEachUncovered(covers, joinsStrokes: joinsStrokes) { value in
      if let scalar = Unicode.Scalar(value) { missing.append(scalar) }
      return true
    }
    return missing
  }

  /// Calls `body` with uncovered scalars until it returns false; returns whether it never did.
  ///
  /// - Parameter joinsStrokes: Whether a sign with a stroke, for example ≠, can be composed of the
  ///   sign and a stroke. No font has the position of the stroke, so faces with the whole sign are
  ///   preferred, and composing is the last resort.
  @inline(__always)
  private func forEachUncovered(
    _ covers: (UInt32) -> Bool, joinsStrokes: Bool, _ body: (UInt32) -> Bool
  ) -> Bool {
    var unit = range.lowerBound
    var previous: UInt32?
    while unit < range.upperBound {
      let value = scalar(at: unit)
      if !isIgnorable(at: unit) {
        if covers(value) {
          previous = value
        } else if let composed = Self.composed(previous, value, covers) {
          previous = composed
        } else if !Self.isMadeOfCovered(value, covers, joinsStrokes: joinsStrokes) {
          if !body(value) { return false }
        }
      }
      unit += value > 0xFFFF ? 2 : 1
    }
    return true
  }

  /// The composition of a character and a mark, if the face covers it.
  private static func composed(
    _ previous: UInt32?, _ mark: UInt32, _ covers: (UInt32) -> Bool
  ) -> UInt32? {
    guard let previous, let composed = CanonicalForms.composed(previous, mark), covers(composed)
    else { return nil }
    return composed
  }

  /// U+0338, COMBINING LONG SOLIDUS OVERLAY.
  private static let stroke: UInt32 = 0x338

  /// Whether the face covers all parts of a character, decomposed in several steps if needed.
  private static func isMadeOfCovered(
    _ value: UInt32, _ covers: (UInt32) -> Bool, joinsStrokes: Bool
  ) -> Bool {
    guard let (first, second) = CanonicalForms.decomposed(value) else { return false }
    guard joinsStrokes || second != stroke else { return false }
    return (second == 0 || covers(second))
      && (covers(first) || isMadeOfCovered(first, covers, joinsStrokes: joinsStrokes))
  }
}
