import LinecasterFonts

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
    forEachUncovered({ face.covers(value: $0) }, { _ in false })
  }

  /// The same for a face that need not be opened for it.
  func isCovered(by entry: FontEntry) -> Bool {
    forEachUncovered({ entry.covers(value: $0) }, { _ in false })
  }

  /// The scalars that need a glyph of their own and that the face lacks.
  func missing(from face: FontFace) -> [Unicode.Scalar] {
    missing { face.covers(value: $0) }
  }

  /// The same for a face that need not be opened for it.
  func missing(from entry: FontEntry) -> [Unicode.Scalar] {
    missing { entry.covers(value: $0) }
  }

  private func missing(_ covers: (UInt32) -> Bool) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    _ = forEachUncovered(covers) { value in
      if let scalar = Unicode.Scalar(value) { missing.append(scalar) }
      return true
    }
    return missing
  }

  /// Calls `body` with scalars that lack a glyph for as long as it returns true; the result is
  /// whether it always did.
  @inline(__always)
  private func forEachUncovered(
    _ covers: (UInt32) -> Bool, _ body: (UInt32) -> Bool
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
        } else if !Self.isMadeOfCovered(value, covers) {
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

  /// Whether the face has all that a character is made of; some are made in two or three steps.
  private static func isMadeOfCovered(
    _ value: UInt32, _ covers: (UInt32) -> Bool
  ) -> Bool {
    guard let (first, second) = CanonicalForms.decomposed(value) else { return false }
    return (second == 0 || covers(second)) && (covers(first) || isMadeOfCovered(first, covers))
  }
}
