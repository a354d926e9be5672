/// Part of one run that was shaped again by itself.
struct ShapedStretch: Sendable {
  var range: Range<Int>
  var glyphs: [ShapedGlyph]
  /// Whether the text after it may belong to its glyphs: it ends where a line was thought to.
  var isOpen = false

  /// The sum of the advances of clusters in a range, in font units.
  func advance(in units: Range<Int>) -> Int {
    glyphs.reduce(0) { sum, glyph in
      units.contains(Int(glyph.cluster)) ? sum + Int(glyph.advance) : sum
    }
  }

  /// Whether a cluster starts at a unit and breaking there changes nothing.
  func isSafe(at unit: Int) -> Bool {
    glyphs.contains { $0.cluster == unit && !$0.flags.contains(.unsafeToBreak) }
  }

  /// The part before a safe place.
  func prefix(upTo unit: Int) -> ShapedStretch {
    ShapedStretch(range: range.lowerBound..<unit, glyphs: glyphs.filter { $0.cluster < unit })
  }
}
