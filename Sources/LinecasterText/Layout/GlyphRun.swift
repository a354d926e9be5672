public import LinecasterFonts
public import LinecasterGeometry

/// Glyphs of one face, size and style that stand side by side on a line, in visual order.
///
/// A view on the layout it comes from: making one copies no glyph.
public struct GlyphRun: Sendable {
  /// The face the glyphs are from.
  public let face: FontFace
  /// The size of the em, in layout points.
  public let size: Double
  /// Where the run starts on its baseline, in layout points from the layout's top-left corner.
  public let origin: Point
  /// The distance from the origin to the end of the run, in layout points.
  public let width: Double
  /// Whether its text runs from right to left; glyphs are in visual order all the same.
  public let isRightToLeft: Bool

  /// Whether it is a sign that is not in the text: an ellipsis, or the hyphen of a broken word.
  public let isMark: Bool

  /// Where its text is in the string; for a mark, the unit it stands behind.
  let units: Range<Int>
  let sourceMap: SourceMap
  let styles: [AttributedText.Run]
  let styleIndex: Int
  /// The glyphs in visual order, advances and offsets in font units.
  let glyphs: ArraySlice<ShapedGlyph>

  /// How its text looks.
  public var style: TextStyle { styles[styleIndex].style }

  /// The colour of its text.
  public var color: Color { styles[styleIndex].style.color }

  /// The number of glyphs.
  public var glyphCount: Int { glyphs.count }

  /// Calls `body` with each glyph's number and its origin on the baseline, left to right.
  ///
  /// Coordinates are in layout points from the layout's top-left corner, y down.
  ///
  /// - Complexity: O(glyphs), without allocation.
  public func forEachGlyph(_ body: (_ glyph: UInt32, _ x: Double, _ y: Double) -> Void) {
    let scale = size / Double(face.metrics.unitsPerEm)
    var advance = 0
    for glyph in glyphs {
      body(
        UInt32(glyph.identifier), origin.x + Double(advance + Int(glyph.xOffset)) * scale,
        origin.y - Double(glyph.yOffset) * scale)
      advance += Int(glyph.advance)
    }
  }

  /// The glyphs with their places and the text they stand for, left to right.
  ///
  /// - Complexity: O(glyphs); made again each time. `forEachGlyph` allocates nothing.
  public var placedGlyphs: [PlacedGlyph] {
    let scale = size / Double(face.metrics.unitsPerEm)
    var advance = 0
    return glyphs.map { glyph in
      defer { advance += Int(glyph.advance) }
      return PlacedGlyph(
        identifier: UInt32(glyph.identifier),
        origin: Point(
          x: origin.x + Double(advance + Int(glyph.xOffset)) * scale,
          y: origin.y - Double(glyph.yOffset) * scale),
        advance: Double(glyph.advance) * scale,
        utf16Offset: sourceMap.sourceUnits(
          of: isMark ? units : Int(glyph.cluster)..<Int(glyph.cluster) + 1
        ).lowerBound)
    }
  }
}

extension GlyphRun {
  /// Whether another run draws the same glyphs in the same places and colour, whatever their text.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func looksLike(_ other: GlyphRun) -> Bool {
    face == other.face && size == other.size && origin == other.origin && color == other.color
      && glyphs.count == other.glyphs.count
      && zip(glyphs, other.glyphs).allSatisfy { one, other in
        one.identifier == other.identifier && one.advance == other.advance
          && one.xOffset == other.xOffset && one.yOffset == other.yOffset
      }
  }
}

/// A glyph of a layout with its place, for renderers of their own.
public struct PlacedGlyph: Hashable, Sendable {
  /// The glyph's number in its face.
  public let identifier: UInt32
  /// Its origin on the baseline, in layout points from the layout's top-left corner, y down.
  public let origin: Point
  /// The distance to the next glyph's pen position along the line, in layout points.
  public let advance: Double
  /// The UTF-16 offset of the first unit of the text it stands for.
  ///
  /// Glyphs of one cluster have the same; a mark that is not in the text has that of the text it
  /// stands behind.
  public let utf16Offset: Int
}

/// Glyphs of one face, size and colour that stand side by side on a line, for the time of a call.
///
/// Not to be copied: there is one for each stretch of text, and copies would count its references.
package struct GlyphStretch: ~Copyable {
  /// The face the glyphs are from.
  package let face: FontFace
  /// The size of the em, in layout points.
  package let size: Double
  /// The colour of its text.
  package let color: Color

  private let origin: Point
  private let scale: Double
  private let glyphs: UnsafeBufferPointer<ShapedGlyph>

  init(
    _ stretch: PlacedStretch, _ line: borrowing LineSegments,
    _ glyphs: UnsafeBufferPointer<ShapedGlyph>
  ) {
    face = line.face(of: stretch.segment)
    size = stretch.segment.size
    color = line.paragraph.styles[stretch.style].style.color
    origin = stretch.origin
    scale = size / Double(face.metrics.unitsPerEm)
    self.glyphs = glyphs
  }

  /// The number of glyphs.
  package var glyphCount: Int { glyphs.count }

  /// Writes where the next glyphs stand, left to right, as many as there is room for.
  ///
  /// Into memory of the caller's, since a closure of another module would be called for each glyph.
  ///
  /// - Parameter start: Where to go on; moved behind the last glyph written.
  /// - Returns: The glyphs written; nil after the last.
  package func next(
    _ start: inout GlyphPlace.Start, into places: UnsafeMutableBufferPointer<GlyphPlace>
  ) -> UnsafeBufferPointer<GlyphPlace>? {
    let count = min(glyphs.count - start.index, places.count)
    guard count > 0 else { return nil }
    for index in 0..<count {
      let glyph = glyphs[start.index + index]
      places.initializeElement(at: index, to: place(of: glyph, after: start.advance))
      start.advance += Int(glyph.advance)
    }
    start.index += count
    return UnsafeBufferPointer(rebasing: places[..<count])
  }

  private func place(of glyph: ShapedGlyph, after advance: Int) -> GlyphPlace {
    GlyphPlace(
      glyph: UInt32(glyph.identifier),
      x: origin.x + Double(advance + Int(glyph.xOffset)) * scale,
      y: origin.y - Double(glyph.yOffset) * scale)
  }
}

extension TextLayout {
  /// Calls `body` with the glyphs of all lines, as `glyphRuns` has them, making no arrays.
  ///
  /// - Complexity: O(runs · log glyphs).
  package func forEachStretch<Failure: Error>(
    _ body: (borrowing GlyphStretch) throws(Failure) -> Void
  ) throws(Failure) {
    var walker = StretchWalker(paragraph)
    for line in lines {
      try walker.walk(line) { stretch, line throws(Failure) in
        try line.withGlyphs(of: stretch) { glyphs throws(Failure) in
          try body(GlyphStretch(stretch, line, glyphs))
        }
      }
    }
  }
}

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

/// Makes the glyph runs of lines.
struct GlyphRunPlacer {
  private(set) var runs: [GlyphRun] = []
  private let paragraph: ShapedParagraph
  private var walker: StretchWalker

  init(paragraph: ShapedParagraph) {
    self.paragraph = paragraph
    walker = StretchWalker(paragraph)
  }

  /// Adds the runs of a line in visual order.
  mutating func place(_ line: Line) {
    walker.walk(line) { stretch, line in
      let segment = stretch.segment
      runs.append(
        GlyphRun(
          face: line.face(of: segment), size: segment.size, origin: stretch.origin,
          width: stretch.width, isRightToLeft: segment.isRightToLeft, isMark: segment.isMark,
          units: segment.units, sourceMap: paragraph.sourceMap, styles: paragraph.styles,
          styleIndex: stretch.style, glyphs: line.glyphs(of: segment)[stretch.glyphs]))
    }
  }
}

/// Walks the glyphs of lines from left to right: one stretch a style, since runs of the shaper may
/// go through changes of colour.
struct StretchWalker {
  /// What is on the line walked last.
  private(set) var line: LineSegments

  private var paragraph: ShapedParagraph { line.paragraph }

  init(_ paragraph: ShapedParagraph) {
    line = LineSegments(paragraph)
  }

  /// Calls `body` with each stretch of a line, and with the line that has their glyphs.
  ///
  /// - Complexity: O(runs) where the paragraph has one style, else O(glyphs · log styles).
  mutating func walk<Failure: Error>(
    _ next: Line, _ body: (PlacedStretch, borrowing LineSegments) throws(Failure) -> Void
  ) throws(Failure) {
    line.fill(next)
    for segment in line.segments where !segment.glyphs.isEmpty {
      if paragraph.styles.count == 1 || segment.isMark {
        try body(whole(segment, at: next.baseline), line)
      } else {
        try split(segment, at: next.baseline, body)
      }
    }
  }

  private func whole(_ segment: LineSegment, at baseline: Double) -> PlacedStretch {
    PlacedStretch(
      segment: segment, glyphs: segment.glyphs, style: segment.style,
      origin: raised(Point(x: segment.x, y: baseline), segment.style), width: segment.width)
  }

  /// Walks a segment whose characters may have several styles.
  private func split<Failure: Error>(
    _ segment: LineSegment, at baseline: Double,
    _ body: (PlacedStretch, borrowing LineSegments) throws(Failure) -> Void
  ) throws(Failure) {
    let glyphs = line.glyphs(of: segment)
    var start = segment.glyphs.lowerBound
    var pen = segment.x
    while start < segment.glyphs.upperBound {
      let style = paragraph.styleIndex(at: Int(glyphs[start].cluster))
      var end = start
      var advance = 0
      while end < segment.glyphs.upperBound,
        paragraph.styleIndex(at: Int(glyphs[end].cluster)) == style
      {
        advance += Int(glyphs[end].advance)
        end += 1
      }
      let isWhole = start..<end == segment.glyphs
      let width = isWhole ? segment.width : Double(advance) * segment.scale
      try body(
        PlacedStretch(
          segment: segment, glyphs: start..<end, style: style,
          origin: raised(Point(x: pen, y: baseline), style), width: width), line)
      pen += width
      start = end
    }
  }

  private func raised(_ origin: Point, _ style: Int) -> Point {
    Point(x: origin.x, y: origin.y - paragraph.styles[style].style.drawnShift)
  }
}

/// Glyphs of one face, size and style that stand side by side on a line, while the line is walked.
struct PlacedStretch {
  let segment: LineSegment
  /// Its glyphs in visual order, where those of the segment are.
  let glyphs: Range<Int>
  /// Which of the attributed text's styles it has.
  let style: Int
  /// Where it starts on its baseline, in layout points from the layout's top-left corner.
  let origin: Point
  /// The distance to its end, in layout points.
  let width: Double
}
