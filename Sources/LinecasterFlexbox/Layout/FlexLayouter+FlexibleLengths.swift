/// §9.7 Resolving flexible lengths.
extension FlexLayouter {
  /// §9.3 step 6: the used main size of each item, line by line.
  mutating func resolveFlexibleLengths(in container: FlexContainer) throws {
    for index in container.lines {
      let line = lines[index]
      // Step 1: grow or shrink.
      let free = container.innerMain - line.hypotheticalSum
      if free == 0 { continue }
      let isGrowing = free > 0
      if !isGrowing { try determinePendingMinima(of: line, in: container) }
      resolveLine(line, isGrowing: isGrowing, in: container)
    }
  }

  /// Automatic minima are put off until an item may have to shrink.
  private mutating func determinePendingMinima(
    of line: FlexLine, in container: FlexContainer
  ) throws {
    for index in line.items where items[index].hasPendingMinimum && items[index].shrink > 0 {
      var item = items[index]
      try determineAutomaticMinimum(of: &item, in: container)
      items[index] = item
    }
  }

  private mutating func resolveLine(
    _ line: FlexLine, isGrowing: Bool, in container: FlexContainer
  ) {
    var unfrozen = freezeInflexible(line, isGrowing: isGrowing)
    let gaps = Double(line.items.count - 1) * container.mainGap
    let initialFree = freeSpace(of: line, container.innerMain - gaps)  // Step 3.
    var rounds = 0
    while unfrozen > 0 {  // Step 4.
      rounds += 1
      var free = freeSpace(of: line, container.innerMain - gaps)
      let factors = factorSums(of: line, isGrowing: isGrowing)
      if factors.flex < 1, abs(initialFree * factors.flex) < abs(free) {
        free = initialFree * factors.flex
      }
      let share = isGrowing ? free / factors.flex : free / factors.scaled
      distribute(share.isFinite ? share : 0, line, isGrowing: isGrowing)
      unfrozen = freezeViolations(line, isLast: rounds == Self.maximumRounds)
    }
  }

  /// Rounds of step 4 before all items are frozen as they are: lines of ordinary items need a few,
  /// and limits drawn up to freeze one item a round must not take quadratic time.
  private static let maximumRounds = 64

  /// Step 2: freezes items that cannot flex the way the line goes; the number of the others.
  private mutating func freezeInflexible(_ line: FlexLine, isGrowing: Bool) -> Int {
    var unfrozen = 0
    for index in line.items {
      let item = items[index]
      let isInflexible =
        isGrowing
        ? item.grow == 0 || item.base > item.hypothetical
        : item.shrink == 0 || item.base < item.hypothetical
      items[index].isFrozen = isInflexible
      items[index].target = isInflexible ? item.hypothetical : item.base
      if !isInflexible { unfrozen += 1 }
    }
    return unfrozen
  }

  /// The space that frozen items at their target and others at their base size leave.
  private func freeSpace(of line: FlexLine, _ space: Double) -> Double {
    var free = space
    for index in line.items {
      let item = items[index]
      free -= (item.isFrozen ? item.target : item.base) + item.mainMargins
    }
    return free
  }

  private func factorSums(
    of line: FlexLine, isGrowing: Bool
  ) -> (flex: Double, scaled: Double) {
    var flex = 0.0
    var scaled = 0.0
    for index in line.items where !items[index].isFrozen {
      flex += isGrowing ? items[index].grow : items[index].shrink
      scaled += items[index].shrink * items[index].innerBase
    }
    return (flex, scaled)
  }

  /// Step 4 c: the space in proportion to the flex factors.
  private mutating func distribute(_ share: Double, _ line: FlexLine, isGrowing: Bool) {
    for index in line.items where !items[index].isFrozen {
      let item = items[index]
      let factor = isGrowing ? item.grow : item.shrink * item.innerBase
      items[index].target = item.base + share * factor
    }
  }

  /// Steps 4 d and e: fixes violations of limits and freezes items; the number still unfrozen.
  private mutating func freezeViolations(_ line: FlexLine, isLast: Bool) -> Int {
    var total = 0.0
    for index in line.items where !items[index].isFrozen {
      let item = items[index]
      total += item.target.clamped(item.minMain, item.maxMain) - item.target
    }
    var unfrozen = 0
    for index in line.items where !items[index].isFrozen {
      let item = items[index]
      let clamped = item.target.clamped(item.minMain, item.maxMain)
      let violation = clamped - item.target
      let freezes = total == 0 || (total > 0 ? violation > 0 : violation < 0)
      items[index].target = clamped
      items[index].isFrozen = freezes || isLast
      if !items[index].isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }
}
