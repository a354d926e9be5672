/// The way between the offsets of a text as it is laid out and those of the text it was made from.
///
/// All offsets are UTF-16. A map of text that was taken as it is has no parts and costs nothing.
struct SourceMap: Hashable, Sendable {
  /// The number of units laid out.
  let count: Int
  /// The number of units of the source.
  let sourceCount: Int
  /// What was left out, in text order, no two at one offset.
  private let removals: [Removal]

  /// A stretch of the source that is not laid out.
  struct Removal: Hashable, Sendable {
    /// The offset in the laid out text that it stood before.
    var offset: Int
    /// The number of units left out before that offset, this stretch included.
    var total: Int
  }

  /// The map of text that was taken as it is.
  init(identity count: Int) {
    self.init(count: count, removals: [])
  }

  /// The map of text from which stretches were left out.
  init(count: Int, removals: [Removal]) {
    self.count = count
    self.removals = removals
    sourceCount = count + (removals.last?.total ?? 0)
  }

  /// Whether both texts are the same length, so that offsets need no translation.
  var isIdentity: Bool { removals.isEmpty }

  /// The place in the source of a place between units.
  ///
  /// What was left out belongs to the unit before it, or to the first unit where it was at the
  /// start: pieces that cover the laid out text cover the source too.
  ///
  /// - Complexity: O(log removals).
  func source(of offset: Int) -> Int {
    if isIdentity || offset <= 0 { return offset }
    return offset >= count ? sourceCount : sourceUnit(of: offset)
  }

  /// The range of the source that a range covers, with what was left out inside it and after it:
  /// all of it where nothing is laid out.
  func source(of range: Range<Int>) -> Range<Int> {
    count == 0 ? 0..<sourceCount : source(of: range.lowerBound)..<source(of: range.upperBound)
  }

  /// The range of the source from the first to the last of some units, without what was left out
  /// around them.
  func sourceUnits(of range: Range<Int>) -> Range<Int> {
    guard !isIdentity else { return range }
    guard !range.isEmpty else { return source(of: range) }
    return sourceUnit(of: range.lowerBound)..<sourceUnit(of: range.upperBound - 1) + 1
  }

  /// The place in the laid out text of a place in the source; inside what was left out, the place
  /// where that stood.
  ///
  /// - Complexity: O(log removals).
  func offset(ofSource source: Int) -> Int {
    let next = firstRemoval { $0.offset + $0.total > source }
    let total = next == 0 ? 0 : removals[next - 1].total
    let offset = source - total
    return next < removals.count ? min(offset, removals[next].offset) : min(offset, count)
  }

  /// Where in the source a unit was.
  private func sourceUnit(of unit: Int) -> Int {
    let next = firstRemoval { $0.offset > unit }
    return unit + (next == 0 ? 0 : removals[next - 1].total)
  }

  private func firstRemoval(where condition: (Removal) -> Bool) -> Int {
    var low = 0
    var high = removals.count
    while low < high {
      let middle = (low + high) / 2
      if condition(removals[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
