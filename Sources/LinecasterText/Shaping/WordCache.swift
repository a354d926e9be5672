import LinecasterBase

#if canImport(Glibc)
  import Glibc
#endif

/// A cache of shaped words, for one worker.
///
/// Two generations share the memory. A word found in the older one is copied to the younger one; if
/// a new word does not fit there, the older generation is dropped and its memory is reused. Words
/// in use therefore stay, without an LRU list. Not Sendable: it belongs to a worker that one thread
/// uses at a time.
final class WordCache {
  /// A cached word.
  struct Word {
    /// The glyphs in logical order, with clusters relative to the word's start; valid until another
    /// word is added.
    var glyphs: UnsafeBufferPointer<ShapedGlyph>
    var ties: Ties
  }

  /// The sides on which a word must be shaped together with the adjacent space.
  ///
  /// Words with any ties are cached without glyphs.
  struct Ties: OptionSet {
    let rawValue: UInt8
    static let left = Ties(rawValue: 1)
    static let right = Ties(rawValue: 2)
    static let both: Ties = [.left, .right]
  }

  /// The maximum length of a word, in units; longer ones rarely recur.
  static let unitLimit = 64

  // Unchecked: the worker that owns it is lent to one thread at a time, and accesses never nest.
  // Checks for every word cost more than the accesses.
  @exclusivity(unchecked) private var young: WordTable
  @exclusivity(unchecked) private var old: WordTable
  @exclusivity(unchecked) private(set) var hits = 0
  @exclusivity(unchecked) private(set) var misses = 0

  /// A random seed for each cache, so untrusted text cannot cause hash collisions on purpose.
  private let seed = UInt64.random(in: .min ... .max)

  /// Creates an empty cache of at most `byteLimit` bytes; `nil` if that is too small for any word.
  init?(byteLimit: Int) {
    guard let young = WordTable(byteCount: byteLimit / 2),
      let old = WordTable(byteCount: byteLimit / 2)
    else { return nil }
    self.young = young
    self.old = old
  }

  /// The memory written for words, in bytes.
  var byteCount: Int { young.byteCount + old.byteCount }

  /// Removes all words and releases their memory.
  func removeAll() {
    young.discard()
    old.discard()
  }

  /// The cached word for text and a plan; `nil` for none.
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
    // If the younger generation is full, the word stays in the older one; only new words evict
    // others.
    _ = young.insert(word, text, plan: plan, hash: hash)
    return word
  }

  /// A hash of text and a plan's serial number.
  func hash(_ text: UnsafeBufferPointer<UInt16>, plan: UInt32) -> UInt64 {
    UnitHash.hash(
      UnsafeRawBufferPointer(text), from: seed ^ UInt64(plan) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Caches a new word.
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

/// One generation of the word cache: an open addressing hash table in memory of a fixed size.
///
/// Words grow from the start of the memory, slots from its end. The table is full when they would
/// meet.
struct WordTable: ~Copyable {
  /// The header of a word; its glyphs follow, then its text.
  private struct Head: BitwiseCopyable {
    var hash: UInt64
    var plan: UInt32
    var glyphCount: UInt16
    var textCount: UInt8
    var ties: WordCache.Ties
  }

  private let memory: MappedMemory
  /// The offset of each slot's word, in steps from the start of the memory; 0 for a free slot.
  private var places: UnsafeMutablePointer<UInt32>
  /// The number of slots, a power of two, minus one.
  private var mask = leastPlaces - 1
  /// The number of words.
  private var count = 0
  /// The end of the last word, in bytes; the first step is unused.
  private var end = step
  /// Whether all of the memory may have been written.
  private var wasFull = false

  /// The alignment of words, in bytes.
  private static let step = 8
  private static let leastPlaces = 256
  /// The maximum memory that slots can address.
  private static let mostBytes = Int(UInt32.max) * step
  /// The minimum memory of a table.
  private static let leastBytes = 2 * leastPlaces * MemoryLayout<UInt32>.stride

  /// Creates an empty table of at most `byteCount` bytes; `nil` if that is too small.
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

  /// The free bytes between words and slots.
  private var room: Int {
    memory.byteCount - end - (mask + 1) * MemoryLayout<UInt32>.stride
  }

  /// The size of a word without its slot, in bytes.
  private static func size(units: Int, glyphs: Int) -> Int {
    let size =
      MemoryLayout<Head>.stride + glyphs * MemoryLayout<ShapedGlyph>.stride
      + units * MemoryLayout<UInt16>.stride
    return (size + step - 1) / step * step
  }

  /// Whether an empty table has room for a word.
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

  /// Inserts a new word of at most 255 units and 65,535 glyphs; returns false if the table is full.
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

  /// Assigns a slot to the word at an offset from the start, in bytes.
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

  /// The free slots at the end of the memory.
  private static func places(
    _ count: Int, in memory: borrowing MappedMemory
  ) -> UnsafeMutablePointer<UInt32> {
    let offset = memory.byteCount - count * MemoryLayout<UInt32>.stride
    let places = (memory.start + offset).bindMemory(to: UInt32.self, capacity: count)
    places.initialize(repeating: 0, count: count)
    return places
  }

  /// Removes all words of a full table but keeps its memory.
  mutating func removeAll() {
    wasFull = true
    mask = Self.leastPlaces - 1
    places = Self.places(Self.leastPlaces, in: memory)
    count = 0
    end = Self.step
  }

  /// Removes all words and releases their memory until it is written again.
  mutating func discard() {
    memory.discard()
    removeAll()
    wasFull = false
  }
}

/// Anonymous pages mapped from the kernel, which use no memory until they are written.
///
/// Long-lived blocks between short-lived ones would fragment the `malloc` heap; these pages are
/// released whole.
struct MappedMemory: ~Copyable {
  let start: UnsafeMutableRawPointer
  let byteCount: Int

  /// Maps `byteCount` zeroed bytes; `nil` if the kernel refuses.
  init?(byteCount: Int) {
    let map = mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let map, map != MAP_FAILED else { return nil }
    start = map
    self.byteCount = byteCount
  }

  /// Releases the pages; all bytes become zero and use no memory until they are written again.
  func discard() {
    madvise(start, byteCount, MADV_DONTNEED)
  }

  deinit {
    munmap(start, byteCount)
  }
}
