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

  /// Makes an empty cache that holds at most so many bytes; nil if they are too few to hold any
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
