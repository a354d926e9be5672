/// §9.7 Resolving flexible lengths.
extension FlexLayouter {
  /// §9.3 step 6: the used main size of each item, line by line.
  mutating func resolveFlexibleLengths(in container: inout FlexContainer) throws {
    for index in container.lines {
      let line = lines[index]
      // Step 1: grow or shrink.
      let free = container.innerMain - line.hypotheticalSum
      if free == 0 { continue }
      let isGrowing = free > 0
      if !isGrowing { try determinePendingMinima(of: line, in: &container) }
      resolveLine(line, isGrowing: isGrowing, in: &container)
    }
  }

  /// Automatic minima are put off until an item may have to shrink.
  private mutating func determinePendingMinima(
    of line: FlexLine, in container: inout FlexContainer
  ) throws {
    for index in line.items where items[index].hasPendingMinimum && items[index].shrink > 0 {
      try determineAutomaticMinimum(of: &items[index], in: &container)
    }
  }

  private mutating func resolveLine(
    _ line: FlexLine, isGrowing: Bool, in container: inout FlexContainer
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
  private func freezeInflexible(_ line: FlexLine, isGrowing: Bool) -> Int {
    var unfrozen = 0
    for index in line.items {
      items[index].freezeIfInflexible(isGrowing: isGrowing)
      if !items[index].isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }

  /// The space that frozen items at their target and others at their base size leave.
  private func freeSpace(of line: FlexLine, _ space: Double) -> Double {
    var free = space
    for index in line.items { free -= items[index].reservedMain }
    return free
  }

  private func factorSums(
    of line: FlexLine, isGrowing: Bool
  ) -> (flex: Double, scaled: Double) {
    var flex = 0.0
    var scaled = 0.0
    for index in line.items where !items[index].isFrozen {
      flex += isGrowing ? items[index].grow : items[index].shrink
      scaled += items[index].scaledShrink
    }
    return (flex, scaled)
  }

  /// Step 4 c: the space in proportion to the flex factors.
  private func distribute(_ share: Double, _ line: FlexLine, isGrowing: Bool) {
    for index in line.items where !items[index].isFrozen {
      let factor = isGrowing ? items[index].grow : items[index].scaledShrink
      items[index].target = items[index].base + share * factor
    }
  }

  /// Steps 4 d and e: fixes violations of limits and freezes items; the number still unfrozen.
  private func freezeViolations(_ line: FlexLine, isLast: Bool) -> Int {
    var total = 0.0
    for index in line.items where !items[index].isFrozen { total += items[index].violation }
    var unfrozen = 0
    for index in line.items where !items[index].isFrozen {
      items[index].clampTarget(totalViolation: total, isLast: isLast)
      if !items[index].isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }
}
