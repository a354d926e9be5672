import LinecasterBase
import LinecasterFonts

/// The faces that draw text of one style, in the order they are asked; `FallbackCache` remembers
/// what it finds.
///
/// One thread at a time.
final class FontCascade {
  /// The face that draws what no face has, and whose metrics hold up empty lines.
  let primary: FontFace

  let matcher: FontMatcher

  init(fonts: FontCollection, style: TextStyle) {
    matcher = FontMatcher(fonts: fonts, request: style.fontRequest)
    primary = matcher.primary
  }

  /// The first face that has the first character of a grapheme in the presentation of the whole;
  /// nil where none has.
  func faceOfFirst(of cluster: FontCluster) -> FontFace? {
    search(cluster.first, cluster.presentation, nil)
  }

  /// Is told of each face that is asked for a grapheme, and what came of it.
  typealias Observer = (FontEntry, LanguageAffinity?, FontTrial.Outcome) -> Void

  /// The first face in the order of the presentation's steps that has all of a grapheme.
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
        observer?(entry, affinity, .lacks(cluster.missing(from: entry)))
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

    /// Whether a face has such glyphs; one with outlines in colours has plain ones as well.
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

/// A grapheme as font fallback sees it: its scalars and whether it asks for colour.
struct FontCluster {
  /// Which kind of glyph a grapheme asks for (UTS 51 §4).
  enum Presentation: UInt8 {
    /// Letters, and emoji that look like them by default.
    case text
    /// An emoji followed by U+FE0E.
    case selectedText
    /// An emoji by default, with no selector.
    case emojiByDefault
    /// An emoji by a selector, a modifier or a sequence.
    case emoji
  }

  let text: UnsafeBufferPointer<UInt16>
  let range: Range<Int>
  let properties: UnsafeBufferPointer<UInt8>

  /// The value of the first scalar.
  var base: UInt32 { scalar(at: range.lowerBound) }

  /// Whether the grapheme is one character that needs no glyph.
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

  /// Whether the scalar at a unit combines with what stands before it.
  func isMark(at unit: Int) -> Bool { has(.mark, at: unit) }

  private func has(_ property: CharacterProperties, at unit: Int) -> Bool {
    properties[unit] & property.rawValue != 0
  }

  /// The scalar that starts at a unit; U+FFFD for half a pair, which no face is asked to draw
  /// twice.
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
  /// Whether the face has every scalar that needs a glyph of its own, as it is or in an equivalent
  /// form.
  func isCovered(by face: FontFace) -> Bool {
    forEachUncovered({ face.covers(value: $0) }, joinsStrokes: false) { _ in false }
  }

  /// The same for a face that need not be opened for it.
  func isCovered(by entry: FontEntry) -> Bool {
    forEachUncovered({ entry.covers(value: $0) }, joinsStrokes: false) { _ in false }
  }

  /// The scalars that need a glyph of their own and that the face lacks.
  func missing(from face: FontFace) -> [Unicode.Scalar] {
    missing({ face.covers(value: $0) }, joinsStrokes: true)
  }

  /// The same for a face that need not be opened for it.
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

  /// Calls `body` with scalars that lack a glyph for as long as it returns true; the result is
  /// whether it always did.
  ///
  /// - Parameter joinsStrokes: Whether a sign with a stroke through it, such as ≠, counts as there
  ///   where the sign and a stroke are. No font says where the stroke has to stand, so that a face
  ///   with the whole sign is better, and one with the parts the last resort.
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

  /// The character that a mark makes of the one before it, where the face has that.
  private static func composed(
    _ previous: UInt32?, _ mark: UInt32, _ covers: (UInt32) -> Bool
  ) -> UInt32? {
    guard let previous, let composed = CanonicalForms.composed(previous, mark), covers(composed)
    else { return nil }
    return composed
  }

  /// U+0338, the long stroke through what stands before it.
  private static let stroke: UInt32 = 0x338

  /// Whether the face has all that a character is made of; some are made in two or three steps.
  private static func isMadeOfCovered(
    _ value: UInt32, _ covers: (UInt32) -> Bool, joinsStrokes: Bool
  ) -> Bool {
    guard let (first, second) = CanonicalForms.decomposed(value) else { return false }
    guard joinsStrokes || second != stroke else { return false }
    return (second == 0 || covers(second))
      && (covers(first) || isMadeOfCovered(first, covers, joinsStrokes: joinsStrokes))
  }
}
