import LinecasterBase

/// Chooses new line ends to avoid rivers, white gaps that run through three or more lines.
///
/// Each gap in a river has a cost, so the cost of a line depends on the two lines before it, and
/// there are many such triples. Only lines on paths that may cost less than the best path with its
/// rivers are examined. The bound is sound because costs before and after a line are at least those
/// without rivers.
struct RiverAvoider<Costs: LineCosts> {
  /// A line that may be on the best path.
  private struct Line {
    let from: Int
    let to: Int
    let cost: Double
    let gaps: [RiverFinder.Gap]
  }

  /// The best path that ends with two given lines and a number of consecutive hyphens.
  private struct Way {
    let line: Int
    /// The path without the last line.
    let before: Int?
    let cost: Double
    let hyphens: Int
    /// The gaps of the last line that lie below another gap.
    let below: UInt64
  }

  /// The line opportunities of the stretch, its start first.
  private let places: [BreakPlace]
  /// The least cost of the lines up to each place without rivers.
  private let least: [Double]
  private let costs: Costs
  private let finder: RiverFinder
  /// The number of consecutive hyphenated lines before the first, and the maximum.
  private let hyphens: (before: Int, most: Int?)
  /// The width of a line between two places; `nil` if it does not fit.
  private let width: (BreakPlace, BreakPlace) -> Double?

  private var lines: [Line] = []
  /// The lines that end at each place.
  private var linesTo: [Range<Int>] = []
  /// The least cost of the lines after each place without rivers.
  private var rest: [Double] = []
  private var ways: [Way] = []
  /// The paths that end with each line.
  private var waysWith: [Range<Int>] = []

  init(
    places: [BreakPlace], least: [Double], costs: Costs, finder: RiverFinder,
    hyphens: (before: Int, most: Int?), width: @escaping (BreakPlace, BreakPlace) -> Double?
  ) {
    (self.places, self.least, self.costs, self.finder) = (places, least, costs, finder)
    (self.hyphens, self.width) = (hyphens, width)
  }

  /// Returns the line ends on the best path.
  ///
  /// - Parameters:
  ///   - path: The best line ends without rivers, including the last place.
  ///   - cost: Their cost.
  /// - Returns: The path itself if none is better, or if too many paths are about as good.
  /// - Complexity: O(spaces) if the path has no rivers, else O(places · places on a line).
  mutating func ends(
    insteadOf path: [Int], cost: Double, _ scope: WorkScope
  ) throws(CancellationError) -> [Int] {
    let rivers = RiverFinder.count(in: gaps(ofLinesEndingAt: path))
    guard rivers > 0 else { return path }
    let most = cost + Double(rivers) * costs.river
    guard try findLines(within: most, scope), try findWays(within: most, scope) else {
      return path
    }
    let last = linesTo[places.count - 1].flatMap { waysWith[$0] }
    guard var way = last.min(by: { ways[$0].cost < ways[$1].cost }), ways[way].cost < most else {
      return path
    }
    var ends = [lines[ways[way].line].to]
    while let before = ways[way].before {
      way = before
      ends.append(lines[ways[way].line].to)
    }
    return ends.reversed()
  }

  private func gaps(ofLinesEndingAt path: [Int]) -> [[RiverFinder.Gap]] {
    zip([0] + path, path).map { from, to in
      let width = width(places[from], places[to]) ?? places[from].room
      return finder.gaps(between: places[from...to], width: width)
    }
  }

  /// Finds the lines that may be on paths with a cost of at most `most`, ordered by their ends;
  /// returns false if there are too many.
  private mutating func findLines(
    within most: Double, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    let end = places.count - 1
    let widest = places.reduce(0) { max($0, $1.room) } + OptimalBreaker<Costs>.unsafeMargin
    linesTo = [Range<Int>](repeating: 0..<0, count: places.count)
    rest = [Double](repeating: .infinity, count: places.count)
    rest[end] = 0
    var lastWord = end
    for to in stride(from: end, to: 0, by: -1) {
      if lastWord >= to { lastWord = places[..<to].lastIndex { !$0.hasHyphen } ?? 0 }
      guard least[to] + rest[to] <= most else { continue }
      let first = lines.count
      var from = to
      while from > 0, places[to].end - places[from - 1].start <= widest {
        from -= 1
        guard least[from] + rest[to] <= most, let width = width(places[from], places[to]) else {
          continue
        }
        let choice = LineChoice(
          from: places[from], to: places[to], width: width, isLoneWord: from >= lastWord)
        let cost = costs.cost(of: choice) + costs.penalty(of: choice)
        guard least[from] + cost + rest[to] <= most else { continue }
        rest[from] = min(rest[from], cost + rest[to])
        lines.append(
          Line(
            from: from, to: to, cost: cost,
            gaps: finder.gaps(between: places[from...to], width: width)))
      }
      linesTo[to] = first..<lines.count
      guard lines.count <= mostLines else { return false }
      try scope.pass(64 + 16 * (to - from) * (1 + lines.count - first))
    }
    lines.reverse()
    for place in places.indices {
      let range = linesTo[place]
      linesTo[place] = lines.count - range.upperBound..<lines.count - range.lowerBound
    }
    return true
  }

  /// Finds the best paths to each line with a total cost of at most `most`; returns false if there
  /// are too many.
  private mutating func findWays(
    within most: Double, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    for (index, line) in lines.enumerated() {
      let first = ways.count
      if line.from == 0 { add(index, behind: nil, RiverFinder.Meeting(), since: first, most) }
      for earlier in linesTo[line.from] {
        let meeting = RiverFinder.meeting(of: lines[earlier].gaps, and: line.gaps)
        let start = ways.count
        for way in waysWith[earlier] { add(index, behind: way, meeting, since: start, most) }
        try scope.pass(64 + 8 * (line.gaps.count + waysWith[earlier].count))
      }
      waysWith.append(first..<ways.count)
      guard ways.count <= mostLines else { return false }
    }
    return true
  }

  /// Adds a path that extends another by a line, unless a path from index `start` is as good or its
  /// total cost is above `most`.
  private mutating func add(
    _ index: Int, behind before: Int?, _ meeting: RiverFinder.Meeting, since start: Int,
    _ most: Double
  ) {
    let line = lines[index]
    let row = before.map { ways[$0].hyphens } ?? hyphens.before
    let next = places[line.to].hasHyphen && hyphens.most != nil ? row + 1 : 0
    guard next <= hyphens.most ?? .max else { return }
    var cost = line.cost
    if let before {
      let rivers = (ways[before].below & meeting.upper).nonzeroBitCount
      cost += ways[before].cost + Double(rivers) * costs.river
    }
    guard cost + rest[line.to] <= most else { return }
    let way = Way(line: index, before: before, cost: cost, hyphens: next, below: meeting.lower)
    if let known = ways[start...].firstIndex(where: { $0.hyphens == next }) {
      if cost < ways[known].cost { ways[known] = way }
    } else {
      ways.append(way)
    }
  }

  /// The maximum numbers of lines and paths. Running text has less than one of each per place, but
  /// the cost bound grows with the rivers of the whole stretch.
  private var mostLines: Int { 1_024 + 2 * places.count }
}

/// Finds rivers in justified text: gaps between words that lie below one gap and above another.
struct RiverFinder {
  /// A gap between two words of a line, in layout points from the start edge.
  struct Gap {
    let start: Double
    let end: Double

    /// Whether two gaps meet: they overlap by half of the narrower one.
    fileprivate func meets(_ other: Gap) -> Bool {
      let common = min(end, other.end) - max(start, other.start)
      return common > 0 && 2 * common >= min(end - start, other.end - other.start)
    }
  }

  /// The gaps of two adjacent lines that meet, as one bit for each of the first 64.
  struct Meeting {
    var upper: UInt64 = 0
    var lower: UInt64 = 0
  }

  private let limit: Double
  private let spreadsLast: Bool
  /// The fraction of the free room at the start of a last line.
  private let lastShare: Double

  /// Creates a finder; `nil` unless gaps are where evenly stretched spaces put them. That requires
  /// text of one direction without boxes and without other characters that act like spaces.
  ///
  /// - Complexity: O(units).
  init?(_ breaker: LineBreaker) {
    let (paragraph, view) = (breaker.paragraph, breaker.view)
    let style = paragraph.style
    guard style.alignment == .justify, paragraph.flow == nil,
      let level = view.runs.first?.item.level,
      view.runs.allSatisfy({ $0.item.level & 1 == level & 1 })
    else { return nil }
    switch style.justification {
    case .interWord: break
    case .automatic where !Justifier.hasIdeographs(paragraph.text): break
    default: return nil
    }
    limit = breaker.limit
    spreadsLast = style.lastLineAlignment == .justify
    let isRightToLeft = level & 1 != 0
    let share = (style.lastLineAlignment ?? .start).leadingShare(isRightToLeft: isRightToLeft)
    lastShare = isRightToLeft ? 1 - share : share
  }

  /// The gaps of a line between two places.
  ///
  /// - Parameters:
  ///   - places: The places from its start to its end.
  ///   - width: The width of its content.
  func gaps(between places: ArraySlice<BreakPlace>, width: Double) -> [Gap] {
    guard let from = places.first, let to = places.last else { return [] }
    let spaces = to.shownSpaces - from.spaces
    let slack = max(0, from.room - width)
    let isSpread = spaces > 0 && (!to.isForced || spreadsLast)
    let spread = isSpread ? slack / Double(spaces) : 0
    let shift = to.isForced && !isSpread ? slack * lastShare : 0
    let origin = limit - from.room + shift - from.start
    return places.dropFirst().dropLast().filter { $0.shownSpaces < $0.spaces }.map { place in
      Gap(
        start: origin + place.end + spread * Double(place.shownSpaces - from.spaces),
        end: origin + place.start + spread * Double(place.spaces - from.spaces))
    }
  }

  /// The gaps of a line that meet gaps of the line below it.
  ///
  /// - Complexity: O(gaps).
  static func meeting(of upper: [Gap], and lower: [Gap]) -> Meeting {
    var meeting = Meeting()
    var (high, low) = (0, 0)
    while high < min(64, upper.count), low < min(64, lower.count) {
      if upper[high].meets(lower[low]) {
        meeting.upper |= 1 << UInt64(high)
        meeting.lower |= 1 << UInt64(low)
      }
      if upper[high].end < lower[low].end { high += 1 } else { low += 1 }
    }
    return meeting
  }

  /// The number of gaps that lie below one and above another.
  static func count(in lines: [[Gap]]) -> Int {
    let meetings = zip(lines, lines.dropFirst()).map { meeting(of: $0, and: $1) }
    return zip(meetings, meetings.dropFirst())
      .reduce(0) { $0 + ($1.0.lower & $1.1.upper).nonzeroBitCount }
  }
}
