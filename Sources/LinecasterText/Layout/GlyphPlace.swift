/// Where a glyph of a stretch stands.
package struct GlyphPlace {
  /// The glyph's number in its face.
  package let glyph: UInt32
  /// Its origin on the baseline, in layout points from the layout's top-left corner, to the right.
  package let x: Double
  /// The same, downwards.
  package let y: Double

  /// How far a stretch has been walked.
  package struct Start {
    /// The first glyph that has not been met.
    var index = 0
    /// The sum of the advances before it, in font units.
    var advance = 0

    /// The start of a stretch.
    package init() {}
  }
}
