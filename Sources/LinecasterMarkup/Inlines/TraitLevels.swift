/// How many pairs of marks are around a place, for each trait.
struct TraitLevels {
  var emphasis = 0
  var strong = 0
  var strike = 0
  var link = 0

  /// Adds what changes at a place.
  mutating func add(_ other: TraitLevels) {
    emphasis += other.emphasis
    strong += other.strong
    strike += other.strike
    link += other.link
  }

  /// Adds a pair of marks, or takes one away.
  mutating func add(_ mark: Unicode.Scalar, count: Int, _ change: Int) {
    if mark == "~" {
      strike += change
    } else if count == 2 {
      strong += change
    } else {
      emphasis += change
    }
  }

  var traits: MarkupSpan.Traits {
    var traits: MarkupSpan.Traits = []
    if emphasis > 0 { traits.insert(.emphasis) }
    if strong > 0 { traits.insert(.strong) }
    if strike > 0 { traits.insert(.strike) }
    if link > 0 { traits.insert(.link) }
    return traits
  }
}
