/// Where in the glyphs that a rule matches a space may stand.
struct RuleSequence {
  /// Whether it may be what stands before the input, the nearest first.
  var before: [Bool] = []
  private var rest: [Bool] = []

  /// Adds the next glyph of the input, or of what stands after it.
  mutating func add(_ isSpace: Bool) { rest.append(isSpace) }

  var count: Int { before.count + rest.count }

  /// Whether a space may stand with other glyphs on both sides.
  var reachesOver: Bool {
    spaces.contains { $0 > 0 && $0 < count - 1 }
  }

  /// Whether spaces may stand on both sides of another glyph.
  var reachesOverWords: Bool {
    let spaces = spaces
    guard let first = spaces.first, let last = spaces.last else { return false }
    return last - first > 1
  }

  private var spaces: [Int] {
    (before.reversed() + rest).enumerated().filter(\.element).map(\.offset)
  }
}
