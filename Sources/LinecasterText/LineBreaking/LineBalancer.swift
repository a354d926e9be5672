import LinecasterBase
import LinecasterFonts

/// Line ends that are chosen together, before lines are broken.
struct ChosenEnds {
  /// The ends of the first lines; empty if lines are broken greedily.
  var ends: [Int] = []
  /// The index of the first line that takes no boxes that open behind its content. As in browsers,
  /// it is the first one that greedy breaking would end elsewhere.
  var firstMoved = 0
}

extension LineBreaker {
  /// Chooses line ends for the whole paragraph, or narrows the limit, if the style requires it.
  mutating func chooseEnds(_ scope: WorkScope) throws(CancellationError) -> ChosenEnds {
    guard paragraph.wraps, limit > 0 else { return ChosenEnds() }
    switch paragraph.style.wrapStyle {
    case .greedy: return ChosenEnds()
    case .balance: return try balance(scope)
    case .pretty:
      var breaker = OptimalBreaker(self, costs: PrettyCosts(paragraph))
      return ChosenEnds(ends: try breaker.ends(scope))
    }
  }

  /// Balances line widths without adding lines (`text-wrap-style: balance`, CSS Text 4 §6.4.1).
  ///
  /// As in browsers only two to six lines are balanced, up to the first forced end, by minimizing
  /// the sum of the squared free room. If that gives a different number of lines than greedy
  /// breaking, a bisection finds the least width that adds no lines. It starts between four fifths
  /// of the mean width and the limit, and stops within a point.
  ///
  /// - Complexity: About six times that of breaking lines.
  private mutating func balance(
    _ scope: WorkScope
  ) throws(CancellationError) -> ChosenEnds {
    let (greedy, first, width) = try greedyLines(scope)
    let (count, most) = (greedy.count, Self.mostBalancedLines)
    if (2...most).contains(first), paragraph.style.maximumLines == nil {
      var breaker = OptimalBreaker(self, costs: BalanceCosts(paragraph, limit: limit))
      if let ends = try breaker.endsOfFirstSection(scope), ends.count == first {
        let same = zip(ends, greedy).prefix { $0 == $1 }
        return ChosenEnds(ends: ends, firstMoved: same.count)
      }
    }
    guard count == first, (2...most).contains(count) else { return ChosenEnds() }
    var high = limit
    var low = 0.8 * width / Double(count)
    let precision = max(1, limit / 1_024)
    while high - low > precision {
      let middle = (low + high) / 2
      let narrower = LineBreaker(paragraph: paragraph, view: view, limit: middle)
      let lines = try narrower.greedyLines(scope).ends.count
      if lines <= count { high = middle } else { low = middle }
    }
    self = LineBreaker(paragraph: paragraph, view: view, limit: high)
    return ChosenEnds()
  }

  private static var mostBalancedLines: Int { 6 }

  /// The line ends up to the relevant maximum, the number of lines before the first forced end, and
  /// the sum of the widths.
  private func greedyLines(
    _ scope: WorkScope
  ) throws(CancellationError) -> (ends: [Int], first: Int, width: Double) {
    var ends: [Int] = []
    var first: Int?
    var width = 0.0
    try breakLines(scope, upTo: Self.mostBalancedLines + 1) { line in
      ends.append(line.range.upperBound)
      width += line.width
      if first == nil, view.isForced(line.range.upperBound) { first = ends.count }
    }
    return (ends, first ?? ends.count, width)
  }
}

/// Costs for balancing: the squared free room, with penalties for hyphens and a last line of one
/// word.
struct BalanceCosts: LineCosts {
  private let hyphen: Double
  private let line: Double

  init(_ paragraph: PreparedParagraph, limit: Double) {
    let area = limit * paragraph.strutStyle.drawnSize
    let isJustified = paragraph.style.alignment == .justify
    hyphen = isJustified ? area / 2 : area * 2
    line = isJustified ? 0 : area * 4
  }

  var river: Double { 0 }

  func cost(of line: LineChoice) -> Double { line.slack * line.slack }

  func penalty(of line: LineChoice) -> Double {
    self.line + (line.endsInHyphen ? hyphen : 0)
      + (line.endsSection && line.isLoneWord ? Self.loneWord : 0)
  }

  private static let loneWord = 10_000.0
}

/// TeX's demerits: loose lines or widely stretched spaces, hyphens, consecutive hyphens and hyphens
/// before the last line, short or single-word last lines; and rivers.
struct PrettyCosts: LineCosts {
  private let spreadsSpaces: Bool
  private let spreadsLast: Bool
  /// The stretch of a space above which a line is bad, in layout points.
  private let spaceStretch: Double
  let river: Double

  init(_ paragraph: PreparedParagraph) {
    let style = paragraph.style
    spreadsSpaces = style.alignment == .justify && style.justification != .none
    spreadsLast = style.lastLineAlignment == .justify && style.justification != .none
    river = spreadsSpaces ? Self.riverCost : 0
    let face = paragraph.strutFace
    spaceStretch =
      Double(face.spaceAdvance) * paragraph.strutStyle.drawnSize
      / Double(face.metrics.unitsPerEm) / 2
  }

  func cost(of line: LineChoice) -> Double {
    if line.endsSection, !spreadsLast { return 1 }
    let stretch =
      spreadsSpaces
      ? Double(line.spaces) * spaceStretch + line.room / 64 : line.room / 4
    let ratio = line.slack / max(stretch, 1e-6)
    let badness = 1 + min(100 * ratio * ratio * ratio, Self.mostBadness)
    return badness * badness
  }

  func penalty(of line: LineChoice) -> Double {
    var penalty = line.endsInHyphen ? (line.followsHyphen ? 10_000.0 : 2_500) : 0
    guard line.endsSection, !line.beginsSection else { return penalty }
    if line.followsHyphen { penalty += 5_000 }
    if line.isLoneWord { penalty += 10_000 }
    return penalty + 5_000 * max(0, 1 - 3 * line.width / max(line.room, 1e-6))
  }

  /// Equal to two consecutive hyphens; a river costs this for each of its gaps.
  private static let riverCost = 10_000.0
  /// The maximum badness; worse lines cost the same.
  private static let mostBadness = 10_000.0
}
