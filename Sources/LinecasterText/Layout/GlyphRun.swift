public import LinecasterBase
public import LinecasterFonts

/// Adjacent glyphs of one face, size and style on a line, in visual order.
///
/// A run is a view of its layout; creating one copies no glyphs.
///
///     for run in layout.glyphRuns {
///       run.forEachGlyph { glyph, x, y in
///         draw(glyph, of: run.face, size: run.size, in: run.color, at: Point(x: x, y: y))
///       }
///     }
///
/// If lines do not run from left to right, glyphs are rotated by `turn`, and `axes` converts their
/// positions to those on the page.
public struct GlyphRun: Sendable {
  /// The face of the glyphs.
  public let face: FontFace
  /// The em size, in layout points.
  public let size: Double
  /// The start of the run on its baseline, in layout points from the layout's top-left corner.
  public private(set) var origin: Point
  /// The distance from the origin to the end of the run, in layout points.
  public let width: Double
  /// Whether the run's text is right-to-left; the glyphs are in visual order in any case.
  public let isRightToLeft: Bool
  /// Whether the run's letters are upright on a vertical line.
  public let isUpright: Bool
  /// The conversion to page coordinates: that of its layout, except for combined upright text on
  /// vertical lines, whose coordinates are already those of the page.
  public private(set) var axes: LineAxes

  /// Whether it is not in the text: the ellipsis of a truncated line, or the hyphen of a broken
  /// word.
  let isToken: Bool
  /// The units of its text; for a token, the unit it comes after.
  let units: Range<Int>
  let styleIndex: Int
  let theme: Theme
  let paragraph: PreparedParagraph
  /// The characters of a token; empty for text.
  let tokenText: [UInt16]
  /// The glyphs that `range` indexes; `nil` for the paragraph's.
  let ownGlyphs: [ShapedGlyph]?
  private let range: Range<Int>
  /// The offset of the annotated text; `nil` except for annotations.
  private var besideOffset: Int?
  /// The start of its paragraph in the text.
  private var textStart = 0

  /// Creates a run of the glyphs in part of a line that have one style.
  ///
  /// - Parameters:
  ///   - segment: The segment that contains them.
  ///   - range: Their indices among the paragraph's glyphs, or among the line's own.
  ///   - style: The index of their style in the attributed text.
  ///   - origin: Their start on the line's baseline.
  ///   - line: The line of the segment.
  init(
    _ segment: LineContent.Segment, _ range: Range<Int>, style: Int, at origin: Point,
    width: Double, of line: borrowing LineContent
  ) {
    face = line.face(of: segment)
    size = segment.size
    axes = line.axes
    isUpright = segment.isUpright
    let rise = line.paragraph.styles[style].style.drawnShift
    self.origin =
      axes.isHorizontal
      ? Point(x: origin.x, y: origin.y - rise)
      : Point(
        x: origin.x,
        y: origin.y
          + line.paragraph.drop(ofStyle: style, isUpright: segment.isUpright, raisedBy: rise))
    self.width = width
    isRightToLeft = segment.isRightToLeft
    isToken = segment.isToken
    units = segment.units
    styleIndex = style
    theme = line.theme
    paragraph = line.paragraph
    tokenText = segment.isToken ? line.tokenCharacters : []
    ownGlyphs = segment.hasOwnGlyphs ? line.ownGlyphs : nil
    self.range = range
  }

  /// Returns the run as part of an annotation of an offset of the text.
  fileprivate func standing(beside offset: Int) -> GlyphRun {
    var run = self
    run.besideOffset = offset
    return run
  }

  /// The style of the run's text.
  public var style: TextStyle { paragraph.styles[styleIndex].style }

  /// The first face of its style.
  var firstFace: FontFace { paragraph.firstFaces[styleIndex] }

  /// The text that its clusters refer to.
  var text: SharedArray<UInt16> { paragraph.text }

  /// Returns the index of the style of a unit of its text.
  ///
  /// - Complexity: O(log styles).
  func styleIndex(at unit: Int) -> Int { paragraph.styleIndex(at: unit) }

  /// The characters of its paragraph, annotation or token that no font has.
  var missingCharacters: [Unicode.Scalar] { paragraph.missing }

  /// Returns the units of its text from one to the end of its grapheme, at most `limit`; empty if
  /// there is no such unit.
  func restOfGrapheme(from unit: Int, limit: Int) -> Range<Int> {
    let last = min(paragraph.count, unit + limit)
    guard unit >= 0, unit < last else { return 0..<0 }
    var end = unit + 1
    while end < last, !paragraph.boundaries[end].contains(.grapheme) { end += 1 }
    return unit..<end
  }

  /// The colour of the run's text in the layout's theme.
  public var color: Color { style.themeColor.color(in: theme) }

  /// The number of glyphs.
  public var glyphCount: Int { range.count }

  /// The glyphs in visual order, with advances and offsets in font units.
  var glyphs: ArraySlice<ShapedGlyph> {
    if let ownGlyphs { ownGlyphs[range] } else { paragraph.glyphs.slice(range) }
  }

  /// The factor from font units to layout points.
  var scale: Double { size / Double(face.metrics.unitsPerEm) }

  /// The rotation of the run's glyphs on the page.
  public var turn: GlyphTurn {
    switch axes.writingMode {
    case .horizontal: .none
    case .verticalRightToLeft, .verticalLeftToRight: isUpright ? .none : .clockwise
    case .sidewaysRightToLeft: .clockwise
    case .sidewaysLeftToRight: .anticlockwise
    }
  }

  /// Returns the origin of a glyph: the pen position moved by the glyph's offset.
  ///
  /// - Parameter advance: The sum of the advances of the run's glyphs before it, in font units.
  func origin(of glyph: ShapedGlyph, after advance: Int, scale: Double) -> Point {
    guard !axes.isHorizontal else {
      return horizontalOrigin(of: glyph, after: advance, scale: scale)
    }
    let sign: Double = axes.writingMode.flipsLines ? 1 : -1
    let (along, up) = (Double(glyph.xOffset) * scale, Double(glyph.yOffset) * scale)
    let pen = origin.x + Double(advance) * scale
    // Offsets of upright glyphs are those on the page: to the right and upwards.
    return isUpright
      ? Point(x: pen - up, y: origin.y + sign * along)
      : Point(x: pen + along, y: origin.y + sign * up)
  }

  @inline(__always)
  private func horizontalOrigin(
    of glyph: ShapedGlyph, after advance: Int, scale: Double
  ) -> Point {
    Point(
      x: origin.x + Double(advance + Int(glyph.xOffset)) * scale,
      y: origin.y - Double(glyph.yOffset) * scale)
  }

  /// Calls `body` with each glyph's number and its origin on the baseline, from left to right.
  ///
  /// Coordinates are in layout points from the layout's top-left corner, y down.
  ///
  /// - Complexity: O(glyphs), without allocation.
  public func forEachGlyph(_ body: (_ glyph: UInt32, _ x: Double, _ y: Double) -> Void) {
    let scale = scale
    var advance = 0
    for glyph in glyphs {
      let place = origin(of: glyph, after: advance, scale: scale)
      body(UInt32(glyph.identifier), place.x, place.y)
      advance += Int(glyph.advance)
    }
  }

  /// The glyphs with their positions and text offsets, from left to right.
  ///
  /// - Complexity: O(glyphs), on each access; ``forEachGlyph(_:)`` does the same without
  ///   allocation.
  public var placedGlyphs: [PlacedGlyph] {
    let scale = scale
    var advance = 0
    return glyphs.map { glyph in
      defer { advance += Int(glyph.advance) }
      return PlacedGlyph(
        identifier: UInt32(glyph.identifier),
        origin: origin(of: glyph, after: advance, scale: scale),
        advance: Double(glyph.advance) * scale,
        utf16Offset: besideOffset
          ?? paragraph.sourceMap.sourceUnits(
            of: isToken ? units : Int(glyph.cluster)..<Int(glyph.cluster) + 1
          ).lowerBound + textStart)
    }
  }
}

/// A glyph of a layout with its position, for custom renderers.
public struct PlacedGlyph: Hashable, Sendable {
  /// The glyph's number in its face.
  public let identifier: UInt32
  /// The glyph's origin on the baseline, in layout points from the layout's top-left corner, y
  /// down.
  public let origin: Point
  /// The distance to the next glyph's pen position along the line, in layout points.
  public let advance: Double
  /// The UTF-16 offset of the first unit of the glyph's text.
  ///
  /// Glyphs of one cluster have the same offset. An ellipsis or a hyphen that is not in the text
  /// has the offset of the text before it, and an annotation that of the annotated text.
  public let utf16Offset: Int
}

extension GlyphRun {
  /// A glyph's number and its origin, as in `forEachGlyph`.
  package typealias Place = (glyph: UInt32, x: Double, y: Double)

  /// Calls `body` with the positions of glyphs on the page, in line order, as many at a time as fit
  /// in the memory.
  ///
  /// The caller provides it, because a closure of another module would be called for each glyph.
  package func withPlaces<Failure: Error>(
    in memory: UnsafeMutableBufferPointer<Place>,
    _ body: (UnsafeBufferPointer<Place>) throws(Failure) -> Void
  ) throws(Failure) {
    if let ownGlyphs {
      try ownGlyphs.withUnsafeBufferPointer { glyphs throws(Failure) in
        try place(UnsafeBufferPointer(rebasing: glyphs[range]), in: memory, body)
      }
    } else {
      try paragraph.glyphs.slice(range).withUnsafeBufferPointer { glyphs throws(Failure) in
        try place(glyphs, in: memory, body)
      }
    }
  }

  private func place<Failure: Error>(
    _ glyphs: UnsafeBufferPointer<ShapedGlyph>, in memory: UnsafeMutableBufferPointer<Place>,
    _ body: (UnsafeBufferPointer<Place>) throws(Failure) -> Void
  ) throws(Failure) {
    let scale = scale
    let isHorizontal = axes.isHorizontal
    var advance = 0
    var start = 0
    while start < glyphs.count {
      let count = min(glyphs.count - start, memory.count)
      for index in 0..<count {
        let glyph = glyphs[start + index]
        let place =
          isHorizontal
          ? horizontalOrigin(of: glyph, after: advance, scale: scale)
          : axes.page(origin(of: glyph, after: advance, scale: scale))
        memory.initializeElement(at: index, to: (UInt32(glyph.identifier), place.x, place.y))
        advance += Int(glyph.advance)
      }
      start += count
      try body(UnsafeBufferPointer(rebasing: memory[..<count]))
    }
  }

  /// Calls `body` with each glyph's number and its origin on the page, in line order.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func forEachGlyphOnPage(
    _ body: (_ glyph: UInt32, _ x: Double, _ y: Double) -> Void
  ) {
    guard !axes.isHorizontal else { return forEachGlyph(body) }
    forEachGlyph { glyph, x, y in
      let place = axes.page(Point(x: x, y: y))
      body(glyph, place.x, place.y)
    }
  }

  /// Whether another run draws the same glyphs at the same positions in the same colour.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func looksLike(_ other: GlyphRun) -> Bool {
    face == other.face && size == other.size && origin == other.origin && color == other.color
      && (axes == other.axes || axes.isHorizontal && other.axes.isHorizontal)
      && isUpright == other.isUpright && glyphs.count == other.glyphs.count
      && zip(glyphs, other.glyphs).allSatisfy { one, other in
        one.identifier == other.identifier && one.advance == other.advance
          && one.xOffset == other.xOffset && one.yOffset == other.yOffset
      }
  }
}

extension GlyphRun {
  /// Returns the run at another position, as part of a separate text at an offset.
  fileprivate func moved(x dx: Double, y dy: Double, startingAt offset: Int) -> GlyphRun {
    var moved = self
    moved.origin = origin.offset(x: dx, y: dy)
    moved.textStart = offset
    return moved
  }
}

extension TextLayout {
  /// The glyph runs of all lines, from top to bottom, each line in visual order.
  ///
  /// - Complexity: O(runs), on each access.
  public var glyphRuns: [GlyphRun] {
    var runs: [GlyphRun] = []
    forEachGlyphRun { runs.append($0) }
    return runs
  }

  /// Returns the glyph runs of one line in visual order; empty if there is no such line.
  ///
  /// - Complexity: O(runs of the line).
  public func glyphRuns(ofLine index: Int) -> [GlyphRun] {
    let lines = allLines
    guard lines.indices.contains(index) else { return [] }
    var runs: [GlyphRun] = []
    var content = LineContent(paragraph, theme: theme, axes: axes)
    content.forEachGlyphRun(of: lines[index]) { runs.append($0) }
    return runs
  }

  /// Calls `body` with the glyph runs of all lines, as in `glyphRuns`, without making arrays.
  ///
  /// - Complexity: O(runs · log glyphs).
  package func forEachGlyphRun<Failure: Error>(
    _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachGlyphRun(ofLines: 0..<lineCount, body)
  }

  /// Calls `body` with the glyph runs of some lines; lines out of range are ignored.
  ///
  /// - Complexity: O(runs of these lines · log glyphs).
  package func forEachGlyphRun<Failure: Error>(
    ofLines wanted: Range<Int>, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    var content = LineContent(paragraph, theme: theme, axes: axes)
    let lines = allLines
    for index in wanted.clamped(to: lines.indices) {
      try content.forEachGlyphRun(of: lines[index], body)
    }
  }
}

extension LineContent {
  /// Calls `body` with the contents of a layout's line from left to right: one run for each style,
  /// because a shaped run may contain colour changes.
  ///
  /// - Complexity: O(runs) if the paragraph has one style, otherwise O(glyphs · log styles).
  fileprivate mutating func forEachGlyphRun<Failure: Error>(
    of line: Line, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    fill(line)
    try forEachSegment(of: line, body)
    guard let flow = paragraph.flow else { return }
    if let initial = flow.initial, line.span.range.lowerBound == 0 {
      let letter = initial.line(
        beside: line, isRightToLeft: paragraph.baseLevel(at: 0) & 1 != 0,
        flips: paragraph.style.writingMode.flipsLines)
      try Self.forEachGlyphRun(of: initial.letter, letter, at: 0, theme, axes, body)
    }
    guard flow.hasRuby else { return }
    for placed in annotations(of: line, in: flow) {
      let base = paragraph.sourceMap.sourceUnits(of: placed.piece.units).lowerBound
      try Self.forEachGlyphRun(of: placed.paragraph, placed.line, at: base, theme, axes, body)
    }
  }

  /// Calls `body` with the contents of another text's line that belongs to an offset of this text.
  private static func forEachGlyphRun<Failure: Error>(
    of paragraph: PreparedParagraph, _ line: Line, at offset: Int, _ theme: Theme,
    _ axes: LineAxes, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    var content = LineContent(paragraph, theme: theme, axes: axes)
    content.fill(line)
    try content.forEachSegment(of: line) { run throws(Failure) in
      try body(run.standing(beside: offset))
    }
  }

  private func forEachSegment<Failure: Error>(
    of line: Line, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    for segment in segments {
      guard !segment.glyphs.isEmpty else {
        if segment.isToken {
          try forEachTokenRun(in: segment, of: line, body)
        } else if paragraph.flow != nil {
          try forEachCombinedRun(in: segment, of: line, body)
        }
        continue
      }
      let drop = segment.box < 0 ? 0 : stack?.drop(of: segment.box) ?? 0
      let origin = Point(
        x: segment.x, y: line.baseline + (axes.writingMode.flipsLines ? -drop : drop))
      if paragraph.styles.count == 1 || segment.isToken {
        try body(
          GlyphRun(
            segment, segment.glyphs, style: segment.style, at: origin, width: segment.width,
            of: self))
      } else {
        try split(segment, at: origin, body)
      }
    }
  }

  /// Calls `body` with the text of a token.
  private func forEachTokenRun<Failure: Error>(
    in segment: Segment, of line: Line, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    guard let text = tokenText(on: line) else { return }
    try Self.forEachGlyphRun(
      of: text.paragraph, text.line,
      at: paragraph.sourceMap.sourceUnits(of: segment.units).lowerBound, theme, axes, body)
  }

  /// Calls `body` with combined upright text, centred in the space of its letter.
  private func forEachCombinedRun<Failure: Error>(
    in segment: Segment, of line: Line, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    guard !segment.units.isEmpty,
      let attachment = paragraph.flow?.attachment(at: segment.units.lowerBound),
      var layout = attachment.combined
    else { return }
    let drop = stack?.drop(ofAttachment: attachment.unit) ?? 0
    let middle = axes.page(
      Point(
        x: segment.x + segment.width / 2,
        y: line.baseline + (axes.writingMode.flipsLines ? -drop : drop)))
    layout.theme = theme
    let letters = LineBox(
      contentOf: layout.paragraph.firstFaces[0],
      size: layout.paragraph.styles[0].style.drawnSize)
    try layout.forEachGlyphRun { run throws(Failure) in
      try body(
        run.moved(
          x: middle.x - layout.size.width / 2,
          y: middle.y + (letters.ascent - letters.descent) / 2 - layout.firstBaseline,
          startingAt: paragraph.sourceMap.sourceUnits(of: segment.units).lowerBound))
    }
  }

  /// Splits a segment into runs of one style each.
  private func split<Failure: Error>(
    _ segment: Segment, at origin: Point, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    let glyphs = glyphs(of: segment)
    let first = glyphs.startIndex - segment.glyphs.lowerBound
    var start = segment.glyphs.lowerBound
    var pen = origin
    while start < segment.glyphs.upperBound {
      let style = paragraph.styleIndex(at: Int(glyphs[first + start].cluster))
      var end = start
      var advance = 0
      while end < segment.glyphs.upperBound,
        paragraph.styleIndex(at: Int(glyphs[first + end].cluster)) == style
      {
        advance += Int(glyphs[first + end].advance)
        end += 1
      }
      let isWhole = start..<end == segment.glyphs
      let width = isWhole ? segment.width : Double(advance) * segment.scale
      try body(GlyphRun(segment, start..<end, style: style, at: pen, width: width, of: self))
      pen.x += width
      start = end
    }
  }
}

extension PreparedParagraph {
  /// Returns the distance of a style's baseline below that of its vertical line, in line
  /// coordinates. On a central baseline, rotated letters are lowered so that their middle is on it.
  fileprivate func drop(
    ofStyle index: Int, isUpright: Bool, raisedBy rise: Double
  ) -> Double {
    let style = styles[index].style
    let sign: Double = self.style.writingMode.flipsLines ? -1 : 1
    guard isCentral, !isUpright else { return -sign * rise }
    let size = style.drawnSize
    let letters = LineBox(contentOf: firstFaces[index], size: size)
    let centred = LineBox(contentOf: firstFaces[index], size: size, isCentral: true)
    return sign * (letters.ascent - centred.ascent - rise)
  }
}
