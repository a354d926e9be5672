public import LinecasterGeometry

/// A paragraph broken into lines at a width: what is measured is what is drawn.
public struct TextLayout: Sendable {
  /// The extent of the lines: the widest line's width and the sum of the line heights.
  public let size: Size
  /// The glyph runs of all lines, top to bottom, each line in visual order.
  public let glyphRuns: [GlyphRun]

  /// The number of glyphs in all runs.
  public var glyphCount: Int { glyphRuns.reduce(0) { $0 + $1.glyphs.count } }
}
