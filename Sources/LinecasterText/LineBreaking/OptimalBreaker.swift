import LinecasterBase

/// The cost function of optimal line breaking, which minimizes the sum over all lines.
protocol LineCosts {
  /// The cost of a line's free room; never less for a line that ends at the same place and starts
  /// later.
  func cost(of line: LineChoice) -> Double
  /// The additional cost of a line; never negative.
  func penalty(of line: LineChoice) -> Double
  /// The cost of each gap between words that lies below one and above another; never negative.
  var river: Double { get }
}

/// A candidate line.
struct LineChoice {
  /// The maximum width, in layout points.
  let room: Double
  /// The content width; at most `room`.
  let width: Double
  /// The number of spaces in it.
  let spaces: Int
  /// Whether a forced end follows the line.
  let endsSection: Bool
  /// Whether the line starts at the text's start or after a forced end.
  let beginsSection: Bool
  /// Whether the line has no opportunity inside, except within a word.
  let isLoneWord: Bool
  /// Whether the previous line and this line end in hyphens.
  let followsHyphen: Bool
  let endsInHyphen: Bool

  /// The free room.
  var slack: Double { max(0, room - width) }
}

/// Finds the lines of a paragraph with the least total cost (Knuth and Plass, "Breaking paragraphs
/// into lines", 1981), using the positions from shaping.
///
/// Each line opportunity is visited once and compared with those from which a line to it fits. A
/// word that is wider than a line is broken greedily, and the search restarts after it.
struct OptimalBreaker<Costs: LineCosts> {
  private let breaker: LineBreaker
  private let costs: Costs
  /// Whether line widths need measuring, instead of positions alone.
  private let measuresAll: Bool
  /// Whether consecutive hyphens are counted, and the number of counts that are distinguished.
  private let countsHyphens: Bool
  private let hyphenStates: Int

  /// The places of the current stretch, its start first.
  private var places: [BreakPlace] = []
  /// The least cost of the lines up to each place and hyphen count.
  private var scores: [Double] = []
  /// The place and hyphen count at which the last of these lines begins.
  private var origins: [Int32] = []
  /// The first place from which a line to the next place may begin.
  private var active = 0
  /// The active places whose cost is less than that of all later ones, for the minimum.
  private var lowest: [Int] = []
  private var firstLowest = 0
  /// The last place that is not inside a word.
  private var lastWord = 0
  /// Whether any place of the stretch changes glyphs.
  private var hasUnsafe = false
  private var scanner: PlaceScanner
  /// The river finder; `nil` if rivers cost nothing or cannot be found.
  private let rivers: RiverFinder?

  init(_ breaker: LineBreaker, costs: Costs) {
    self.breaker = breaker
    self.costs = costs
    let style = breaker.paragraph.style
    measuresAll =
      breaker.view.runs.contains { $0.isTab } || !style.hangingPunctuation.isEmpty
    let most = style.hyphenationLimits.linesInARow
    countsHyphens = most != nil
    hyphenStates = min(max(0, most ?? 0), Self.mostStates) + 1
    scanner = PlaceScanner(breaker)
    rivers = costs.river > 0 && !measuresAll ? RiverFinder(breaker) : nil
  }

  /// The maximum that a line may become narrower if its start changes glyphs, in layout points.
  static var unsafeMargin: Double { 16 }

  /// The maximum for consecutive hyphens; larger limits are clamped.
  private static var mostStates: Int { 15 }

  /// Returns the line ends of the whole text.
  ///
  /// - Complexity: O(units + places · places on a line).
  mutating func ends(_ scope: WorkScope) throws(CancellationError) -> [Int] {
    var ends: [Int] = []
    var start = 0
    var hyphens = 0
    while start < breaker.view.count {
      (start, hyphens) = try addLines(
        from: start, hyphens: hyphens, to: &ends, breaksWords: true, scope)
    }
    return ends
  }

  /// Returns the line ends of the first section, up to a forced end; `nil` if a word is wider than
  /// a line, or the section has fewer than three opportunities.
  mutating func endsOfFirstSection(
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int]? {
    var ends: [Int] = []
    let (start, _) = try addLines(
      from: 0, hyphens: 0, to: &ends, breaksWords: false, scope)
    return start > 0 && places.count >= 5 ? ends : nil
  }

  /// Adds the line ends from a unit up to a forced end or through a word that is too wide; returns
  /// the place to continue from.
  private mutating func addLines(
    from start: Int, hyphens: Int, to ends: inout [Int], breaksWords: Bool,
    _ scope: WorkScope
  ) throws(CancellationError) -> (start: Int, hyphens: Int) {
    begin(at: start, hyphens: hyphens)
    while let place = scanner.next(after: places[places.count - 1].unit) {
      let isOpen = try addPlace(place, scope)
      let end = places.count - 1
      guard isOpen, !place.isForced || bestState(of: end) != nil else {
        return breaksWords ? try breakWord(before: end, &ends, scope) : (start, 0)
      }
      guard place.isForced else { continue }
      let path = try withoutRivers(
        path(to: bestState(of: end) ?? 0), hyphens: hyphens, scope)
      ends += path.map { places[$0].unit }
      return (place.unit, 0)
    }
    return (breaker.view.count, 0)
  }

  private mutating func begin(at start: Int, hyphens: Int) {
    scanner.begin(at: start)
    places.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    lowest.removeAll(keepingCapacity: true)
    firstLowest = 0
    active = 0
    lastWord = 0
    let first = scanner.place(at: start, startsStretch: true)
    hasUnsafe = first.isUnsafe
    places.append(first)
    for state in 0..<hyphenStates {
      scores.append(state == min(hyphens, hyphenStates - 1) ? 0 : .infinity)
      origins.append(-1)
    }
    lowest.append(0)
  }

  /// Adds a place and the best line that ends there; returns false if no line does because the text
  /// before it is too wide.
  private mutating func addPlace(
    _ place: BreakPlace, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    let end = places.count
    hasUnsafe = hasUnsafe || place.isUnsafe
    if !countsHyphens, !hasUnsafe, !measuresAll {
      try scope.pass(16 + 4 * chooseByPositions(place, end))
    } else {
      try chooseByMeasuring(place, end, scope)
    }
    places.append(place)
    if !place.hasHyphen { lastWord = end }
    noteLowest(end)
    return active < end
  }

  /// Finds the best line that ends at a place if positions give all widths and each place has one
  /// state; returns the number of candidates.
  ///
  /// This is the innermost loop, so it reads its arrays directly.
  private mutating func chooseByPositions(_ to: BreakPlace, _ end: Int) -> Int {
    let least = lowest.isEmpty ? 0 : scores[lowest[firstLowest]]
    var (best, origin) = (Double.infinity, -1)
    var (start, tooWide) = (active, active)
    places.withUnsafeBufferPointer { places in
      scores.withUnsafeBufferPointer { scores in
        while start < end {
          let (position, room) = (places[start].start, places[start].room)
          if to.end - position > room + LineBreaker.tolerance {
            if start == tooWide { tooWide += 1 }
          } else if scores[start] < .infinity,
            to.hyphenatedEnd - position + places[start].opened <= room + LineBreaker.tolerance
          {
            let line = LineChoice(
              from: places[start], to: to, width: max(0, to.hyphenatedEnd - position),
              isLoneWord: start >= lastWord)
            let cost = costs.cost(of: line)
            if start > 0, !to.isForced, cost + least >= best { return }
            let total = scores[start] + cost + costs.penalty(of: line)
            if total <= best { (best, origin) = (total, start) }
          }
          start += 1
        }
      }
    }
    let count = start - active
    active = tooWide
    scores.append(best)
    origins.append(Int32(clamping: origin))
    return count
  }

  /// Finds the best line that ends at a place by measuring lines or counting hyphens.
  private mutating func chooseByMeasuring(
    _ place: BreakPlace, _ end: Int, _ scope: WorkScope
  ) throws(CancellationError) {
    for _ in 0..<hyphenStates {
      scores.append(.infinity)
      origins.append(-1)
    }
    let margin = LineBreaker.tolerance + (measuresAll ? place.room : 0)
    var start = active
    while start < end {
      let from = places[start]
      let isClose =
        place.end - from.start <= from.room + margin + (from.isUnsafe ? Self.unsafeMargin : 0)
      let isMeasured = measuresAll || from.isUnsafe || place.isUnsafe
      if !isClose, !place.isUnsafe {
        if start == active { active += 1 }
      } else if !choose(from, start, place, end, isMeasured: isMeasured) {
        break
      } else if isMeasured {
        try scope.pass(LineBreaker.stepsOfAnUnsafeLine)
      }
      start += 1
    }
    try scope.pass(16 + 4 * (start - active))
  }

  /// Compares the line between two places with the best one that ends there; returns false if no
  /// line that begins later can be better.
  private mutating func choose(
    _ from: BreakPlace, _ start: Int, _ to: BreakPlace, _ end: Int, isMeasured: Bool
  ) -> Bool {
    guard let width = width(from, to, isMeasured: isMeasured) else { return true }
    let least = lowest.isEmpty ? 0 : score(of: lowest[firstLowest])
    for state in 0..<hyphenStates {
      let before = scores[start * hyphenStates + state]
      guard before < .infinity else { continue }
      let next = to.hasHyphen && countsHyphens ? state + 1 : 0
      guard next < hyphenStates else { continue }
      let line = LineChoice(from: from, to: to, width: width, isLoneWord: start >= lastWord)
      let cost = costs.cost(of: line)
      let place = end * hyphenStates + next
      if hyphenStates == 1, start > 0, !isMeasured, !to.isForced, cost + least >= scores[place] {
        return false
      }
      let total = before + cost + costs.penalty(of: line)
      if total <= scores[place] {
        scores[place] = total
        origins[place] = Int32(clamping: start * hyphenStates + state)
      }
    }
    return true
  }

  /// The width of a line between two places; `nil` if it does not fit.
  private func width(_ from: BreakPlace, _ to: BreakPlace, isMeasured: Bool) -> Double? {
    var width = max(0, to.hyphenatedEnd - from.start)
    if isMeasured {
      let run = breaker.view.runIndex(containing: from.unit)
      let line = breaker.line(from.unit..<to.unit, run: run, mayBeWider: false)
      guard let line else { return nil }
      width = breaker.fittingWidth(of: line) - to.opened
    }
    return width + from.opened <= from.room + LineBreaker.tolerance ? width : nil
  }

  /// The least cost of the lines up to a place.
  private func score(of place: Int) -> Double {
    let first = place * hyphenStates
    return hyphenStates == 1
      ? scores[first] : scores[first..<first + hyphenStates].min() ?? .infinity
  }

  /// Updates the minimum of the costs of places at which lines may begin.
  private mutating func noteLowest(_ place: Int) {
    while firstLowest < lowest.count, lowest[firstLowest] < active { firstLowest += 1 }
    let score = score(of: place)
    while lowest.count > firstLowest, self.score(of: lowest[lowest.count - 1]) >= score {
      lowest.removeLast()
    }
    lowest.append(place)
  }

  /// The index of the cheapest state of a place among all states; `nil` for none.
  private func bestState(of place: Int) -> Int? {
    let states = place * hyphenStates..<(place + 1) * hyphenStates
    let best = states.min { scores[$0] < scores[$1] }
    return best.flatMap { scores[$0] < .infinity ? $0 : nil }
  }

  /// The line ends on the cheapest path to a place.
  private func path(to last: Int) -> [Int] {
    var path: [Int] = []
    var node = last
    while origins[node] >= 0 {
      path.append(node / hyphenStates)
      node = Int(origins[node])
    }
    return path.reversed()
  }

  /// The line ends when rivers have a cost, given the best path without that cost.
  private func withoutRivers(
    _ path: [Int], hyphens: Int, _ scope: WorkScope
  ) throws(CancellationError) -> [Int] {
    guard let rivers, path.count > 2 else { return path }
    let least = places.indices.map { score(of: $0) }
    var avoider = RiverAvoider(
      places: places, least: least, costs: costs, finder: rivers,
      hyphens: (hyphens, countsHyphens ? hyphenStates - 1 : nil)
    ) { from, to in
      width(from, to, isMeasured: from.isUnsafe || to.isUnsafe)
    }
    return try avoider.ends(insteadOf: path, cost: least[places.count - 1], scope)
  }

  /// Adds the lines up to a word that is too wide, and the line that breaks it.
  private func breakWord(
    before end: Int, _ ends: inout [Int], _ scope: WorkScope
  ) throws(CancellationError) -> (start: Int, hyphens: Int) {
    var place = end - 1
    while place > 0, bestState(of: place) == nil { place -= 1 }
    let state = bestState(of: place) ?? 0
    ends += path(to: state).map { places[$0].unit }
    let unit = places[place].unit
    let hyphens = state % hyphenStates
    let line = try breaker.greedyLine(
      from: unit, mayHyphenate: !countsHyphens || hyphens + 1 < hyphenStates, scope)
    ends.append(line.range.upperBound)
    return (line.range.upperBound, line.edges?.token == nil ? 0 : hyphens + 1)
  }
}

extension LineChoice {
  /// The line between two places. As in browsers, box edges at its ends take no room from it.
  @inline(__always)
  init(from: BreakPlace, to: BreakPlace, width: Double, isLoneWord: Bool) {
    self.init(
      room: from.room, width: max(0, width - to.closed), spaces: to.shownSpaces - from.spaces,
      endsSection: to.isForced, beginsSection: from.beginsSection, isLoneWord: isLoneWord,
      followsHyphen: from.hasHyphen, endsInHyphen: to.hasHyphen)
  }
}

/// A line opportunity; positions are in layout points from the start of the stretch.
struct BreakPlace {
  let unit: Int
  /// Whether a line from here begins a section, after a forced end or the start of the text.
  let beginsSection: Bool
  /// The position of the content after it if a line starts here.
  let start: Double
  /// The end position of the visible content and of boxes that close behind it, without and with a
  /// hyphen.
  let end: Double
  let hyphenatedEnd: Double
  /// The width of the edges between the visible content and the place: of those that stay on the
  /// line before, and of those that open boxes, which a line from here has before its start.
  let closed: Double
  let opened: Double
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
    var (end, content, hanging) = shownEnd(of: unit)
    var (closed, opened) = (0.0, 0.0)
    if let flow = paragraph.flow {
      let edge = flow.firstEdge(from: unit, count: view.count)
      let opening = flow.openedEdges(behind: content, upTo: edge)
      start += flow.width(ofEdges: 0..<edge) - flow.cloneWidths(around: edge).start
      end += flow.width(ofEdges: 0..<opening.lowerBound)
      opened = flow.width(ofEdges: opening)
      closed = flow.closedWidth(behind: content, upTo: opening.lowerBound)
    }
    let hyphen = startsStretch || isForced ? nil : hyphenWidth(at: unit)
    return BreakPlace(
      unit: unit, beginsSection: breaker.beginsSection(unit), start: start, end: end,
      hyphenatedEnd: end + (hyphen ?? 0), closed: closed, opened: opened,
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

  /// The end position of the visible content before a unit, its end, and the number of spaces after
  /// it.
  private func shownEnd(of unit: Int) -> (position: Double, end: Int, spaces: Int) {
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
    guard index < view.runs.count else { return (start, end, spaces) }
    let run = view.runs[index]
    return (start + Double(view.position(end, in: run)) * run.scale, end, spaces)
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
