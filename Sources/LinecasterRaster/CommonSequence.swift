/// Finds common subsequences: pairs of equal elements in the same order in two sequences.
import LinecasterBase

enum CommonSequence {
  /// The indices of two equal elements.
  typealias Pair = (old: Int, new: Int)

  /// The maximum number of comparisons of elements that cannot be hashed, which take tens of
  /// microseconds.
  private static let maximumComparisons = 4096

  /// Returns the longest common subsequence between a common prefix and a common suffix; only these
  /// two if there are too many elements between them.
  ///
  /// - Complexity: O(n) comparisons if few elements differ, at most `maximumComparisons` more.
  static func pairs<Element>(
    _ old: [Element], _ new: [Element], isSame: (Element, Element) -> Bool
  ) -> [Pair] {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { !isSame(old[$0], new[$0]) } ?? shorter
    let end =
      (0..<shorter - start).first {
        !isSame(old[old.count - 1 - $0], new[new.count - 1 - $0])
      } ?? shorter - start
    let middle = pairs(
      start..<old.count - end, start..<new.count - end, old, new, isSame)
    return (0..<start).map { ($0, $0) } + middle
      + (0..<end).map { (old.count - end + $0, new.count - end + $0) }
  }

  /// Uses the table of the lengths of longest common subsequences: R. Wagner and M. Fischer, The
  /// string-to-string correction problem, JACM 21 (1974).
  private static func pairs<Element>(
    _ olds: Range<Int>, _ news: Range<Int>, _ old: [Element], _ new: [Element],
    _ isSame: (Element, Element) -> Bool
  ) -> [Pair] {
    guard !olds.isEmpty, !news.isEmpty, olds.count * news.count <= maximumComparisons else {
      return []
    }
    let width = news.count + 1
    var lengths = [Int](repeating: 0, count: (olds.count + 1) * width)
    var matches = [Bool](repeating: false, count: olds.count * news.count)
    for row in (0..<olds.count).reversed() {
      for column in (0..<news.count).reversed() {
        let place = row * width + column
        let matched = isSame(old[olds.lowerBound + row], new[news.lowerBound + column])
        matches[row * news.count + column] = matched
        lengths[place] =
          matched
          ? lengths[place + width + 1] + 1 : max(lengths[place + 1], lengths[place + width])
      }
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < olds.count, column < news.count {
      if matches[row * news.count + column] {
        pairs.append((olds.lowerBound + row, news.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if lengths[row * width + column + 1] >= lengths[(row + 1) * width + column] {
        column += 1
      } else {
        row += 1
      }
    }
    return pairs
  }

  /// Returns the ranges of both sequences between pairs and at the ends.
  static func between<Element>(
    _ pairs: [Pair], _ old: [Element], _ new: [Element]
  ) -> [(old: ArraySlice<Element>, new: ArraySlice<Element>)] {
    var (oldStart, newStart) = (0, 0)
    var stretches: [(old: ArraySlice<Element>, new: ArraySlice<Element>)] = []
    for pair in pairs + [(old.count, new.count)] {
      if oldStart < pair.old || newStart < pair.new {
        stretches.append((old[oldStart..<pair.old], new[newStart..<pair.new]))
      }
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    return stretches
  }

  /// Returns a common subsequence of elements that mostly occur once: pairs each with its next
  /// occurrence, and keeps the longest increasing subsequence of the pairs.
  ///
  /// - Complexity: O(n log n).
  static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [Pair] {
    var places: [Element: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index], default: []].append(index) }
    var candidates: [Pair] = []
    for index in new.indices {
      if let place = places[new[index]]?.popLast() { candidates.append((place, index)) }
    }
    return rising(candidates)
  }

  /// Returns the longest subsequence with increasing old indices; the new ones increase already (C.
  /// Schensted, 1961).
  private static func rising(_ candidates: [Pair]) -> [Pair] {
    /// The candidates at the ends of the best subsequences of each length, and their predecessors.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: candidates.count)
    for index in candidates.indices {
      let place = ends.bisect { candidates[$0].old >= candidates[index].old }
      if place > 0 { before[index] = ends[place - 1] }
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var pairs: [Pair] = []
    var index = ends.last ?? -1
    while index >= 0 {
      pairs.append(candidates[index])
      index = before[index]
    }
    return pairs.reversed()
  }
}
