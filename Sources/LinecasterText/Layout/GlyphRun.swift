public import LinecasterBase
public import LinecasterFonts

/// Glyphs of one face, size and style that stand side by side on a line, in visual order.
///
/// A view on the layout it comes from: making one copies no glyph.
///
///     for run in layout.glyphRuns {
///       run.forEachGlyph { glyph, x, y in
///         draw(glyph, of: run.face, size: run.size, in: run.color, at: Point(x: x, y: y))
///       }
///     }
///
/// Where lines do not run from left to right, glyphs are turned as `turn` says, and `axes` turns
/// their places into those on the page.
public struct GlyphRun: Sendable {
  /// The face the glyphs are from.
  public let face: FontFace
  /// The size of the em, in layout points.
  public let size: Double
  /// Where the run starts on its baseline, in layout points from the layout's top-left corner.
  public private(set) var origin: Point
  /// The distance from the origin to the end of the run, in layout points.
  public let width: Double
  /// Whether its text runs from right to left; glyphs are in visual order all the same.
  public let isRightToLeft: Bool
  /// Whether its letters stand upright on a line that runs downwards.
  public let isUpright: Bool
  /// How its line lies on the page: as those of its layout, but for digits side by side on a line
  /// that runs downwards, whose places are those of the page.
  public private(set) var axes: LineAxes

  /// Whether it is not in the text: the ellipsis of a line that is cut, or the hyphen of a word
  /// that is broken.
  let isToken: Bool
  /// Where its text is in the string; for a token, the unit it stands behind.
  let units: Range<Int>
  let styleIndex: Int
  private let theme: Theme
  private let paragraph: PreparedParagraph
  /// The glyphs that `range` is of where they are not the paragraph's.
  private let ownGlyphs: [ShapedGlyph]?
  private let range: Range<Int>
  /// The offset in the text of what it stands beside; nil for all but annotations.
  private var besideOffset: Int?
  /// Where the paragraph that it is of starts in the text.
  private var textStart = 0

  /// The glyphs of part of a line that have one style.
  ///
  /// - Parameters:
  ///   - segment: What they are part of.
  ///   - range: Which of the paragraph's glyphs, or of the line's own, they are.
  ///   - style: Which of the attributed text's styles they have.
  ///   - origin: Where they start on the line's baseline.
  ///   - line: What the segment is of.
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
    ownGlyphs = segment.hasOwnGlyphs ? line.ownGlyphs : nil
    self.range = range
  }

  /// The same run as part of an annotation beside an offset of the text.
  fileprivate func standing(beside offset: Int) -> GlyphRun {
    var run = self
    run.besideOffset = offset
    return run
  }

  /// How its text looks.
  public var style: TextStyle { paragraph.styles[styleIndex].style }

  /// The face that text of its style is drawn with first.
  var firstFace: FontFace { paragraph.firstFaces[styleIndex] }

  /// The text that the clusters of its glyphs are of.
  var text: [UInt16] { paragraph.text }

  /// The index of the style of a unit of its text.
  ///
  /// - Complexity: O(log styles).
  func styleIndex(at unit: Int) -> Int { paragraph.styleIndex(at: unit) }

  /// The characters of its paragraph, or of its annotation or token, that no font has.
  var missingCharacters: [Unicode.Scalar] { paragraph.missing }

  /// The units of its text from one to the end of its grapheme, `limit` of them at most; none where
  /// there is no such unit.
  func restOfGrapheme(from unit: Int, limit: Int) -> Range<Int> {
    let last = min(paragraph.count, unit + limit)
    guard unit >= 0, unit < last else { return 0..<0 }
    var end = unit + 1
    while end < last, !paragraph.boundaries[end].contains(.grapheme) { end += 1 }
    return unit..<end
  }

  /// The colour of its text in the theme of its layout.
  public var color: Color { style.themeColor.color(in: theme) }

  /// The number of glyphs.
  public var glyphCount: Int { range.count }

  /// The glyphs in visual order, advances and offsets in font units.
  var glyphs: ArraySlice<ShapedGlyph> {
    if let ownGlyphs { ownGlyphs[range] } else { paragraph.glyphs[range] }
  }

  /// The factor from font units to layout points.
  var scale: Double { size / Double(face.metrics.unitsPerEm) }

  /// Which way its glyphs are turned on the page.
  public var turn: GlyphTurn {
    switch axes.writingMode {
    case .horizontal: .none
    case .verticalRightToLeft, .verticalLeftToRight: isUpright ? .none : .clockwise
    case .sidewaysRightToLeft: .clockwise
    case .sidewaysLeftToRight: .anticlockwise
    }
  }

  /// Where the origin of a glyph stands: at the pen, moved by the glyph's own offset.
  ///
  /// - Parameter advance: The sum of the advances of the run's glyphs before it, in font units.
  func origin(of glyph: ShapedGlyph, after advance: Int, scale: Double) -> Point {
    guard !axes.isHorizontal else {
      return horizontalOrigin(of: glyph, after: advance, scale: scale)
    }
    let sign: Double = axes.writingMode.flipsLines ? 1 : -1
    let (along, up) = (Double(glyph.xOffset) * scale, Double(glyph.yOffset) * scale)
    let pen = origin.x + Double(advance) * scale
    // Offsets of upright glyphs are those of a page: to the right and upwards.
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

  /// Calls `body` with each glyph's number and its origin on the baseline, left to right.
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

  /// The glyphs with their places and the text they stand for, left to right.
  ///
  /// - Complexity: O(glyphs); made again each time. `forEachGlyph` allocates nothing.
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
  /// Glyphs of one cluster have the same; an ellipsis or hyphen that is not in the text has that of
  /// the text it stands behind, and an annotation that of the text it stands beside.
  public let utf16Offset: Int
}

extension GlyphRun {
  /// A glyph's number and its origin, as `forEachGlyph` has them.
  package typealias Place = (glyph: UInt32, x: Double, y: Double)

  /// Calls `body` with where the glyphs stand on the page, in the order of the line, as many at a
  /// time as there is room for.
  ///
  /// In memory of the caller's, since a closure of another module would be called for each glyph.
  package func withPlaces<Failure: Error>(
    in memory: UnsafeMutableBufferPointer<Place>,
    _ body: (UnsafeBufferPointer<Place>) throws(Failure) -> Void
  ) throws(Failure) {
    if let ownGlyphs {
      try ownGlyphs.withUnsafeBufferPointer { glyphs throws(Failure) in
        try place(UnsafeBufferPointer(rebasing: glyphs[range]), in: memory, body)
      }
    } else {
      try paragraph.glyphs.withUnsafeBufferPointer { glyphs throws(Failure) in
        try place(UnsafeBufferPointer(rebasing: glyphs[range]), in: memory, body)
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

  /// Calls `body` with each glyph's number and its origin on the page, in the order of the line.
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

  /// Whether another run draws the same glyphs in the same places and colour, whatever their text.
  ///
  /// - Complexity: O(glyphs), without allocation.
  package func looksLike(_ other: GlyphRun) -> Bool {
    face == other.face && size == other.size && origin == other.origin && color == other.color
      && axes == other.axes && isUpright == other.isUpright && glyphs.count == other.glyphs.count
      && zip(glyphs, other.glyphs).allSatisfy { one, other in
        one.identifier == other.identifier && one.advance == other.advance
          && one.xOffset == other.xOffset && one.yOffset == other.yOffset
      }
  }
}

extension GlyphRun {
  /// The run in another place, as part of a text that has its own at an offset.
  fileprivate func moved(x dx: Double, y dy: Double, startingAt offset: Int) -> GlyphRun {
    var moved = self
    moved.origin = origin.offset(x: dx, y: dy)
    moved.textStart = offset
    return moved
  }
}

extension TextLayout {
  /// The glyph runs of all lines, top to bottom, each line in visual order.
  ///
  /// - Complexity: O(runs); made again each time.
  public var glyphRuns: [GlyphRun] {
    var runs: [GlyphRun] = []
    forEachGlyphRun { runs.append($0) }
    return runs
  }

  /// The glyph runs of one line in visual order; empty for a line that there is none of.
  ///
  /// - Complexity: O(runs of the line).
  public func glyphRuns(ofLine index: Int) -> [GlyphRun] {
    guard lines.indices.contains(index) else { return [] }
    var runs: [GlyphRun] = []
    var content = LineContent(paragraph, theme: theme, axes: axes)
    content.forEachGlyphRun(of: lines[index]) { runs.append($0) }
    return runs
  }

  /// Calls `body` with the glyph runs of all lines, as `glyphRuns` has them, making no arrays.
  ///
  /// - Complexity: O(runs · log glyphs).
  package func forEachGlyphRun<Failure: Error>(
    _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachGlyphRun(ofLines: lines.indices, body)
  }

  /// Calls `body` with the glyph runs of some lines; there are none of lines that do not exist.
  ///
  /// - Complexity: O(runs of these lines · log glyphs).
  package func forEachGlyphRun<Failure: Error>(
    ofLines wanted: Range<Int>, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    var content = LineContent(paragraph, theme: theme, axes: axes)
    for line in lines[wanted.clamped(to: lines.indices)] {
      try content.forEachGlyphRun(of: line, body)
    }
  }
}

extension LineContent {
  /// Calls `body` with what stands on a line of a layout from left to right: one run a style, since
  /// runs of the shaper may go through changes of colour.
  ///
  /// - Complexity: O(runs) where the paragraph has one style, else O(glyphs · log styles).
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

  /// Calls `body` with what stands on a line of another text that belongs to an offset of this one.
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

  /// Calls `body` with text that stands side by side in the room of one letter, its middle in that
  /// of the room.
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

  /// Walks a segment whose characters may have several styles.
  private func split<Failure: Error>(
    _ segment: Segment, at origin: Point, _ body: (GlyphRun) throws(Failure) -> Void
  ) throws(Failure) {
    let glyphs = glyphs(of: segment)
    var start = segment.glyphs.lowerBound
    var pen = origin
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
      try body(GlyphRun(segment, start..<end, style: style, at: pen, width: width, of: self))
      pen.x += width
      start = end
    }
  }
}

extension PreparedParagraph {
  /// How far below the baseline of a line that runs downwards, in its own coordinates, that of
  /// text of a style is: of turned letters on lines whose baseline goes through the middle, as far
  /// as that is above the middle of their own.
  fileprivate func drop(
    ofStyle index: Int, isUpright: Bool, raisedBy rise: Double
  ) -> Double {
    let style = styles[index].style
    let sign: Double = self.style.writingMode.flipsLines ? -1 : 1
    guard self.style.writingMode.isVertical, !isUpright, style.orientation != .sideways else {
      return -sign * rise
    }
    let size = style.drawnSize
    let letters = LineBox(contentOf: firstFaces[index], size: size)
    let centred = LineBox(contentOf: firstFaces[index], size: size, isCentral: true)
    return sign * (letters.ascent - centred.ascent - rise)
  }
}
