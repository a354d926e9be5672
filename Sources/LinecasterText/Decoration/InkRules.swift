/// Which characters a line leaves room for by itself, as in browsers.
enum InkRules {
  /// Whether the character at an offset is one of them.
  static func skips(_ text: [UInt16], at offset: Int) -> Bool {
    guard text.indices.contains(offset) else { return true }
    let unit = text[offset]
    guard UTF16.isLeadSurrogate(unit), offset + 1 < text.count,
      UTF16.isTrailSurrogate(text[offset + 1])
    else { return skips(UInt32(unit)) }
    return skips(0x1_0000 + (UInt32(unit) & 0x3FF) << 10 | UInt32(text[offset + 1]) & 0x3FF)
  }

  /// Whether a character is one of them: not a slash or a low line, and no character of Chinese,
  /// Japanese or Korean (Unicode 15, Blocks.txt).
  static func skips(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2F, 0x5C, 0x5F: false
    // Hangul Jamo.
    case 0x1100...0x11FF: false
    // Radicals, CJK symbols, kana, bopomofo, compatibility Jamo, enclosed letters, ideographs.
    case 0x2E80...0x9FFF: false
    // Hangul Jamo Extended-A; syllables and Hangul Jamo Extended-B.
    case 0xA960...0xA97F, 0xAC00...0xD7FF: false
    // Ideographs and forms for compatibility, half and full width.
    case 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF: false
    // Linear B ideograms; kana and enclosed ideographs; the ideographic planes.
    case 0x1_0080...0x1_00FF, 0x1_AFF0...0x1_B16F, 0x1_F200...0x1_F2FF, 0x2_0000...0x3_FFFF:
      false
    default: true
    }
  }
}
