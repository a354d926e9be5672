import LinecasterBase
import LinecasterFonts

/// Glyphs of a run that represent the same text: a letter and its marks, or a ligature.
package struct GlyphCluster: Hashable, Sendable {
  /// The indices of its glyphs in the run, in visual order.
  package let glyphs: Range<Int>
  /// The laid-out text, without characters that only control layout, for example soft hyphens, and
  /// without white space that the line hides.
  package let text: String
}

extension GlyphRun {
  /// The clusters of its glyphs, from left to right, for file formats that keep text.
  ///
  /// - Complexity: O(glyphs + units of their text).
  package var clusters: [GlyphCluster] {
    var groups: [(glyphs: Range<Int>, start: Int)] = []
    for (index, glyph) in glyphs.enumerated() {
      let start = Int(glyph.cluster)
      if let last = groups.last, last.start == start {
        groups[groups.count - 1].glyphs = last.glyphs.lowerBound..<index + 1
      } else {
        groups.append((index..<index + 1, start))
      }
    }
    return groups.indices.map { index in
      let (glyphs, start) = groups[index]
      if isToken { return GlyphCluster(glyphs: glyphs, text: index == 0 ? Self.hyphen : "") }
      let next = index + (isRightToLeft ? -1 : 1)
      let end = groups.indices.contains(next) ? groups[next].start : start
      return GlyphCluster(
        glyphs: glyphs,
        text: end > start ? shown(start..<end) : shown(start..<lastEnd(from: start), isLast: true))
    }
  }

  /// The features its text was shaped with; the last one of a tag wins.
  package var features: [FontFeature] {
    let upright = isUpright && axes.writingMode.isVertical ? [FontFeature("vert")] : []
    return upright + style.caps.features + style.numerals.features + style.features
  }

  /// The text of a hyphen at a line end inside a word.
  private static let hyphen = "\u{AD}"
  /// The maximum number of units in a cluster without an end.
  private static let longest = 64

  /// Returns the end of the text of the run's last cluster.
  private func lastEnd(from start: Int) -> Int {
    let limit = min(units.upperBound, text.count, start + Self.longest)
    guard start >= 0, start < limit else { return start }
    var end = start + 1
    while end < limit, styleIndex(at: end) == styleIndex { end += 1 }
    return end
  }

  /// Returns the text of some units without invisible characters.
  private func shown(_ range: Range<Int>, isLast: Bool = false) -> String {
    let range = range.clamped(to: text.indices)
    var scalars = String(units: text[range]).unicodeScalars.filter { !Self.isHidden($0.value) }
    while isLast, scalars.count > 1, scalars.last?.properties.isWhitespace == true {
      scalars.removeLast()
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a scalar only controls layout: soft hyphens, break opportunities, directions,
  /// attachments and line terminators.
  private static func isHidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F..<0xA0: scalar != 0x09
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF, 0xFFFC:
      true
    default: false
    }
  }
}
