/// Finds out whether a rule of a font can tie glyphs together that stand on two sides of a space.
///
/// Reads the lookups of GSUB or GPOS (OpenType 1.9). Whether a rule ties a word to the space beside
/// it is found by shaping; what is asked here is whether more than a word and its spaces would
/// have to be shaped for that.
struct LookupReach {
  let table: FontTable
  let isPositioning: Bool
  /// The glyph of the space.
  let glyph: Int
  /// The flags of lookups that do not see the glyph at all.
  let skippingFlags: Int

  /// Glyphs without which no rule reaches over the glyph.
  ///
  /// Only rules that move glyphs have them: what rules that replace glyphs start from may be gone
  /// when the text is shaped.
  private(set) var triggers: Set<Int> = []

  var seen: Set<Int> = []
  var waiting: [Int] = []
  var work = 0

  init(table: FontTable, isPositioning: Bool, glyph: Int, skippingFlags: Int) {
    self.table = table
    self.isPositioning = isPositioning
    self.glyph = glyph
    self.skippingFlags = skippingFlags
  }

  /// Notes that a rule reaches over the glyph where it starts at one of some glyphs, which were
  /// found among so many.
  mutating func add(triggers more: [Int], among count: Int) {
    work += count
    triggers.formUnion(more)
  }

  /// The lookup flags that make lookups pass over glyphs of a GDEF class.
  static func skippingFlags(glyphClass: Int) -> Int {
    switch glyphClass {
    case 1: 0x02
    case 2: 0x04
    case 3: 0xFF18
    default: 0
    }
  }

  /// Whether one of the lookups, or of those they call, reaches over the glyph without one of the
  /// triggers.
  ///
  /// Tables too large to read in short time count as if they did.
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
    let list = table.u16(8)
    guard index < table.u16(list) else { return false }
    let lookup = list + table.u16(list + 2 + 2 * index)
    let flags = table.u16(lookup + 2)
    for number in 0..<table.u16(lookup + 4) {
      var kind = table.u16(lookup)
      var subtable = lookup + table.u16(lookup + 6 + 2 * number)
      if kind == (isPositioning ? 9 : 7) {
        kind = table.u16(subtable + 2)
        subtable += table.u32(subtable + 4)
      }
      if passesOver(subtable, kind, flags) || work > Self.workLimit { return true }
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
    // Marks belong to the grapheme they stand in, which is never cut.
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
