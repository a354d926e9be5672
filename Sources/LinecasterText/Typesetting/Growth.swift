import LinecasterBase
import LinecasterFonts

/// The parts of an edited paragraph, besides its text, that its earlier version had.
final class Growth: Sendable {
  /// The number of runs that both versions share at the start.
  private let runs: Int
  /// Whether the strut contains the boxes of these runs; `nil` if that is not known.
  private let isUniform: Bool?
  private let strut: LineBox
  /// A scan of the last paragraph (UAX 9) of the text; `nil` if that was not possible.
  let scan: ParagraphScan?
  /// The lines at the last requested width of the earlier version that are lines of this version
  /// too; `nil` for none.
  private let lines: FirstLines?
  /// Releases arrays of the earlier version that this version shares.
  let remains: BackgroundRelease<PreparedParagraph.Remains>?

  /// - Parameters:
  ///   - lines: The first lines of the earlier version, if they are known.
  ///   - isShared: Whether the long arrays of the earlier version are shared.
  init(
    from old: PreparedParagraph, runs: Int, scan: ParagraphScan?, lines: FirstLines?,
    isShared: Bool
  ) {
    self.runs = runs
    self.scan = scan
    self.lines = lines
    strut = old.strut
    isUniform = old.isUniform ? true : nil
    remains = isShared ? old.remains : nil
  }

  /// Whether a strut contains the boxes of all runs; `nil` if that is not known from the earlier
  /// version.
  func isUniform(_ all: SharedArray<ShapedRun>, _ strut: LineBox) -> Bool? {
    guard isUniform == true, strut == self.strut else { return nil }
    return (runs..<max(runs, all.count)).allSatisfy { strut.holds(all[$0].box) }
  }

  /// Breaks a paragraph into lines after those of its earlier version; returns `nil` if it has none
  /// at this width.
  func lines(
    of paragraph: PreparedParagraph, limit: Double, _ scope: WorkScope
  ) throws(CancellationError) -> PlacedLines? {
    guard let lines, lines.limit == limit, lines.isValid(for: paragraph) else { return nil }
    return try PlacedLines(of: paragraph, after: lines, scope)
  }

  /// Returns the first lines of the earlier version if text from a unit on does not affect them.
  func firstLines(before unit: Int) -> FirstLines? {
    lines.flatMap { $0.change <= unit ? $0 : nil }
  }
}

/// A scan of the last paragraph (UAX 9) of a text up to a unit, so that a version to which text is
/// appended does not search it again.
struct ParagraphScan {
  /// The start of the paragraph.
  let start: Int
  /// The end of the scanned text.
  let end: Int
  /// The run that contains the end. The paragraph's runs before it have its level.
  let run: Int
  /// Whether the scanned text has an opening bracket.
  let hasOpenBracket: Bool
  /// Whether the positions of the run never decrease up to the end.
  let ascends: Bool

  /// Scans a paragraph from its start to a unit of a run; returns `nil` if it has controls of
  /// directions or runs of another level.
  ///
  /// - Complexity: O(units), without those that an earlier version scanned.
  init?(from start: Int, to end: Int, run: Int, level: UInt8, of paragraph: PreparedParagraph) {
    var known = paragraph.growth?.scan
    if known?.start != start || known?.end ?? 0 > end || known?.run ?? 0 > run { known = nil }
    var index = run
    // Terminators inside the paragraph have its level.
    guard paragraph.runs[run].item.level == level else { return nil }
    while index > known?.run ?? 0, paragraph.runs[index - 1].end > start {
      index -= 1
      guard paragraph.runs[index].item.level == level else { return nil }
    }
    guard
      let hasBracket = paragraph.text.slice((known?.end ?? start)..<end).hasOpenBracket
    else { return nil }
    let first = paragraph.runs[run].start
    let isKnown = known?.run == run
    ascends =
      (!isKnown || known?.ascends ?? false)
      && paragraph.positions.slice((isKnown ? known?.end ?? first : first)..<end + 1).ascends
    self.start = start
    self.end = end
    self.run = run
    hasOpenBracket = hasBracket || known?.hasOpenBracket ?? false
  }
}

extension ArraySlice<UInt16> {
  /// Whether a text has an opening bracket; `nil` if it has controls of directions.
  fileprivate var hasOpenBracket: Bool? {
    var isFound = false
    for value in self {
      if value < 0x2000 {
        isFound = isFound || value == 0x28 || value == 0x5B || value == 0x7B
      } else {
        if BidiControl.isOne(value) { return nil }
        isFound = isFound || PairedBracket.closing(of: value) != nil
      }
    }
    return isFound
  }
}

extension Collection<Int32> {
  /// Whether no number is less than the one before it.
  var ascends: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}

/// Lines at the start of a paragraph that no change from a unit on affects.
struct FirstLines: Sendable {
  /// The width, in layout points.
  let limit: Double
  /// The lines of the earlier version.
  let all: SharedArray<Line>
  /// The number of lines that are kept; at least one.
  let count: Int
  /// The unit from which a change does not affect them.
  let change: Int
  /// The width of the widest of them, including its indent.
  let widest: Double
  /// Whether any of them is justified.
  let hasJustified: Bool
  /// Releases the lines of the earlier version.
  let remains: BackgroundRelease<[Line]>?
  /// The strut, on which the lines depend besides the text and the paragraph style.
  private let strut: (face: FontFace, style: TextStyle)

  /// Returns the lines of a layout that end before a unit, but for the last two: a line depends on
  /// the text that would fit on it. `nil` for none.
  ///
  /// - Complexity: O(lines that an earlier version did not keep + log lines).
  init?(_ placed: PlacedLines, limit: Double, before unit: Int, of paragraph: PreparedParagraph) {
    let all = placed.shared?.all ?? SharedArray(placed.lines)
    let count = all.bisect { $0.span.range.upperBound > unit - Self.margin } - 2
    guard count > 0 else { return nil }
    var known = placed.shared?.first
    if known?.count ?? 0 > count { known = nil }
    var (widest, hasJustified) = (known?.widest ?? 0, known?.hasJustified ?? false)
    for index in (known?.count ?? 0)..<count {
      let line = all[index]
      widest = max(widest, LinePlacer.width(of: line.span, in: paragraph))
      if line.isJustified { hasJustified = true }
    }
    self.limit = limit
    self.all = all
    self.count = count
    change = unit
    self.widest = widest
    self.hasJustified = hasJustified
    remains = placed.shared?.remains
    strut = (paragraph.strutFace, paragraph.strutStyle)
  }

  /// The number of units before a change that lines may depend on: longer than any ligature.
  private static var margin: Int { 2 * LineBreaker.lookahead }

  /// Whether a later version of the paragraph begins with these lines.
  func isValid(for paragraph: PreparedParagraph) -> Bool {
    paragraph.isPlain && paragraph.strutFace == strut.face && paragraph.strutStyle == strut.style
  }

  var last: Line { all[count - 1] }
}

/// Lines of which the first may be shared with an earlier version of the paragraph.
///
/// A class, so the many layouts without any store only a pointer.
final class SharedLines: Sendable {
  let all: SharedArray<Line>
  /// The first lines that the earlier version had too, with their extent.
  let first: (count: Int, widest: Double, hasJustified: Bool)
  private let flat = LastValue<[Line]>()
  /// Releases lines that take long to free; declared last, because properties are freed in order.
  let remains: BackgroundRelease<[Line]>?

  /// Creates the value of many lines that are not shared yet.
  init(_ lines: [Line]) {
    all = SharedArray(lines)
    first = (0, 0, false)
    remains = BackgroundRelease(lines)
  }

  init(_ lines: [Line], after first: FirstLines) {
    let shared = min(first.count, first.all.sharedCount)
    all = first.all.keeping(
      first.count, adding: lines, isFlat: first.count + lines.count - shared > Self.mostOwnLines)
    self.first = (first.count, first.widest, first.hasJustified)
    let isMany = all.count >= PlacedLines.manyLines
    remains = all.isFlat ? isMany ? BackgroundRelease(all.flat) : nil : first.remains
  }

  /// The number of lines from which all are copied, so that later versions share them.
  private static let mostOwnLines = 96

  /// All lines as one array, which is kept.
  var array: [Line] {
    if all.isFlat { return all.flat }
    if let known = flat.value(where: { _ in true }) { return known }
    let array = all.flat
    flat.keep(array)
    return array
  }
}

extension PreparedParagraph {
  /// Returns the lines at the last requested width that text from a unit on does not affect; `nil`
  /// for none.
  func firstLines(before unit: Int) -> FirstLines? {
    guard isPlain, style.wrapStyle == .greedy, style.maximumLines == nil, !style.truncatesOverflow
    else { return nil }
    guard let (limit, lines) = lastLines.value(where: { _ in true }) else {
      return growth?.firstLines(before: unit)
    }
    guard limit.isFinite else { return nil }
    return FirstLines(lines, limit: limit, before: unit, of: self)
  }

  /// Calls a closure with pointers to the arrays from a place before a line start on.
  ///
  /// - Parameter start: The start of a line of plain text. Lines from there on are broken and
  ///   placed without the text before it, apart from white space before it and the unit before
  ///   that. Runs are searched in the paragraph, because the view has only those from there on.
  /// - Complexity: O(units from there on).
  func withView<Result, Failure: Error>(
    ofLinesFrom start: Int, _ body: (ParagraphView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var first = max(0, start - 1)
    while first > 0, text[first] <= 0x20 { first -= 1 }
    return try withSharedView(of: first, fromRun: runIndex(containing: first), body)
  }

  /// Calls a closure with pointers to the arrays from a unit and a run on, which are copied if they
  /// are not in one piece.
  func withSharedView<Result, Failure: Error>(
    of first: Int, fromRun run: Int, _ body: (ParagraphView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withUnsafeBufferPointer(to: first..<count) { text throws(Failure) in
      try boundaries.withUnsafeBufferPointer(to: first..<count + 1) {
        boundaries throws(Failure) in
        try positions.withUnsafeBufferPointer(to: first..<count) { positions throws(Failure) in
          try runs.withUnsafeBufferPointer(to: run..<runs.count) { runs throws(Failure) in
            try body(
              ParagraphView(
                text: text, boundaries: boundaries, positions: positions, runs: runs))
          }
        }
      }
    }
  }
}

extension PlacedLines {
  /// Breaks a plain paragraph greedily after the lines of its earlier version, and places all lines
  /// in a width.
  fileprivate init(
    of paragraph: PreparedParagraph, after first: FirstLines, _ scope: WorkScope
  ) throws(CancellationError) {
    let last = first.last
    let start = last.span.range.upperBound
    let hyphens = (0..<first.count).reversed()
      .prefix { first.all[$0].span.edges?.token != nil }.count
    self = try paragraph.withView(ofLinesFrom: start) { view throws(CancellationError) in
      let breaker = LineBreaker(paragraph: paragraph, view: view, limit: first.limit)
      var placer = LinePlacer(paragraph: paragraph, view: view, after: first)
      let place = LinePlace(
        start: start, run: paragraph.runIndex(containing: start), hyphens: hyphens)
      try breaker.breakLines(scope, from: place) { placer.place($0) }
      return placer.finish(after: first)
    }
  }
}
