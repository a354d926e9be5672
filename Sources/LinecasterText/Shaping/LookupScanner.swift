import LinecasterBase

/// Determines whether a font rule can tie glyphs across a space.
///
/// Reads the lookups of GSUB or GPOS (OpenType 1.9). Shaping shows whether a rule ties a word to
/// its adjacent space; this scanner finds whether that would require more text than a word and its
/// spaces.
struct LookupScanner {
  let table: LayoutTable
  let isPositioning: Bool
  /// The glyph of the space.
  let glyph: Int
  /// The lookup flags that ignore the glyph.
  let skippingFlags: Int

  /// Glyphs of which every rule across the space requires one.
  ///
  /// Only positioning rules have triggers: the first glyphs of substitution rules may be replaced
  /// during shaping.
  private(set) var triggers: Set<Int> = []

  var seen: Set<Int> = []
  var waiting: [Int] = []
  var work = 0

  /// Creates a scanner for the bytes of a table, which must outlive it.
  init(
    _ bytes: UnsafeRawBufferPointer, isPositioning: Bool, glyph: Int, skippingFlags: Int
  ) {
    table = LayoutTable(bytes: bytes)
    self.isPositioning = isPositioning
    self.glyph = glyph
    self.skippingFlags = skippingFlags
  }

  /// Adds triggers of a rule that matches across the glyph; they were found among `count` glyphs.
  mutating func add(triggers more: [Int], among count: Int) {
    work += count
    triggers.formUnion(more)
  }

  /// The lookup flags that ignore glyphs of a GDEF class.
  static func skippingFlags(glyphClass: Int) -> Int {
    switch glyphClass {
    case 1: 0x02
    case 2: 0x04
    case 3: 0xFF18
    default: 0
    }
  }

  /// Whether any of the lookups, or of those they call, matches across the glyph without a trigger.
  ///
  /// Returns true for tables that are too large to read quickly.
  mutating func passesOver(_ lookups: [Int]) -> Bool {
    waiting = lookups
    seen = Set(lookups)
    while let lookup = waiting.popLast() {
      if passesOver(lookup: lookup) || work > Self.workLimit { return true }
    }
    return false
  }

  static let workLimit = 4_000_000

  private mutating func passesOver(lookup index: Int) -> Bool {
    let flags = table.flags(of: index)
    for subtable in table.subtables(of: index, extensionKind: isPositioning ? 9 : 7) {
      if passesOver(subtable.offset, subtable.kind, flags) || work > Self.workLimit { return true }
    }
    return false
  }

  private mutating func passesOver(_ subtable: Int, _ kind: Int, _ flags: Int) -> Bool {
    work += 1
    if !isPositioning {
      switch kind {
      case 1...3: return false
      case 4: return flags & skippingFlags != 0 || hasLigature(subtable)
      case 5: return flags & skippingFlags != 0 || context(subtable, isChained: false)
      case 6: return flags & skippingFlags != 0 || context(subtable, isChained: true)
      case 8: return flags & skippingFlags != 0 || reverseContext(subtable)
      default: return true
      }
    }
    switch kind {
    case 1: return false
    case 2: return flags & skippingFlags != 0
    case 3: return flags & skippingFlags != 0 || table.covers(glyph, at: offset(subtable + 2))
    // Marks belong to their grapheme, which is never split.
    case 4...6: return table.covers(glyph, at: offset(subtable + 2))
    case 7: return flags & skippingFlags != 0 || context(subtable, isChained: false)
    case 8: return flags & skippingFlags != 0 || context(subtable, isChained: true)
    default: return true
    }

    func offset(_ field: Int) -> Int { subtable + table.u16(field) }
  }

  /// Whether a ligature has the glyph as a component.
  private mutating func hasLigature(_ subtable: Int) -> Bool {
    if table.covers(glyph, at: subtable + table.u16(subtable + 2)) { return true }
    for number in 0..<table.u16(subtable + 4) {
      work += 1
      guard work <= Self.workLimit else { return true }
      let set = subtable + table.u16(subtable + 6 + 2 * number)
      for entry in 0..<table.u16(set) {
        let ligature = set + table.u16(set + 2 + 2 * entry)
        let count = max(1, table.u16(ligature + 2)) - 1
        work += count + 1
        guard work <= Self.workLimit else { return true }
        if (0..<count).contains(where: { table.u16(ligature + 4 + 2 * $0) == glyph }) {
          return true
        }
      }
    }
    return false
  }
}

extension LookupScanner {
  /// The first glyph of a rule, and the rule's values that match the scanned glyph.
  struct Targets {
    var before = 0
    var input = 0
    var after = 0
    /// Whether the first glyph of the input may be the scanned glyph.
    var isFirst = false
    /// The coverage table of first glyphs.
    var coverage: Int
    /// The coverage index of the first glyph.
    var index: Int?
    /// The class definition and the class of first glyphs.
    var firstClass: (definition: Int, value: Int)?
  }

  mutating func context(_ subtable: Int, isChained: Bool) -> Bool {
    // Copied, because the closures run while the work is counted.
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

  /// Scans rules in sets, for each first glyph or class.
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

  /// Scans a rule with one coverage table per glyph.
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

  /// Scans a single substitution with coverage tables before and after (GSUB 8).
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

  /// Whether a rule matches across the glyph without a trigger; records the triggers and the
  /// lookups that the rule calls.
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

/// The positions in a rule's glyph sequence at which a space may stand.
struct RuleSequence {
  /// Whether a space matches each glyph before the input, nearest first.
  var before: [Bool] = []
  private var rest: [Bool] = []

  /// Adds the next glyph of the input or of the lookahead.
  mutating func add(_ isSpace: Bool) { rest.append(isSpace) }

  var count: Int { before.count + rest.count }

  /// Whether a space can have other glyphs on both sides.
  var reachesOver: Bool {
    spaces.contains { $0 > 0 && $0 < count - 1 }
  }

  /// Whether another glyph can have spaces on both sides.
  var reachesOverWords: Bool {
    let spaces = spaces
    guard let first = spaces.first, let last = spaces.last else { return false }
    return last - first > 1
  }

  private var spaces: [Int] {
    (before.reversed() + rest).enumerated().filter(\.element).map(\.offset)
  }
}

/// The bytes of an OpenType layout table (GSUB or GPOS); reads outside of it return 0.
struct LayoutTable {
  let bytes: UnsafeRawBufferPointer

  /// The big-endian number of two bytes at an offset.
  func u16(_ offset: Int) -> Int {
    guard offset >= 0, offset + 2 <= bytes.count else { return 0 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// The big-endian number of four bytes at an offset.
  func u32(_ offset: Int) -> Int { u16(offset) << 16 | u16(offset + 2) }

  /// A subtable of a lookup, by the number of its lookup type.
  struct Subtable {
    var kind: Int
    var offset: Int
  }

  /// The subtables of a lookup, those of extension lookups resolved; empty if it is out of range.
  func subtables(of index: Int, extensionKind: Int) -> [Subtable] {
    guard let lookup = lookup(index) else { return [] }
    return (0..<u16(lookup + 4)).map { number in
      let offset = lookup + u16(lookup + 6 + 2 * number)
      let kind = u16(lookup)
      guard kind == extensionKind else { return Subtable(kind: kind, offset: offset) }
      return Subtable(kind: u16(offset + 2), offset: offset + u32(offset + 4))
    }
  }

  /// The flags of a lookup; 0 if it is out of range.
  func flags(of index: Int) -> Int { lookup(index).map { u16($0 + 2) } ?? 0 }

  private func lookup(_ index: Int) -> Int? {
    let list = u16(8)
    return index < u16(list) ? list + u16(list + 2 + 2 * index) : nil
  }

  /// Whether the coverage table at an offset contains a glyph.
  func covers(_ glyph: Int, at offset: Int) -> Bool {
    coverageIndex(of: glyph, at: offset) != nil
  }

  /// The index of a glyph in the coverage table at an offset; `nil` if it is not there.
  func coverageIndex(of glyph: Int, at offset: Int) -> Int? {
    let count = u16(offset + 2)
    guard u16(offset) == 2 else {
      return search(count) { u16(offset + 4 + 2 * $0) >= glyph }
        .flatMap { u16(offset + 4 + 2 * $0) == glyph ? $0 : nil }
    }
    guard let range = search(count, where: { u16(offset + 6 + 6 * $0) >= glyph }),
      u16(offset + 4 + 6 * range) <= glyph
    else { return nil }
    return u16(offset + 8 + 6 * range) + glyph - u16(offset + 4 + 6 * range)
  }

  /// The distinct glyphs of the coverage table at an offset; ranges must ascend, and entries that
  /// go back are skipped.
  func glyphs(coveredAt offset: Int) -> [Int] {
    let count = u16(offset + 2)
    guard u16(offset) == 2 else { return (0..<count).map { u16(offset + 4 + 2 * $0) } }
    var end = 0
    return (0..<count).flatMap { index in
      let first = max(end, u16(offset + 4 + 6 * index))
      end = max(first, u16(offset + 6 + 6 * index) + 1)
      return first..<end
    }
  }

  /// The class of a glyph in the class definition at an offset; 0 for glyphs that it does not list.
  func glyphClass(of glyph: Int, at offset: Int) -> Int {
    guard u16(offset) == 2 else {
      let first = u16(offset + 2)
      return glyph >= first && glyph < first + u16(offset + 4)
        ? u16(offset + 6 + 2 * (glyph - first)) : 0
    }
    guard let range = search(u16(offset + 2), where: { u16(offset + 6 + 6 * $0) >= glyph }),
      u16(offset + 4 + 6 * range) <= glyph
    else { return 0 }
    return u16(offset + 8 + 6 * range)
  }

  /// The first index that satisfies a monotonic condition, by bisection.
  private func search(_ count: Int, where condition: (Int) -> Bool) -> Int? {
    let index = (0..<count).bisect(where: condition)
    return index < count ? index : nil
  }
}
