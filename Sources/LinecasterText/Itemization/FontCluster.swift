import LinecasterFonts

/// A grapheme as font fallback sees it: its scalars and whether it asks for colour.
struct FontCluster {
  /// Which kind of glyph a grapheme asks for (UTS 51 §4).
  enum Presentation {
    /// Letters, and emoji followed by U+FE0E.
    case text
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

  /// Whether the grapheme is a syllable of Korean in one character.
  var isHangul: Bool { (0xAC00...0xD7A3).contains(base) }

  /// Whether the face has every scalar that needs a glyph of its own.
  func isCovered(by face: FontFace) -> Bool {
    var unit = range.lowerBound
    while unit < range.upperBound {
      let value = scalar(at: unit)
      if !has(.ignorable, at: unit), !face.covers(value: value) { return false }
      unit += value > 0xFFFF ? 2 : 1
    }
    return true
  }

  var presentation: Presentation {
    guard has(.emoji, at: range.lowerBound) else { return .text }
    let next = range.lowerBound + (base > 0xFFFF ? 2 : 1)
    guard next < range.upperBound else {
      return has(.emojiPresentation, at: range.lowerBound) ? .emojiByDefault : .text
    }
    switch scalar(at: next) {
    case 0xFE0E: return .text
    case 0xFE0F, 0x1F3FB...0x1F3FF: return .emoji
    case 0x200D where next + 1 < range.upperBound && has(.emoji, at: next + 1): return .emoji
    default: return has(.emojiPresentation, at: range.lowerBound) ? .emoji : .text
    }
  }

  /// The scalars that need a glyph of their own and that the face lacks.
  func missing(from face: FontFace) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    var unit = range.lowerBound
    while unit < range.upperBound {
      let value = scalar(at: unit)
      if !has(.ignorable, at: unit), !face.covers(value: value),
        let scalar = Unicode.Scalar(value)
      {
        missing.append(scalar)
      }
      unit += value > 0xFFFF ? 2 : 1
    }
    return missing
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
