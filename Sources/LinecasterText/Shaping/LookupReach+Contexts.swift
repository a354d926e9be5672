extension LookupReach {
  /// A rule's first glyph, and what numbers of the rule stand for the glyph asked about.
  struct Targets {
    var before = 0
    var input = 0
    var after = 0
    /// Whether the first glyph of the input may be the glyph.
    var isFirst = false
    /// The coverage table of first glyphs.
    var coverage: Int
    /// Which one of them it is, by their order.
    var index: Int?
    /// The class definition and the class of first glyphs.
    var firstClass: (definition: Int, value: Int)?
  }

  mutating func context(_ subtable: Int, isChained: Bool) -> Bool {
    // Copied, since the closures run while the work is counted.
    let (table, glyph) = (table, glyph)
    let coverage = subtable + table.u16(subtable + 2)
    switch table.u16(subtable) {
    case 1:
      let isFirst = table.covers(glyph, at: coverage)
      return rules(subtable, sets: subtable + 4, isChained) { set in
        Targets(
          before: glyph, input: glyph, after: glyph, isFirst: isFirst, coverage: coverage,
          index: set)
      }
    case 2:
      let isCovered = table.covers(glyph, at: coverage)
      let definitions = (0..<3).map {
        subtable + table.u16(subtable + 4 + (isChained ? 2 * $0 : 0))
      }
      let classes = definitions.map { table.glyphClass(of: glyph, at: $0) }
      return rules(subtable, sets: subtable + (isChained ? 10 : 6), isChained) { set in
        Targets(
          before: classes[0], input: classes[1], after: classes[2],
          isFirst: isCovered && set == classes[1], coverage: coverage,
          firstClass: (definitions[1], set))
      }
    case 3: return coverages(subtable, isChained)
    default: return true
    }
  }

  /// Rules in sets, for each first glyph or class.
  private mutating func rules(
    _ subtable: Int, sets: Int, _ isChained: Bool, _ targets: (Int) -> Targets
  ) -> Bool {
    for set in 0..<table.u16(sets) {
      work += 1
      guard work <= Self.workLimit else { return true }
      let start = subtable + table.u16(sets + 2 + 2 * set)
      guard start != subtable else { continue }
      let wanted = targets(set)
      for rule in 0..<table.u16(start) {
        let at = start + table.u16(start + 2 + 2 * rule)
        if passesOver(rule: at, isChained, wanted) || work > Self.workLimit { return true }
      }
    }
    return false
  }

  private mutating func passesOver(rule: Int, _ isChained: Bool, _ targets: Targets) -> Bool {
    var sequence = RuleSequence()
    var at = rule
    guard isChained else {
      let count = table.u16(rule)
      sequence.add(targets.isFirst)
      at += 4
      for _ in 1..<max(1, count) { sequence.add(next(&at) == targets.input) }
      return finish(sequence, targets, records: at, count: table.u16(rule + 2))
    }
    sequence.before = (0..<next(&at)).map { _ in next(&at) == targets.before }
    let count = next(&at)
    sequence.add(targets.isFirst)
    for _ in 1..<max(1, count) { sequence.add(next(&at) == targets.input) }
    for _ in 0..<next(&at) { sequence.add(next(&at) == targets.after) }
    return finish(sequence, targets, records: at + 2, count: table.u16(at))
  }

  /// A rule given by one coverage table a glyph.
  private mutating func coverages(_ subtable: Int, _ isChained: Bool) -> Bool {
    var sequence = RuleSequence()
    var at = subtable + 2
    guard isChained else {
      let count = next(&at)
      let records = next(&at)
      let targets = Targets(coverage: subtable + table.u16(at))
      for _ in 0..<count { sequence.add(covered(subtable, &at)) }
      return finish(sequence, targets, records: at, count: records)
    }
    sequence.before = (0..<next(&at)).map { _ in covered(subtable, &at) }
    let count = next(&at)
    let targets = Targets(coverage: subtable + table.u16(at))
    for _ in 0..<count { sequence.add(covered(subtable, &at)) }
    for _ in 0..<next(&at) { sequence.add(covered(subtable, &at)) }
    return finish(sequence, targets, records: at + 2, count: table.u16(at))
  }

  /// A single substitution with coverage tables before and after (GSUB 8).
  mutating func reverseContext(_ subtable: Int) -> Bool {
    var sequence = RuleSequence()
    let coverage = subtable + table.u16(subtable + 2)
    var at = subtable + 4
    sequence.before = (0..<next(&at)).map { _ in covered(subtable, &at) }
    sequence.add(table.covers(glyph, at: coverage))
    for _ in 0..<next(&at) { sequence.add(covered(subtable, &at)) }
    return finish(sequence, Targets(coverage: coverage), records: at, count: 0)
  }

  private func next(_ at: inout Int) -> Int {
    at += 2
    return table.u16(at - 2)
  }

  private func covered(_ subtable: Int, _ at: inout Int) -> Bool {
    table.covers(glyph, at: subtable + next(&at))
  }

  /// Whether a rule reaches over the glyph without a trigger; notes the triggers, and the lookups
  /// that the rule calls.
  private mutating func finish(
    _ sequence: RuleSequence, _ targets: Targets, records: Int, count: Int
  ) -> Bool {
    work += 1 + sequence.count + count
    if sequence.reachesOver {
      guard isPositioning, !sequence.reachesOverWords else { return true }
      let covered = table.glyphs(coveredAt: targets.coverage)
      add(triggers: firstGlyphs(targets, among: covered), among: covered.count)
    }
    for record in 0..<count {
      let lookup = table.u16(records + 4 * record + 2)
      if seen.insert(lookup).inserted { waiting.append(lookup) }
    }
    return false
  }

  private func firstGlyphs(_ targets: Targets, among covered: [Int]) -> [Int] {
    if let index = targets.index { return covered.indices.contains(index) ? [covered[index]] : [] }
    guard let (definition, value) = targets.firstClass else { return covered }
    return covered.filter { table.glyphClass(of: $0, at: definition) == value }
  }
}
