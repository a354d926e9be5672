/// The glyphs of words that were shaped before, for one worker.
///
/// Two generations share the memory: a word found in the older one moves to the younger, and when
/// that is full the older one is dropped. So words in use stay, without a list to keep. Not
/// Sendable: it lives in a worker that one thread uses at a time.
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
  /// The most bytes of the words of a generation.
  private let wordLimit: Int
  @exclusivity(unchecked) private(set) var hits = 0
  @exclusivity(unchecked) private(set) var misses = 0

  /// Makes an empty cache that holds at most so many bytes.
  init(byteLimit: Int) {
    // A table has up to a quarter more memory than its words take.
    wordLimit = byteLimit * 2 / 5
    young = WordTable()
    old = WordTable()
  }

  var byteCount: Int { young.byteCount + old.byteCount }

  /// The word kept for text that a plan shapes; nil where there is none.
  ///
  /// - Complexity: O(units).
  func find(_ text: UnsafeBufferPointer<UInt16>, plan: UInt32) -> Word? {
    let hash = WordTable.hash(text, plan: plan)
    if let word = young.find(text, plan: plan, hash: hash) {
      hits += 1
      return word
    }
    guard let word = old.find(text, plan: plan, hash: hash) else {
      misses += 1
      return nil
    }
    hits += 1
    return add(word, text, plan, hash)
  }

  /// Keeps a word that was not found.
  func insert(
    _ text: UnsafeBufferPointer<UInt16>, plan: UInt32, glyphs: UnsafeBufferPointer<ShapedGlyph>,
    ties: Ties
  ) {
    _ = add(
      Word(glyphs: glyphs, ties: ties), text, plan, WordTable.hash(text, plan: plan))
  }

  /// Adds a word to the young generation; the word as it is kept there, or as it was given.
  private func add(
    _ word: Word, _ text: UnsafeBufferPointer<UInt16>, _ plan: UInt32, _ hash: UInt64
  ) -> Word {
    let cost = WordTable.cost(units: text.count, glyphs: word.glyphs.count)
    guard word.glyphs.count <= Int(UInt16.max), cost <= wordLimit else { return word }
    guard young.usedByteCount + cost > wordLimit else {
      return young.insert(word, text, plan: plan, hash: hash)
    }
    // The word may be one of the generation that goes, so that is freed last.
    let spare = old
    old = young
    young = WordTable(sizedAs: old)
    defer { spare.free() }
    return young.insert(word, text, plan: plan, hash: hash)
  }

  deinit {
    young.free()
    old.free()
  }
}
