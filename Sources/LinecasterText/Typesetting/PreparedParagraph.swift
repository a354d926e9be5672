public import LinecasterBase
import LinecasterFonts
import Synchronization

/// A paragraph whose text has been analyzed, itemized and shaped, ready for layout at any width.
///
/// It is immutable; several threads may lay it out concurrently, at different widths.
///
///     let prepared = typesetter.prepare(Paragraph("four words of text"))
///     let narrow = prepared.layout(width: prepared.minContentWidth)
///     let wide = prepared.layout(width: prepared.maxContentWidth)
///     print(narrow.lines.count, wide.lines.count)  // 4 1
public final class PreparedParagraph: Sendable {
  private let shaped: ShapedText
  /// Maps the laid-out text to the source text.
  let sourceMap: SourceMap
  /// The places to break a phrase wider than a line; empty if no phrase is kept whole.
  let customaryBreaks: [Int32]
  /// The faces of runs, by index.
  let faces: [FontFace]
  /// The styles of the attributed text; never empty.
  let styles: [AttributedText.Run]
  /// For each style, the first face of its text.
  let firstFaces: [FontFace]
  let style: ParagraphStyle
  let bidiParagraphs: [BidiParagraph]
  /// The boxes and attachments; `nil` for none.
  let flow: InlineFlow?
  /// The line box of empty text, and the minimum of every line (the strut).
  let strut: LineBox
  /// The face and the style of the strut.
  let strutFace: FontFace
  let strutStyle: TextStyle
  /// Whether the strut contains the boxes of all runs.
  let isUniform: Bool
  /// Whether there are no boxes, tab stops or hanging punctuation: text that was not reshaped is
  /// then as wide as its positions say.
  let isPlain: Bool
  /// Whether case conversion turned any source character into several.
  let hasJoins: Bool
  /// The explicit tab stops, then the default ones.
  let tabStops: [TabStop]
  let tabs: TabStops
  /// The characters of the text that no font has, in text order.
  let missingInText: [MissingCharacter]
  /// The hyphenation of the words; `nil` if no text requests it.
  let hyphenation: Hyphenator.Result?
  /// The truncation token; `nil` for an ellipsis.
  let truncationToken: TruncationToken?
  /// The lines at the last requested width, because measuring and drawing use the same width.
  ///
  /// Not a layout, which would retain its paragraph and so itself.
  let lastLines = LastValue<(limit: Double, lines: PlacedLines)>()
  /// The contents of the last queried long line.
  private let lastParts = LastValue<LineParts>()
  /// Identifies the source text; `nil` if nothing was appended to it.
  let origin: TextOrigin?
  /// The parts that its earlier version had; `nil` unless it is an edited paragraph.
  let growth: Growth?
  /// The workers that reshape the text that a break changes.
  let workers: WorkerPool
  /// The values that take long to free; declared last, because properties are freed in this order.
  let remains: BackgroundRelease<Remains>?

  typealias Remains = (ShapedText, [MissingCharacter], SourceMap)

  /// Creates a paragraph of its parts.
  ///
  /// - Parameters:
  ///   - styles: The styles of the text.
  ///   - map: The map to the source text.
  ///   - faces: The faces of runs, by index.
  ///   - firstFaces: For each style, the first face of its text.
  ///   - worker: The worker, which finds the face of the strut.
  ///   - missing: The characters of the text that no font has, in text order.
  ///   - growth: The parts that its earlier version had; `nil` unless it is an edited paragraph.
  init(
    _ paragraph: Paragraph, styles: [AttributedText.Run], map: SourceMap, hasJoins: Bool = false,
    text shaped: ShapedText, customaryBreaks: [Int32], bidiParagraphs: [BidiParagraph],
    faces: [FontFace], firstFaces: [FontFace], by worker: TextWorker,
    missing: [MissingCharacter], flow: InlineFlow?, hyphenation: Hyphenator.Result?,
    truncationToken: TruncationToken?, growth: Growth? = nil, workers: WorkerPool
  ) {
    let style = paragraph.style
    let strutFace =
      paragraph.strutStyle.map { worker.fallback(for: $0).cascade.primary } ?? firstFaces[0]
    self.hyphenation = hyphenation
    self.truncationToken = truncationToken
    sourceMap = map
    self.customaryBreaks = customaryBreaks
    self.shaped = shaped
    self.faces = faces
    let first = paragraph.strutStyle ?? styles[0].style
    let strut = LineBox(face: strutFace, size: first.drawnSize, lineHeight: style.lineHeight)
    self.strutFace = strutFace
    self.strutStyle = first
    tabStops = paragraph.tabStops
    self.flow = flow
    isPlain = flow == nil && tabStops.isEmpty && style.hangingPunctuation.isEmpty
    isUniform = flow == nil && Self.isUniform(shaped.runs, strut, growth)
    self.styles = styles
    self.style = style
    self.firstFaces = firstFaces
    tabs = TabStops(style, face: strutFace, style: first)
    self.bidiParagraphs = bidiParagraphs
    self.strut = strut
    missingInText = missing
    self.hasJoins = hasJoins
    origin = TextOrigin(paragraph.text)
    self.growth = growth
    self.workers = workers
    remains =
      shaped.units.count >= Self.manyUnits
      ? Self.remains(shaped, missing, map, growth) : nil
  }

  /// Whether a strut contains the boxes of all runs.
  private static func isUniform(
    _ runs: SharedArray<ShapedRun>, _ strut: LineBox, _ growth: Growth?
  ) -> Bool {
    if let growth, let isUniform = growth.isUniform(runs, strut) { return isUniform }
    return runs.flat.allSatisfy { strut.holds($0.box) }
  }

  /// Returns the release of a long text. A function of its own, because one that makes closures
  /// copies what they capture.
  @inline(never)
  private static func remains(
    _ shaped: ShapedText, _ missing: [MissingCharacter], _ map: SourceMap, _ growth: Growth?
  ) -> BackgroundRelease<Remains> {
    growth?.remains ?? BackgroundRelease((shaped, missing, map))
  }

  /// The number of units at which freeing a paragraph takes a millisecond.
  private static let manyUnits = 262_144

  /// The laid-out text.
  var text: SharedArray<UInt16> { shaped.units }
  /// One entry per unit and one for the end.
  var boundaries: SharedArray<BoundaryFlags> { shaped.boundaries }
  var runs: SharedArray<ShapedRun> { shaped.runs }
  var glyphs: SharedArray<ShapedGlyph> { shaped.glyphs }
  /// For each unit, the sum of the advances before it in its run, in font units.
  var positions: SharedArray<Int32> { shaped.positions }

  /// Whether the text and what belongs to it are in one piece each.
  var isFlat: Bool { boundaries.isFlat }

  /// The number of UTF-16 units that are laid out.
  package var count: Int { text.count }

  /// Whether the baseline of lines is central, which is that of all boxes of the paragraph.
  var isCentral: Bool { style.writingMode.isVertical && strutStyle.orientation != .sideways }

  /// Whether lines wrap.
  var wraps: Bool { flow?.wraps ?? style.whiteSpace.wraps }

  /// Returns the indent of a line that starts at a unit, in layout points.
  @inline(__always)
  func indent(at start: Int) -> Double {
    style.firstLineIndent == 0 ? 0 : indentOfLine(at: start)
  }

  private func indentOfLine(at start: Int) -> Double {
    guard style.firstLineIndent.isFinite else { return 0 }
    let isFirst =
      start == 0
      || style.indentedLines.contains(.afterTerminators)
        && boundaries[start].contains(.hardBreak)
    return isFirst != style.indentedLines.contains(.others)
      ? style.firstLineIndent.limited() : 0
  }

  /// The space below lines that a terminator ends, in layout points.
  var spacing: Double {
    let spacing = style.paragraphSpacing
    return spacing > 0 && spacing.isFinite ? min(spacing, Limit.lineHeight) : 0
  }

  /// Breaks the paragraph into lines at most `width` layout points wide.
  ///
  /// NaN and infinite widths leave lines unwrapped; negative widths count as 0. Text is reshaped
  /// only at breaks that change its glyphs.
  ///
  /// - Complexity: O(lines · log units), plus the reshaped glyphs; O(1) for the last requested
  ///   width.
  public func layout(width: Double = .infinity) -> TextLayout {
    WorkScope.finish { scope throws(CancellationError) in try layout(width: width, scope) }
  }

  /// Breaks the paragraph into lines unless the scope is cancelled.
  func layout(
    width: Double, _ scope: WorkScope
  ) throws(CancellationError) -> TextLayout {
    var clock = StageClock(workers.counters)
    defer { clock.finish(.breakLines) }
    let limit = width.isFinite ? min(max(0, width), Limit.length) : width < 0 ? 0 : .infinity
    if let known = knownLines(at: limit) { return TextLayout(self, lines: known) }
    let lines = try brokenLines(limit: limit, scope)
    lastLines.keep((limit, lines))
    return TextLayout(self, lines: lines)
  }

  private func brokenLines(
    limit: Double, _ scope: WorkScope
  ) throws(CancellationError) -> PlacedLines {
    if let growth, let lines = try growth.lines(of: self, limit: limit, scope) { return lines }
    return try PlacedLines(of: self, limit: limit, scope)
  }

  /// Returns the lines at a width, if it was the last one requested.
  func knownLines(at limit: Double) -> PlacedLines? {
    lastLines.value { $0.limit == limit }?.lines
  }

  /// Returns the contents of a line in searchable form; those of the last long line are cached.
  func parts(of line: Line) -> LineParts {
    guard line.span.range.count >= Self.unitsOfALongLine else { return LineParts(self, line) }
    if let known = lastParts.value(where: { $0.line == line }) { return known }
    let parts = LineParts(self, line)
    lastParts.keep(parts)
    return parts
  }

  /// The number of units from which a line's contents are cached.
  private static let unitsOfALongLine = 1_024

  /// The max-content width, in layout points: the width of the widest line if only forced breaks
  /// end lines.
  ///
  /// - Complexity: O(units · log runs), on each access.
  public var maxContentWidth: Double {
    WorkScope.finish { scope throws(CancellationError) in try maxContentWidth(scope) }
  }

  /// The min-content width, in layout points: the width of the widest piece between line-break
  /// opportunities.
  ///
  /// Pieces are measured as lines of their own; at this width, no word is broken.
  ///
  /// - Complexity: O(units · log runs), plus the reshaped glyphs.
  public var minContentWidth: Double {
    WorkScope.finish { scope throws(CancellationError) in try minContentWidth(scope) }
  }

  /// The characters drawn as missing glyphs (tofu), one for each occurrence, in text order. No font
  /// has glyphs for these characters, or for their whole grapheme.
  ///
  /// - Complexity: O(missing characters).
  public var missingCharacters: [Unicode.Scalar] { missing }

  /// The characters that no font has: those of the text, then those of the token.
  var missing: [Unicode.Scalar] {
    missingInText.map(\.scalar) + (truncationToken?.missing ?? [])
  }

  /// The failures of automatic hyphenation, each reported once: languages without a dictionary or
  /// with an unreadable one. Words of these languages are not broken.
  public var hyphenationFailures: [HyphenationError] { hyphenation?.failures ?? [] }

  /// The units at which a line may start after a hyphen that is not in the text, in ascending
  /// order.
  var hyphenPlaces: [Int] { hyphenation?.places ?? [] }
}

/// The units of a paragraph, with the results of analysis and shaping.
struct ShapedText: Sendable {
  /// The laid-out text.
  let units: SharedArray<UInt16>
  /// One entry per unit and one for the end.
  let boundaries: SharedArray<BoundaryFlags>
  let runs: SharedArray<ShapedRun>
  let glyphs: SharedArray<ShapedGlyph>
  /// The sum of the advances before each unit in its run, in font units.
  let positions: SharedArray<Int32>
}

extension ShapedText {
  /// The text of arrays that no other version shares.
  init(_ units: [UInt16], _ boundaries: [BoundaryFlags], _ shaped: Shaper.Result) {
    self.units = SharedArray(units)
    self.boundaries = SharedArray(boundaries)
    runs = SharedArray(shaped.runs)
    glyphs = SharedArray(shaped.glyphs)
    positions = SharedArray(shaped.positions)
  }
}

/// The last value of a computation, kept for the next request of any thread.
struct LastValue<Value: Sendable>: ~Copyable, Sendable {
  private let last = Mutex<Value?>(nil)

  /// Returns the value if it satisfies a condition.
  func value(where isWanted: (Value) -> Bool) -> Value? {
    last.withLock { last in last.flatMap { isWanted($0) ? $0 : nil } }
  }

  /// Replaces the value.
  func keep(_ new: Value) {
    // The old value is freed outside the lock.
    let old = last.withLock { last in
      defer { last = new }
      return last
    }
    withExtendedLifetime(old) {}
  }
}

extension PreparedParagraph {
  /// Breaks the paragraph into lines at most `width` layout points wide, unless cancelled.
  ///
  /// The call returns within a millisecond after `isCancelled` becomes true, regardless of the
  /// length of the text.
  ///
  /// - Parameters:
  ///   - width: The width, as in `layout(width:)`.
  ///   - isCancelled: Called at once and then, if the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  /// - Complexity: That of `layout(width:)`. Texts of 16,384 UTF-16 units and more use a separate
  ///   thread.
  public func layout(
    width: Double, isCancelled: () -> Bool
  ) throws(CancellationError) -> TextLayout {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      if WorkScope.isShort(count) { return layout(width: width) }
      return try layout(width: width, in: scope)
    }
  }

  /// Breaks the paragraph into lines as part of other work.
  ///
  /// - Throws: As `layout(width:isCancelled:)`.
  package func layout(
    width: Double, in scope: WorkScope
  ) throws(CancellationError) -> TextLayout {
    if try scope.isBrief(count) { return layout(width: width) }
    return try scope.run(over: count) { scope throws(CancellationError) in
      try self.layout(width: width, scope)
    }
  }

  /// Returns the max-content width, in layout points, unless cancelled.
  ///
  /// - Throws: `CancellationError` if `isCancelled` returns true; it is called as in
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `maxContentWidth`.
  public func maxContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      if WorkScope.isShort(count) { return maxContentWidth }
      return try scope.run(over: count) { scope throws(CancellationError) in
        try self.maxContentWidth(scope)
      }
    }
  }

  /// Returns the min-content width, in layout points, unless cancelled.
  ///
  /// - Throws: `CancellationError` if `isCancelled` returns true; it is called as in
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `minContentWidth`.
  public func minContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      if WorkScope.isShort(count) { return minContentWidth }
      return try minContentWidth(in: scope)
    }
  }

  /// Returns the min-content width as part of other work.
  ///
  /// - Throws: As `minContentWidth(isCancelled:)`.
  package func minContentWidth(in scope: WorkScope) throws(CancellationError) -> Double {
    if try scope.isBrief(count) { return minContentWidth }
    return try scope.run(over: count) { scope throws(CancellationError) in
      try self.minContentWidth(scope)
    }
  }
}

extension PreparedParagraph {
  /// The memory of the paragraph itself, in bytes: the object and its allocated arrays.
  ///
  /// It is at least 7 bytes per UTF-16 unit, 16 per glyph and 64 per run of one font, size and
  /// direction. Fonts, shapers and layouts are not counted.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int {
    let units = text.byteCount + boundaries.byteCount + positions.byteCount
    let shapes = glyphs.byteCount + runs.byteCount + bytes(of: faces)
    let rest =
      bytes(of: styles) + bytes(of: firstFaces) + bytes(of: bidiParagraphs)
      + bytes(of: missingInText)
      + bytes(of: hyphenPlaces) + bytes(of: customaryBreaks)
    return Self.objectBytes + units + shapes + rest + sourceMap.byteCount
      + (flow?.byteCount ?? 0) + (truncationToken?.byteCount ?? 0)
  }

  /// The cost in a cache that keeps the paragraph: includes the lines at one width, which it keeps
  /// after the first request.
  var byteCountWhenKept: Int {
    let lines = 1 + count / Self.unitsOfALine
    return byteCount + lines * MemoryLayout<Line>.stride + Self.blockBytes
  }

  /// The size of the paragraph's object, rounded up by the allocator.
  static let objectBytes = 400
  /// The size of an array's header and of the allocator's overhead.
  static let blockBytes = 48
  /// The approximate number of units in a line of a narrow list.
  private static let unitsOfALine = 32

  private func bytes<Element>(of array: [Element]) -> Int {
    array.capacity == 0 ? 0 : Self.blockBytes + array.capacity * MemoryLayout<Element>.stride
  }
}
