public import LinecasterGeometry

/// A paragraph broken into lines at a width: what is measured is what is drawn.
///
/// An immutable value whose glyphs are views on the prepared paragraph; any thread may use it.
public struct TextLayout: Sendable {
  /// The extent of the lines: the widest line's width, its indent included, and the sum of the
  /// line heights.
  public let size: Size
  /// The lines from top to bottom; at least one, which is empty where the text is.
  public let lines: [Line]

  let paragraph: ShapedParagraph
  private let remains: LateRelease<[Line]>?

  /// The glyph runs of all lines, top to bottom, each line in visual order.
  ///
  /// - Complexity: O(runs); made again each time.
  public var glyphRuns: [GlyphRun] {
    var placer = GlyphRunPlacer(paragraph: paragraph)
    for line in lines { placer.place(line) }
    return placer.runs
  }

  /// The glyph runs of one line in visual order; empty for a line that there is none of.
  ///
  /// - Complexity: O(runs of the line).
  public func glyphRuns(ofLine index: Int) -> [GlyphRun] {
    guard lines.indices.contains(index) else { return [] }
    var placer = GlyphRunPlacer(paragraph: paragraph)
    placer.place(lines[index])
    return placer.runs
  }

  /// The number of glyphs in all runs.
  ///
  /// - Complexity: O(runs · log glyphs).
  public var glyphCount: Int {
    var count = 0
    forEachStretch { count += $0.glyphCount }
    return count
  }

  /// The characters of the paragraph that are drawn as missing.
  public var missingCharacters: [Unicode.Scalar] { paragraph.missing }

  /// The distance from the top edge down to the first line's baseline, in layout points.
  public var firstBaseline: Double { lines.first?.baseline ?? 0 }

  /// Whether text is left out for an ellipsis.
  public var isTruncated: Bool { lines.contains(where: \.isTruncated) }

  /// An estimate of the memory of the lines, in bytes; the prepared paragraph is not counted.
  public var byteCount: Int { lines.count * MemoryLayout<Line>.size }
}

extension TextLayout {
  init(_ paragraph: ShapedParagraph, lines placed: PlacedLines) {
    self.paragraph = paragraph
    size = placed.size
    lines = placed.lines
    remains = placed.remains
  }
}
