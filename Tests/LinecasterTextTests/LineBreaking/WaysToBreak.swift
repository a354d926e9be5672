import LinecasterBase

@testable import LinecasterText

/// All ways to break a paragraph, each line measured by itself.
struct WaysToBreak {
  /// The starts of the last three lines, in text order, and the number of consecutive hyphens.
  private struct Situation: Hashable {
    var first = -1
    var second = -1
    var start = 0
    var hyphens = 0
  }

  private let breaker: LineBreaker
  private let costs: any LineCosts
  private let seesRivers: Bool
  /// The places where lines may end, the text's start and end included.
  private let places: [Int]

  init(_ breaker: LineBreaker, _ costs: any LineCosts, seesRivers: Bool = true) {
    self.breaker = breaker
    self.costs = costs
    self.seesRivers = seesRivers && RiverFinder(breaker) != nil
    let view = breaker.view
    places =
      [0]
      + (1...view.count).filter {
        $0 == view.count || !view.boundaries[$0].isDisjoint(with: [.softBreak, .hardBreak])
      }
  }

  /// Memoized results.
  private final class Memory {
    var least: [Situation: Double] = [:]
    var lines: [[Int]: (cost: Double, hyphens: Int)?] = [:]
    var gaps: [Range<Int>: [ClosedRange<Double>]] = [:]
  }

  /// The minimum cost to the end.
  func least() -> Double { least(Situation(), Memory()) }

  /// The minimum cost from a situation on.
  private func least(_ now: Situation, _ memory: Memory) -> Double {
    guard now.start + 1 < places.count else { return 0 }
    if let least = memory.least[now] { return least }
    var least = Double.infinity
    for end in now.start + 1..<places.count {
      let key = [now.start, end, now.hyphens]
      let line = memory.lines[key] ?? cost(of: now.start, end, hyphens: now.hyphens)
      memory.lines[key] = .some(line)
      guard let line else { continue }
      var next = Situation(start: end, hyphens: line.hyphens)
      if seesRivers { (next.first, next.second) = (now.second, now.start) }
      let rest = self.least(next, memory)
      guard rest < .infinity else { continue }
      least = min(least, line.cost + rivers(now, end, memory) + rest)
    }
    memory.least[now] = least
    return least
  }

  func cost(ofLinesEndingAt ends: [Int]) -> Double {
    var sum = 0.0
    var now = Situation()
    let memory = Memory()
    for unit in ends {
      guard let end = places.firstIndex(of: unit),
        let line = cost(of: now.start, end, hyphens: now.hyphens)
      else { return .infinity }
      sum += line.cost
      sum += rivers(now, end, memory)
      now = Situation(first: now.second, second: now.start, start: end, hyphens: line.hyphens)
    }
    return now.start == places.count - 1 ? sum : .infinity
  }

  /// The number of gaps that lie below one gap and above another.
  func riverCount(ofLinesEndingAt ends: [Int]) -> Int {
    let lines = zip([0] + ends, ends).map { gaps($0..<$1) }
    return zip(zip(lines, lines.dropFirst()), lines.dropFirst(2))
      .reduce(0) { $0 + riverCount($1.0.0, $1.0.1, $1.1) }
  }

  private func isHyphenated(_ place: Int) -> Bool {
    let unit = places[place]
    return breaker.mayShowHyphen(before: unit) && breaker.paragraph.hyphen(at: unit - 1) != nil
  }

  /// The cost of a line and the resulting number of consecutive hyphens; nil if it is not allowed.
  private func cost(of start: Int, _ end: Int, hyphens: Int) -> (cost: Double, hyphens: Int)? {
    let view = breaker.view
    let range = places[start]..<places[end]
    let run = view.runIndex(containing: range.lowerBound)
    guard let line = breaker.line(range, run: run, mayBeWider: false) else { return nil }
    let indent = breaker.paragraph.indent(at: range.lowerBound)
    // The repeated end edges of cloned boxes may overflow the line.
    let flow = breaker.paragraph.flow
    let edge = flow?.firstEdge(from: range.upperBound, count: view.count) ?? 0
    let width = line.width - (flow?.cloneWidths(around: edge).end ?? 0)
    guard width + indent <= breaker.limit + LineBreaker.tolerance else { return nil }
    let endsInHyphen = isHyphenated(end)
    let row = endsInHyphen ? hyphens + 1 : 0
    let most = breaker.paragraph.style.hyphenationLimits.linesInARow
    guard row <= most ?? .max else { return nil }
    // Edges beside a break take no room.
    let beside = flow?.wholeEdges(of: line, count: view.count)
      .filter { index in (flow?.edges[index].unit).map { $0 >= line.contentEnd } ?? false }
      .reduce(0) { $0 + (flow?.width(ofEdges: $1..<$1 + 1) ?? 0) }
    let choice = LineChoice(
      room: breaker.limit - indent, width: max(0, width - (beside ?? 0)),
      spaces: view.text[range.lowerBound..<line.contentEnd].count(where: isSpace),
      endsSection: end == places.count - 1, beginsSection: start == 0,
      isLoneWord: (start + 1..<end).allSatisfy(isHyphenated),
      followsHyphen: start > 0 && isHyphenated(start), endsInHyphen: endsInHyphen)
    return (costs.cost(of: choice) + costs.penalty(of: choice), row)
  }

  private func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }

  /// The cost of rivers through a line and the two before it; 0 if there are fewer lines.
  private func rivers(_ now: Situation, _ end: Int, _ memory: Memory) -> Double {
    guard seesRivers, now.first >= 0 else { return 0 }
    let ends = [now.first, now.second, now.start, end].map { places[$0] }
    let lines = zip(ends, ends.dropFirst()).map { start, end in
      let gaps = memory.gaps[start..<end] ?? self.gaps(start..<end)
      memory.gaps[start..<end] = gaps
      return gaps
    }
    return costs.river * Double(riverCount(lines[0], lines[1], lines[2]))
  }

  private func riverCount(
    _ upper: [ClosedRange<Double>], _ middle: [ClosedRange<Double>], _ lower: [ClosedRange<Double>]
  ) -> Int {
    middle.count { gap in
      upper.contains { meet($0, gap) } && lower.contains { meet($0, gap) }
    }
  }

  private func meet(_ one: ClosedRange<Double>, _ other: ClosedRange<Double>) -> Bool {
    guard one.overlaps(other) else { return false }
    func width(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound }
    return width(one.clamped(to: other)) >= min(width(one), width(other)) / 2
  }

  /// The gaps between the words of a line, in layout points from its start edge.
  func gaps(_ range: Range<Int>) -> [ClosedRange<Double>] {
    let view = breaker.view
    let run = view.runIndex(containing: range.lowerBound)
    guard let line = breaker.line(range, run: run, mayBeWider: false) else { return [] }
    let indent = breaker.paragraph.indent(at: range.lowerBound)
    let spaces = view.text[range.lowerBound..<line.contentEnd].count(where: isSpace)
    let isSpread = range.upperBound < view.count && spaces > 0
    let spread = isSpread ? max(0, breaker.limit - indent - line.width) / Double(spaces) : 0
    var gaps: [ClosedRange<Double>] = []
    var unit = range.lowerBound
    while unit < line.contentEnd {
      let start = unit
      while unit < line.contentEnd, isSpace(view.text[unit]) { unit += 1 }
      if unit > start, !view.boundaries[unit].isDisjoint(with: [.softBreak, .hardBreak]) {
        let before = view.text[range.lowerBound..<start].count(where: isSpace)
        gaps.append(
          indent + distance(range.lowerBound, start) + spread * Double(before)...indent
            + distance(range.lowerBound, unit) + spread * Double(before + unit - start))
      }
      unit = max(unit, start + 1)
    }
    return gaps
  }

  /// The distance between two units, as they were shaped.
  private func distance(_ start: Int, _ end: Int) -> Double {
    breaker.view.runs.reduce(0) { sum, run in
      let (from, to) = (max(start, run.start), min(end, run.end))
      return from < to ? sum + breaker.view.width(from: from, to: to, in: run) : sum
    }
  }
}
