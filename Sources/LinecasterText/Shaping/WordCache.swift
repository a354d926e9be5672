import LinecasterBase

#if canImport(Glibc)
  import Glibc
#endif

/// The glyphs of words that were shaped before, for one worker.
///
/// Two generations share the memory: a word found in the older one is copied to the younger, and
/// when a new one has no room there the older one is dropped, whose memory is used again. So words
/// in use stay, without a list to keep. Not Sendable: it lives in a worker that one thread uses at
/// a time.
final class WordCache {
  /// A word as it was found.
  struct Word {
    /// Its glyphs in the order of the text, clusters counted from its start; valid until another
    /// word is added.
    var glyphs: UnsafeBufferPointer<ShapedGlyph>
    var ties: Ties
  }

  /// On which sides a word must be shaped together with the space beside it.
  ///
  /// Words that have any are kept without glyphs.
  struct Ties: OptionSet {
    let rawValue: UInt8
    static let left = Ties(rawValue: 1)
    static let right = Ties(rawValue: 2)
    static let both: Ties = [.left, .right]
  }

  /// The most units of a word; longer ones are rarely met again.
  static let unitLimit = 64

  // Unchecked: the worker that owns it is lent to one thread at a time, and no access is inside
  // another. Checks at every word cost more than what they check.
  @exclusivity(unchecked) private var young: WordTable
  @exclusivity(unchecked) private var old: WordTable
  @exclusivity(unchecked) private(set) var hits = 0
  @exclusivity(unchecked) private(set) var misses = 0

  /// What is different in every cache, so that nobody can make up words that all want one place.
  private let seed = UInt64.random(in: .min ... .max)

  /// Makes an empty cache that holds at most `byteLimit` bytes; nil if they are too few to hold any
  /// word, or there are none.
  init?(byteLimit: Int) {
    guard let young = WordTable(byteCount: byteLimit / 2),
      let old = WordTable(byteCount: byteLimit / 2)
    else { return nil }
    self.young = young
    self.old = old
  }

  /// The memory written for words, in bytes.
  var byteCount: Int { young.byteCount + old.byteCount }

  /// Drops all words and gives their memory back.
  func removeAll() {
    young.discard()
    old.discard()
  }

  /// The word kept for text that a plan shapes; nil where there is none.
  ///
  /// - Complexity: O(units).
  func find(_ text: UnsafeBufferPointer<UInt16>, plan: UInt32) -> Word? {
    let hash = hash(text, plan: plan)
    if let word = young.find(text, plan: plan, hash: hash) {
      hits += 1
      return word
    }
    guard let word = old.find(text, plan: plan, hash: hash) else {
      misses += 1
      return nil
    }
    hits += 1
    // Where the younger is full it stays where it is: only what is new drops others.
    _ = young.insert(word, text, plan: plan, hash: hash)
    return word
  }

  /// A hash of text and the number of a plan.
  func hash(_ text: UnsafeBufferPointer<UInt16>, plan: UInt32) -> UInt64 {
    UnitHash.hash(
      UnsafeRawBufferPointer(text), from: seed ^ UInt64(plan) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Keeps a word that was not found.
  func insert(
    _ text: UnsafeBufferPointer<UInt16>, plan: UInt32, glyphs: UnsafeBufferPointer<ShapedGlyph>,
    ties: Ties
  ) {
    guard glyphs.count <= Int(UInt16.max),
      young.canHold(units: text.count, glyphs: glyphs.count)
    else { return }
    let word = Word(glyphs: glyphs, ties: ties)
    let hash = hash(text, plan: plan)
    if young.insert(word, text, plan: plan, hash: hash) { return }
    swap(&young, &old)
    young.removeAll()
    _ = young.insert(word, text, plan: plan, hash: hash)
  }
}

/// One generation of the word cache: an open addressing table in memory of a fixed size.
///
/// The words grow from the start of the memory, the places of the table from its end. The table is
/// full where they would meet.
struct WordTable: ~Copyable {
  /// What a word begins with; its glyphs follow, then its text.
  private struct Head: BitwiseCopyable {
    var hash: UInt64
    var plan: UInt32
    var glyphCount: UInt16
    var textCount: UInt8
    var ties: WordCache.Ties
  }

  private let memory: MappedMemory
  /// For each place how many steps from the start of the memory its word lies; 0 where it is free.
  private var places: UnsafeMutablePointer<UInt32>
  /// One less than the number of places, which is a power of two.
  private var mask = leastPlaces - 1
  /// The number of words.
  private var count = 0
  /// The bytes before the end of the last word. No word lies in the first step.
  private var end = step
  /// Whether all of the memory may have been written.
  private var wasFull = false

  /// Where words start, in bytes.
  private static let step = 8
  private static let leastPlaces = 256
  /// Places refer to no more memory.
  private static let mostBytes = Int(UInt32.max) * step
  /// Less memory than this is not worth a table.
  private static let leastBytes = 2 * leastPlaces * MemoryLayout<UInt32>.stride

  /// Makes an empty table of at most `byteCount` bytes; nil if they are too few.
  init?(byteCount: Int) {
    let byteCount = min(byteCount, Self.mostBytes) / Self.step * Self.step
    guard byteCount >= Self.leastBytes, let memory = MappedMemory(byteCount: byteCount) else {
      return nil
    }
    places = Self.places(Self.leastPlaces, in: memory)
    self.memory = memory
  }

  /// The memory the table has written, in bytes.
  var byteCount: Int { wasFull ? memory.byteCount : memory.byteCount - room }

  /// The bytes between words and places.
  private var room: Int {
    memory.byteCount - end - (mask + 1) * MemoryLayout<UInt32>.stride
  }

  /// The bytes of a word, without its place.
  private static func size(units: Int, glyphs: Int) -> Int {
    let size =
      MemoryLayout<Head>.stride + glyphs * MemoryLayout<ShapedGlyph>.stride
      + units * MemoryLayout<UInt16>.stride
    return (size + step - 1) / step * step
  }

  /// Whether the empty table has room for a word.
  func canHold(units: Int, glyphs: Int) -> Bool {
    Self.size(units: units, glyphs: glyphs)
      <= memory.byteCount - Self.step - Self.leastPlaces * MemoryLayout<UInt32>.stride
  }

  /// The word of a text; valid until the table is emptied.
  func find(
    _ wanted: UnsafeBufferPointer<UInt16>, plan: UInt32, hash: UInt64
  ) -> WordCache.Word? {
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let start = memory.start + Int(places[place]) * Self.step
      let head = start.load(as: Head.self)
      if head.hash == hash, head.plan == plan, Int(head.textCount) == wanted.count {
        let glyphs = UnsafeBufferPointer(
          start: UnsafePointer(
            (start + MemoryLayout<Head>.stride).assumingMemoryBound(to: ShapedGlyph.self)),
          count: Int(head.glyphCount))
        if Self.matches(wanted, after: glyphs) {
          return WordCache.Word(glyphs: glyphs, ties: head.ties)
        }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  private static func matches(
    _ wanted: UnsafeBufferPointer<UInt16>, after glyphs: UnsafeBufferPointer<ShapedGlyph>
  ) -> Bool {
    guard let start = glyphs.baseAddress else { return false }
    let kept = UnsafeRawPointer(start + glyphs.count).assumingMemoryBound(to: UInt16.self)
    for index in wanted.indices where kept[index] != wanted[index] { return false }
    return true
  }

  /// Adds a word that is not there, of at most 255 units and 65,535 glyphs; false where the table
  /// is full.
  mutating func insert(
    _ word: WordCache.Word, _ units: UnsafeBufferPointer<UInt16>, plan: UInt32, hash: UInt64
  ) -> Bool {
    let size = Self.size(units: units.count, glyphs: word.glyphs.count)
    let places = mask + 1
    let grows = 2 * (count + 1) > places
    guard size + (grows ? places * MemoryLayout<UInt32>.stride : 0) <= room else { return false }
    if grows { doublePlaces() }
    let head = Head(
      hash: hash, plan: plan, glyphCount: UInt16(word.glyphs.count),
      textCount: UInt8(units.count), ties: word.ties)
    Self.write(head, word.glyphs, units, to: memory.start + end)
    take(end, hash: hash)
    end += size
    count += 1
    return true
  }

  private static func write(
    _ head: Head, _ glyphs: UnsafeBufferPointer<ShapedGlyph>, _ units: UnsafeBufferPointer<UInt16>,
    to start: UnsafeMutableRawPointer
  ) {
    start.storeBytes(of: head, as: Head.self)
    let target = (start + MemoryLayout<Head>.stride)
      .bindMemory(to: ShapedGlyph.self, capacity: glyphs.count)
    if let first = glyphs.baseAddress { target.initialize(from: first, count: glyphs.count) }
    let text = UnsafeMutableRawPointer(target + glyphs.count)
      .bindMemory(to: UInt16.self, capacity: units.count)
    if let first = units.baseAddress { text.initialize(from: first, count: units.count) }
  }

  /// Gives the word that lies at an offset from the start, in bytes, a place.
  private func take(_ offset: Int, hash: UInt64) {
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 { place = (place + 1) & mask }
    places[place] = UInt32(offset / Self.step)
  }

  private mutating func doublePlaces() {
    mask = 2 * mask + 1
    places = Self.places(mask + 1, in: memory)
    var offset = Self.step
    while offset < end {
      let head = (memory.start + offset).load(as: Head.self)
      take(offset, hash: head.hash)
      offset += Self.size(units: Int(head.textCount), glyphs: Int(head.glyphCount))
    }
  }

  /// Free places at the end of the memory.
  private static func places(
    _ count: Int, in memory: borrowing MappedMemory
  ) -> UnsafeMutablePointer<UInt32> {
    let offset = memory.byteCount - count * MemoryLayout<UInt32>.stride
    let places = (memory.start + offset).bindMemory(to: UInt32.self, capacity: count)
    places.initialize(repeating: 0, count: count)
    return places
  }

  /// Drops all words of a table that was full and keeps its memory for others.
  mutating func removeAll() {
    wasFull = true
    mask = Self.leastPlaces - 1
    places = Self.places(Self.leastPlaces, in: memory)
    count = 0
    end = Self.step
  }

  /// Drops all words and gives the memory back until others are written.
  mutating func discard() {
    memory.discard()
    removeAll()
    wasFull = false
  }
}

/// Memory of the kernel's own pages, which take nothing before they are written.
///
/// What is kept for long and freed between short-lived objects leaves holes in `malloc`'s memory
/// that nothing else fits in; this goes back whole.
struct MappedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  /// Maps `byteCount` bytes, all zero; nil where the kernel refuses.
  init?(byteCount: Int) {
    let map = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let map, map != MAP_FAILED else { return nil }
    start = map
    self.byteCount = byteCount
  }

  /// Gives the pages back: all bytes are zero, and take nothing until they are written again.
  func discard() {
    madvise(start, byteCount, MADV_DONTNEED)
  }

  deinit {
    munmap(start, byteCount)
  }
}
