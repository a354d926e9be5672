public import LinecasterGeometry

/// A paragraph broken into lines at a width: what is measured is what is drawn.
///
/// An immutable value whose glyphs are views on the prepared paragraph; any thread may use it.
public struct TextLayout: Sendable {
  /// The extent of the lines: the widest line's width and the sum of the line heights.
  public let size: Size
  /// The lines from top to bottom; at least one, which is empty where the text is.
  public let lines: [Line]
  /// The glyph runs of all lines, top to bottom, each line in visual order.
  public let glyphRuns: [GlyphRun]
  /// The characters of the paragraph that are drawn as missing.
  public let missingCharacters: [Unicode.Scalar]

  /// The number of glyphs in all runs.
  public var glyphCount: Int { glyphRuns.reduce(0) { $0 + $1.glyphs.count } }

  /// The distance from the top edge down to the first line's baseline, in layout points.
  public var firstBaseline: Double { lines.first?.baseline ?? 0 }

  /// Whether maximum lines left text out.
  public var isTruncated: Bool { lines.last?.isTruncated ?? false }

  /// An estimate of the memory of the lines and runs, in bytes; shared glyphs are not counted.
  public var byteCount: Int {
    lines.count * MemoryLayout<Line>.size + glyphRuns.count * MemoryLayout<GlyphRun>.size
  }

  /// Places lines under each other and aligns them in `width`, or in the widest line where that
  /// is infinite.
  init(paragraph: ShapedParagraph, lines spans: [LineSpan], width: Double) {
    let segments = spans.map { LineSegments(paragraph, $0) }
    let widest = segments.reduce(0) { max($0, $1.width) }
    var placer = LinePlacer(paragraph: paragraph, width: width.isFinite ? width : widest)
    placer.reserve(
      lines: spans.count, runs: segments.reduce(0) { $0 + $1.segments.count })
    for (span, segments) in zip(spans, segments) { placer.place(span, segments) }
    size = Size(width: widest, height: placer.top)
    lines = placer.lines
    glyphRuns = placer.glyphRuns
    missingCharacters = paragraph.missing
  }
}
