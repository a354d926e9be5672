/// One generation of the word cache: an open addressing table, and arenas for text and glyphs.
struct WordTable {
  private struct Entry {
    var hash: UInt64
    var plan: UInt32
    var textStart: UInt32
    var glyphStart: UInt32
    var glyphCount: UInt16
    var textCount: UInt8
    var ties: WordCache.Ties
  }

  /// For each place the number of its entry and 1; 0 where it is free.
  private var places: Arena<UInt32>
  private var entries: Arena<Entry>
  private var text: Arena<UInt16>
  private var glyphs: Arena<ShapedGlyph>

  /// Makes an empty table.
  init() {
    places = Arena()
    entries = Arena()
    text = Arena()
    glyphs = Arena()
  }

  /// Makes an empty table with room for as much as another has, so that it need not grow.
  init(sizedAs other: WordTable) {
    places = Arena(repeating: 0, count: other.places.count)
    entries = Arena(capacity: other.entries.count)
    text = Arena(capacity: other.text.count)
    glyphs = Arena(capacity: other.glyphs.count)
  }

  /// What a word takes.
  static func cost(units: Int, glyphs: Int) -> Int {
    MemoryLayout<Entry>.stride + 3 * MemoryLayout<UInt32>.size + units * MemoryLayout<UInt16>.size
      + glyphs * MemoryLayout<ShapedGlyph>.stride
  }

  /// The memory the table has, used or not.
  var byteCount: Int {
    places.byteCount + entries.byteCount + text.byteCount + glyphs.byteCount
  }

  /// The memory of the words, places in the table included.
  var usedByteCount: Int {
    entries.count * Self.cost(units: 0, glyphs: 0) + text.count * MemoryLayout<UInt16>.size
      + glyphs.count * MemoryLayout<ShapedGlyph>.stride
  }

  /// A hash of text and the number of a plan.
  static func hash(_ text: UnsafeBufferPointer<UInt16>, plan: UInt32) -> UInt64 {
    UnitHash.hash(
      UnsafeRawBufferPointer(text), from: UInt64(plan) &* 0x9E37_79B9_7F4A_7C15)
  }

  func find(
    _ wanted: UnsafeBufferPointer<UInt16>, plan: UInt32, hash: UInt64
  ) -> WordCache.Word? {
    guard places.count > 0 else { return nil }
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let entry = entries[Int(places[place]) - 1]
      if entry.hash == hash, entry.plan == plan, Int(entry.textCount) == wanted.count,
        matches(wanted, at: Int(entry.textStart))
      {
        return word(entry)
      }
      place = (place + 1) & mask
    }
    return nil
  }

  private func matches(_ wanted: UnsafeBufferPointer<UInt16>, at start: Int) -> Bool {
    let kept = text.pointer(at: start)
    for index in wanted.indices where kept[index] != wanted[index] { return false }
    return true
  }

  private func word(_ entry: Entry) -> WordCache.Word {
    WordCache.Word(
      glyphs: UnsafeBufferPointer(
        start: glyphs.pointer(at: Int(entry.glyphStart)), count: Int(entry.glyphCount)),
      ties: entry.ties)
  }

  /// Adds a word that is not there; the word as it is kept.
  mutating func insert(
    _ word: WordCache.Word, _ units: UnsafeBufferPointer<UInt16>, plan: UInt32, hash: UInt64
  ) -> WordCache.Word {
    let entry = Entry(
      hash: hash, plan: plan, textStart: UInt32(text.count), glyphStart: UInt32(glyphs.count),
      glyphCount: UInt16(word.glyphs.count), textCount: UInt8(units.count), ties: word.ties)
    text.append(units)
    glyphs.append(word.glyphs)
    entries.append(entry)
    if 2 * entries.count > places.count { grow() } else { take(entries.count) }
    return self.word(entry)
  }

  /// Gives the entry of a number a place.
  private func take(_ number: Int) {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: entries[number - 1].hash) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = UInt32(number)
  }

  private mutating func grow() {
    let count = max(256, places.count * 2)
    places.free()
    places = Arena(repeating: 0, count: count)
    for number in 1...entries.count { take(number) }
  }

  /// Gives the memory back; the table must not be used after.
  func free() {
    places.free()
    entries.free()
    text.free()
    glyphs.free()
  }
}
