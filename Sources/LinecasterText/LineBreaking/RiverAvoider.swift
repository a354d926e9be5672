import LinecasterBase

/// Chooses lines anew where white runs through three of them or more.
///
/// Each gap in a river costs something, so that the cost of a line depends on the two before it,
/// and there are many such threes. But only lines are looked at that may be on a way that costs
/// less than the best one with its rivers: what comes before a line and behind it costs at least as
/// much as it does where rivers are free.
struct RiverAvoider<Costs: LineCosts> {
  /// A line that may be on the best way.
  private struct Line {
    let from: Int
    let to: Int
    let cost: Double
    let gaps: [RiverFinder.Gap]
  }

  /// The best of all ways that end with two lines and so many hyphens in a row.
  private struct Way {
    let line: Int
    /// The way without the last line.
    let before: Int?
    let cost: Double
    let hyphens: Int
    /// The gaps of the last line that lie below one.
    let below: UInt64
  }

  /// Where lines of the stretch may end, its start first.
  private let places: [BreakPlace]
  /// For each of them the least cost of the lines up to it where rivers are free.
  private let least: [Double]
  private let costs: Costs
  private let finder: RiverFinder
  /// How many lines in a row end in hyphens before the first, and may at most.
  private let hyphens: (before: Int, most: Int?)
  /// How wide a line between two places is; nil where it does not fit.
  private let width: (BreakPlace, BreakPlace) -> Double?

  private var lines: [Line] = []
  /// For each place the lines that end there.
  private var linesTo: [Range<Int>] = []
  /// For each place the least cost of the lines behind it where rivers are free.
  private var rest: [Double] = []
  private var ways: [Way] = []
  /// For each line the ways that end with it.
  private var waysWith: [Range<Int>] = []

  init(
    places: [BreakPlace], least: [Double], costs: Costs, finder: RiverFinder,
    hyphens: (before: Int, most: Int?), width: @escaping (BreakPlace, BreakPlace) -> Double?
  ) {
    (self.places, self.least, self.costs, self.finder) = (places, least, costs, finder)
    (self.hyphens, self.width) = (hyphens, width)
  }

  /// The places at which lines end on the best way.
  ///
  /// - Parameters:
  ///   - path: Those where rivers are free, the last of which is the last of all.
  ///   - cost: What they cost.
  /// - Returns: The path itself where none is better, or too many ways are about as good.
  /// - Complexity: O(spaces) where the path has no rivers, else O(places · places on a line).
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

  /// Finds the lines that may be on ways that cost no more than some, ordered by their ends; false
  /// where they are too many.
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

  /// Finds the best ways to each line that cost no more than some with all that is behind it; false
  /// where they are too many.
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

  /// Adds a way that ends with a line behind another way, unless one since some number is as good
  /// or it costs more than `most` with what is behind it.
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

  /// The most lines and ways that are looked at: running text has less than one of each at a place,
  /// but what they may cost grows with the rivers of the whole stretch.
  private var mostLines: Int { 1_024 + 2 * places.count }
}
