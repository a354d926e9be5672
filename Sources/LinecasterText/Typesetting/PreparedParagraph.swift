public import LinecasterBase
import LinecasterFonts
import Synchronization

/// Everything about a paragraph that does not depend on a width: analyzed, itemized and shaped.
///
/// It never changes; any thread may lay it out, at many widths at once.
///
///     let prepared = typesetter.prepare(Paragraph("four words of text"))
///     let narrow = prepared.layout(width: prepared.minContentWidth)
///     let wide = prepared.layout(width: prepared.maxContentWidth)
///     print(narrow.lines.count, wide.lines.count)  // 4 1
public final class PreparedParagraph: Sendable {
  let text: [UInt16]
  /// The way from the text that is laid out to the one that was given.
  let sourceMap: SourceMap
  /// One entry a unit and one for the end.
  let boundaries: [BoundaryFlags]
  /// Where a phrase that is wider than a line may be broken; empty where none is kept whole.
  let customaryBreaks: [Int32]
  /// For each unit the sum of the advances before it in its run, in font units.
  let positions: [Int32]
  let runs: [ShapedRun]
  /// The faces that runs name by place.
  let faces: [FontFace]
  let glyphs: [ShapedGlyph]
  /// The styles of the attributed text; never empty.
  let styles: [AttributedText.Run]
  /// For each style the face that its text is drawn with first.
  let firstFaces: [FontFace]
  let style: ParagraphStyle
  let bidiParagraphs: [BidiParagraph]
  /// The boxes and attachments; nil where there are none.
  let flow: InlineFlow?
  /// The line box of text that is not there, and the least one of every line (the strut).
  let strut: LineBox
  /// The face and the style that it is of.
  let strutFace: FontFace
  let strutStyle: TextStyle
  /// Whether no run asks for more than the strut.
  let isUniform: Bool
  /// Whether there are neither boxes nor tabs that lead to places of their own, and no punctuation
  /// hangs: text that was not shaped again takes the room that its positions say.
  let isPlain: Bool
  /// Whether any character of the source has become several.
  let hasJoins: Bool
  /// The places that tabs lead to: those that were given, and then the others.
  let tabStops: [TabStop]
  let tabs: TabStops
  /// The characters of the text that no font has, in its order.
  let missingInText: [MissingCharacter]
  /// What dictionaries say of the words; nil where no text asks them.
  let hyphenation: Hyphenator.Result?
  /// What stands for text that is left out; nil where that is an ellipsis.
  let truncationToken: TruncationToken?
  /// The lines at the width asked for last, since measuring and drawing ask for the same one.
  ///
  /// Not a layout, which would keep its paragraph alive and so itself.
  private let lastLines = Mutex<(limit: Double, lines: PlacedLines)?>(nil)
  /// What stands on the long line that was asked about last.
  private let lastParts = Mutex<LineParts?>(nil)
  /// What shapes again the stretches that a break changes.
  let workers: WorkerPool
  /// Has what takes long to free; behind all else, which is freed in this order.
  private let remains: LateRelease<Remains>?

  private typealias Remains = (
    [UInt16], [BoundaryFlags], [Int32], [Int32], [ShapedRun], [ShapedGlyph], [MissingCharacter],
    SourceMap
  )

  init(
    source: SourceText, analysis: TextAnalysis, shaped: Shaper.Result, style: ParagraphStyle,
    faces: [FontFace], firstFaces: [FontFace], strutStyle: TextStyle?, tabStops: [TabStop],
    strutFace: FontFace,
    missing: [MissingCharacter], flow: InlineFlow?, hyphenation: Hyphenator.Result?,
    truncationToken: TruncationToken?, workers: WorkerPool
  ) {
    text = source.units
    self.hyphenation = hyphenation
    self.truncationToken = truncationToken
    sourceMap = source.map
    boundaries = analysis.boundaries
    customaryBreaks = analysis.customaryBreaks
    positions = shaped.positions
    runs = shaped.runs
    self.faces = faces
    glyphs = shaped.glyphs
    let first = strutStyle ?? source.runs[0].style
    let strut = LineBox(face: strutFace, size: first.drawnSize, lineHeight: style.lineHeight)
    self.strutFace = strutFace
    self.strutStyle = first
    self.tabStops = tabStops
    self.flow = flow
    isPlain = flow == nil && tabStops.isEmpty && style.hangingPunctuation.isEmpty
    isUniform = flow == nil && shaped.runs.allSatisfy { strut.holds($0.box) }
    styles = source.runs
    self.style = style
    self.firstFaces = firstFaces
    tabs = TabStops(style, face: strutFace, style: first)
    bidiParagraphs = analysis.paragraphs
    self.strut = strut
    missingInText = missing
    hasJoins = !source.joins.isEmpty
    self.workers = workers
    remains =
      source.units.count >= Self.manyUnits
      ? LateRelease(
        (
          source.units, analysis.boundaries, analysis.customaryBreaks, shaped.positions,
          shaped.runs, shaped.glyphs, missing, source.map
        )) : nil
  }

  /// The units of a paragraph that takes a millisecond to free.
  private static let manyUnits = 262_144

  /// The number of UTF-16 units.
  var count: Int { text.count }

  /// Whether lines end where they are full.
  var wraps: Bool { flow?.wraps ?? style.whiteSpace.wraps }

  /// The room before the text of a line that starts at a unit, in layout points.
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

  /// The room under lines that a terminator ends, in layout points.
  var spacing: Double {
    let spacing = style.paragraphSpacing
    return spacing > 0 && spacing.isFinite ? min(spacing, Limit.lineHeight) : 0
  }

  /// Breaks the paragraph into lines at most `width` layout points wide.
  ///
  /// Widths that are not numbers, and infinite ones, leave every line as long as it is; negative
  /// ones count as 0. Shapes only what an unsafe break changes.
  ///
  /// - Complexity: O(lines · log units), plus the glyphs that are shaped again; O(1) for the width
  ///   that was asked for last.
  public func layout(width: Double = .infinity) -> TextLayout {
    WorkScope.finish { scope throws(CancellationError) in try layout(width: width, scope) }
  }

  /// Breaks the paragraph into lines as long as that is wanted.
  func layout(
    width: Double, _ scope: WorkScope
  ) throws(CancellationError) -> TextLayout {
    var clock = StageClock(workers.counters)
    defer { clock.finish(.breakLines) }
    let limit = width.isFinite ? min(max(0, width), Limit.length) : width < 0 ? 0 : .infinity
    if let known = knownLines(at: limit) { return TextLayout(self, lines: known) }
    let lines = try PlacedLines(of: self, limit: limit, scope)
    keep(lines, at: limit)
    return TextLayout(self, lines: lines)
  }

  /// The lines at a width, if they are those asked for last.
  func knownLines(at limit: Double) -> PlacedLines? {
    lastLines.withLock { $0?.limit == limit ? $0?.lines : nil }
  }

  /// Remembers the lines at a width in place of the others.
  private func keep(_ lines: PlacedLines, at limit: Double) {
    // The old lines are freed outside the lock.
    let old = lastLines.withLock { last in
      defer { last = (limit, lines) }
      return last
    }
    withExtendedLifetime(old) {}
  }

  /// What stands on a line of a layout, in a form that answers questions; kept where the line is
  /// long, until another one is asked about.
  func parts(of line: Line) -> LineParts {
    guard line.span.range.count >= Self.unitsOfALongLine else { return LineParts(self, line) }
    let known = lastParts.withLock { $0?.line == line ? $0 : nil }
    if let known { return known }
    let parts = LineParts(self, line)
    let old = lastParts.withLock { last in
      defer { last = parts }
      return last
    }
    withExtendedLifetime(old) {}
    return parts
  }

  /// Lines with as many units are worth a place of their own.
  private static let unitsOfALongLine = 1_024

  /// The width of the widest line if lines end only where they must, in layout points.
  ///
  /// - Complexity: O(units · log runs).
  public var maxContentWidth: Double {
    WorkScope.finish { scope throws(CancellationError) in try maxContentWidth(scope) }
  }

  /// The width of the widest piece between line opportunities, in layout points.
  ///
  /// Pieces are measured as lines of their own: at this width no word is broken.
  ///
  /// - Complexity: O(units · log runs), plus the glyphs that are shaped again.
  public var minContentWidth: Double {
    WorkScope.finish { scope throws(CancellationError) in try minContentWidth(scope) }
  }

  /// The characters drawn as missing (as tofu), each once for every place, in text order: no font
  /// has them, or none has all of their grapheme.
  public var missingCharacters: [Unicode.Scalar] { missing }

  /// The characters that no font has, those of the token behind those of the text.
  var missing: [Unicode.Scalar] {
    missingInText.map(\.scalar) + (truncationToken?.missing ?? [])
  }

  /// What is wrong with the dictionaries that automatic hyphenation asked for, each told once: none
  /// for a language, or none that can be read. Words of these languages are not broken.
  public var hyphenationFailures: [HyphenationError] { hyphenation?.failures ?? [] }

  /// The units that a line may start with behind a hyphen which is not in the text, in ascending
  /// order.
  var hyphenPlaces: [Int] { hyphenation?.places ?? [] }
}

extension PreparedParagraph {
  /// Breaks the paragraph into lines at most `width` layout points wide, unless that is called off.
  ///
  /// The calling thread is free within a millisecond after `isCancelled` has turned true, however
  /// long the text is.
  ///
  /// - Parameters:
  ///   - width: As for `layout(width:)`.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` where `isCancelled` says so.
  /// - Complexity: That of `layout(width:)`; texts of 16,384 UTF-16 units and more have a thread of
  ///   their own for it.
  public func layout(
    width: Double, isCancelled: () -> Bool
  ) throws(CancellationError) -> TextLayout {
    if try WorkScope.isBrief(count, isCancelled) { return layout(width: width) }
    return try WorkScope.run(isCancelled, over: count) { scope throws(CancellationError) in
      try self.layout(width: width, scope)
    }
  }

  /// The width of the widest line if lines end only where they must, in layout points, unless
  /// finding it is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `maxContentWidth`.
  public func maxContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    if try WorkScope.isBrief(count, isCancelled) { return maxContentWidth }
    return try WorkScope.run(isCancelled, over: count) { scope throws(CancellationError) in
      try self.maxContentWidth(scope)
    }
  }

  /// The width of the widest piece between line opportunities, in layout points, unless finding it
  /// is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `minContentWidth`.
  public func minContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    if try WorkScope.isBrief(count, isCancelled) { return minContentWidth }
    return try WorkScope.run(isCancelled, over: count) { scope throws(CancellationError) in
      try self.minContentWidth(scope)
    }
  }
}

extension PreparedParagraph {
  /// The memory the paragraph keeps alive by itself, in bytes: its arrays as they were allocated, 7
  /// a UTF-16 unit, 16 a glyph and 64 a stretch of one font, size and direction as far as they are
  /// no larger than they need be, and the object.
  ///
  /// Fonts, what shapes and layouts are not counted.
  ///
  /// - Complexity: O(1).
  public var byteCount: Int {
    let units = bytes(of: text) + bytes(of: boundaries) + bytes(of: positions)
    let shapes = bytes(of: glyphs) + bytes(of: runs) + bytes(of: faces)
    let rest =
      bytes(of: styles) + bytes(of: firstFaces) + bytes(of: bidiParagraphs)
      + bytes(of: missingInText)
      + bytes(of: hyphenPlaces) + bytes(of: customaryBreaks)
    return Self.objectBytes + units + shapes + rest + sourceMap.byteCount
      + (flow?.byteCount ?? 0) + (truncationToken?.byteCount ?? 0)
  }

  /// What a cache that keeps the paragraph should count: also the lines at one width, which are
  /// kept once they have been asked for.
  var byteCountWhenKept: Int {
    let lines = 1 + count / Self.unitsOfALine
    return byteCount + lines * MemoryLayout<Line>.stride + Self.blockBytes
  }

  /// The paragraph's object, as the allocator rounds it up.
  static let objectBytes = 368
  /// The head of an array, and what the allocator adds to it.
  static let blockBytes = 48
  /// About what a line of a narrow list has.
  private static let unitsOfALine = 32

  private func bytes<Element>(of array: [Element]) -> Int {
    array.capacity == 0 ? 0 : Self.blockBytes + array.capacity * MemoryLayout<Element>.stride
  }
}
