/// A line as the breaker found it: which text it shows, and what was shaped again for its edges.
struct LineSpan: Sendable {
  /// The units of the line, white space at its end and line terminator included.
  var range: Range<Int>
  /// The end of the units that take room; what follows hangs.
  var contentEnd: Int
  /// The glyphs after a break that changed them.
  var head: Stretch?
  /// The glyphs before a break that changed them.
  var tail: Stretch?
  /// What stands for the text that maximum lines left out.
  var ellipsis: Ellipsis?

  /// Part of one run that was shaped again by itself.
  struct Stretch: Sendable {
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
    func prefix(upTo unit: Int) -> Stretch {
      Stretch(range: range.lowerBound..<unit, glyphs: glyphs.filter { $0.cluster < unit })
    }
  }
}
