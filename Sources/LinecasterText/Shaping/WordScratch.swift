/// Memory for shaping one word, with a space on each side.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class WordScratch {
  let glyphs = GlyphBuffer()
  private let units = UnsafeMutableBufferPointer<UInt16>.allocate(
    capacity: WordCache.unitLimit + 2)
  private var count = 0

  deinit {
    units.deallocate()
  }

  /// The text to shape.
  var text: UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: units[..<count])
  }

  /// Takes a word, with so many spaces before and after it.
  func fill(_ word: UnsafeBufferPointer<UInt16>, padding: Int) {
    count = word.count + 2 * padding
    for index in 0..<padding {
      units[index] = 0x20
      units[count - 1 - index] = 0x20
    }
    for index in word.indices { units[padding + index] = word[index] }
  }

  /// The word without its spaces, and whether it is tied to them: HarfBuzz says where breaking the
  /// text would change glyphs. Words with a trigger may be tied to other words.
  func wordBetweenSpaces(triggers: Set<Int>) -> WordCache.Word {
    let all = glyphs.all
    let last = UInt32(count - 1)
    guard all.count > 2, all[0].cluster == 0, all[1].cluster == 1,
      all[all.count - 1].cluster == last, all[all.count - 2].cluster < last
    else { return WordCache.Word(glyphs: UnsafeBufferPointer(start: nil, count: 0), ties: .both) }
    var ties: WordCache.Ties = []
    if !triggers.isEmpty, all.contains(where: { triggers.contains(Int($0.identifier)) }) {
      ties = .both
    }
    if !all[1].flags.isEmpty { ties.insert(.left) }
    if !all[all.count - 1].flags.isEmpty { ties.insert(.right) }
    let word = UnsafeMutableBufferPointer(rebasing: all[1..<all.count - 1])
    for index in word.indices { word[index].cluster -= 1 }
    return WordCache.Word(
      glyphs: ties.isEmpty
        ? UnsafeBufferPointer(word) : UnsafeBufferPointer(start: nil, count: 0), ties: ties)
  }
}
