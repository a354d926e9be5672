import LinecasterBase

/// A line opportunity; positions are in layout points from the start of the stretch.
struct BreakPlace {
  let unit: Int
  /// Whether a line from here begins a section, after a forced end or the start of the text.
  let beginsSection: Bool
  /// The position of the content after it if a line starts here.
  let start: Double
  /// The end position of the visible content before it, without and with a hyphen.
  let end: Double
  let hyphenatedEnd: Double
  let hasHyphen: Bool
  /// The number of stretchable spaces before its start and its end.
  let spaces: Int
  let shownSpaces: Int
  /// Whether a line must end there.
  let isForced: Bool
  /// Whether a break here changes glyphs.
  let isUnsafe: Bool
  /// The maximum width of a line that starts here.
  let room: Double
}

/// Walks over line opportunities, adding up the positions.
struct PlaceScanner {
  private let breaker: LineBreaker
  private var run = 0
  /// The position of the run's start.
  private var runStart = 0.0
  private var spaces = 0
  /// The last measured hyphen, with its style and run.
  private var hyphen: (style: Int, run: Int, width: Double?)?

  init(_ breaker: LineBreaker) { self.breaker = breaker }

  private var view: ParagraphView { breaker.view }

  /// Whether a unit is a stretchable space, including no-break spaces.
  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }

  /// Sets the origin of positions to a unit.
  mutating func begin(at start: Int) {
    run = view.runIndex(containing: start)
    runStart = 0
    runStart = -position(of: start)
    spaces = 0
  }

  /// The next place after a unit; `nil` at the end of the text.
  mutating func next(after unit: Int) -> BreakPlace? {
    guard unit < view.count else { return nil }
    var end = unit
    repeat {
      if Self.isSpace(view.text[end]) { spaces += 1 }
      end += 1
    } while end < view.count && view.boundaries[end].isDisjoint(with: [.softBreak, .hardBreak])
    while run + 1 < view.runs.count, view.runs[run].end < end {
      runStart += Double(view.runs[run].advance) * view.runs[run].scale
      run += 1
    }
    return place(at: end, startsStretch: false)
  }

  /// The place at a unit, which must be the current position.
  mutating func place(
    at unit: Int, startsStretch: Bool
  ) -> BreakPlace {
    let paragraph = breaker.paragraph
    let isForced = unit >= view.count || view.isForced(unit)
    var start = position(of: unit)
    var (end, hanging) = shownEnd(of: unit)
    if let flow = paragraph.flow {
      let edge = flow.firstEdge(from: unit, count: view.count)
      let width = flow.width(ofEdges: 0..<edge)
      start += width - flow.cloneWidths(around: edge).start
      end += width
    }
    let hyphen = startsStretch || isForced ? nil : hyphenWidth(at: unit)
    return BreakPlace(
      unit: unit, beginsSection: breaker.beginsSection(unit), start: start, end: end,
      hyphenatedEnd: end + (hyphen ?? 0),
      hasHyphen: hyphen != nil, spaces: spaces, shownSpaces: spaces - hanging,
      isForced: isForced, isUnsafe: view.isUnsafe(unit),
      room: breaker.limit - (unit < view.count ? paragraph.indent(at: unit) : 0))
  }

  /// The position of a unit in the run or at its end.
  private func position(of unit: Int) -> Double {
    guard run < view.runs.count else { return runStart }
    let run = view.runs[run]
    return runStart + Double(view.position(unit, in: run)) * run.scale
  }

  /// The end position of the visible content before a unit, and the number of spaces after it.
  private func shownEnd(of unit: Int) -> (end: Double, spaces: Int) {
    var end = unit
    var spaces = 0
    while end > 0, view.hangs(end - 1) {
      end -= 1
      if Self.isSpace(view.text[end]) { spaces += 1 }
    }
    var index = run
    var start = runStart
    while index > 0, end < view.runs[index].start {
      index -= 1
      start -= Double(view.runs[index].advance) * view.runs[index].scale
    }
    guard index < view.runs.count else { return (start, spaces) }
    let run = view.runs[index]
    return (start + Double(view.position(end, in: run)) * run.scale, spaces)
  }

  /// The width of the hyphen of a line that ends at a unit; `nil` if it has none.
  private mutating func hyphenWidth(at unit: Int) -> Double? {
    guard breaker.mayShowHyphen(before: unit) else { return nil }
    let paragraph = breaker.paragraph
    let style = paragraph.styleIndex(at: unit - 1)
    if let known = hyphen, known.style == style, known.run == run { return known.width }
    let width = paragraph.hyphen(at: unit - 1)?.width
    hyphen = (style, run, width)
    return width
  }
}
