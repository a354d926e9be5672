/// Which old element is which new one, by position, and which of the pairs differ in content.
@usableFromInline
struct Matching: Sendable {
  /// What `newOfOld` and `oldOfNew` say of an element that has no counterpart.
  @inlinable static var none: Int32 { -1 }

  @usableFromInline let oldStarts: SectionStarts
  @usableFromInline let newStarts: SectionStarts
  /// For each old section the new section that it became.
  @usableFromInline let newSectionOfOld: [Int32]
  /// For each old section the positions that are left when what it has in common with its new self
  /// is cut off at both ends; all its positions if it has no new self.
  @usableFromInline var oldWindows: [Range<Int>]
  /// The same for each new section.
  @usableFromInline var newWindows: [Range<Int>]
  /// The new position of each old element, only set inside the windows; negative if it has no
  /// counterpart.
  @usableFromInline var newOfOld: [Int32]
  /// The old position of each new element, negative if it has no counterpart.
  @usableFromInline var oldOfNew: [Int32]
  /// New positions of pairs that differ in content.
  @usableFromInline var updated: PositionSet

  @usableFromInline
  init(oldStarts: SectionStarts, newStarts: SectionStarts, newSectionOfOld: [Int32]) {
    self.oldStarts = oldStarts
    self.newStarts = newStarts
    self.newSectionOfOld = newSectionOfOld
    oldWindows = (0..<oldStarts.sectionCount).map(oldStarts.positions(of:))
    newWindows = (0..<newStarts.sectionCount).map(newStarts.positions(of:))
    newOfOld = Array(repeating: Self.none, count: oldStarts.total)
    oldOfNew = Array(repeating: Self.none, count: newStarts.total)
    updated = PositionSet(limit: newStarts.total)
  }

  /// A matching of these pairs, of which nothing is cut off at the ends.
  init(
    oldStarts: SectionStarts, newStarts: SectionStarts, newSectionOfOld: [Int32],
    pairs: [(old: Int, new: Int)]
  ) {
    self.init(oldStarts: oldStarts, newStarts: newStarts, newSectionOfOld: newSectionOfOld)
    for (old, new) in pairs { pair(old: old, new: new) }
  }

  /// Makes the old element at `old` and the new one at `new` the same element.
  @inlinable
  mutating func pair(old: Int, new: Int) {
    newOfOld[old] = Int32(truncatingIfNeeded: new)
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
  }

  /// Pairs the first `prefix` and the last `suffix` elements of a section with those of its new
  /// self, and cuts them off the windows.
  @usableFromInline
  mutating func trim(oldSection: Int, newSection: Int, prefix: Int, suffix: Int) {
    let old = oldStarts.positions(of: oldSection)
    let new = newStarts.positions(of: newSection)
    oldWindows[oldSection] = old.lowerBound + prefix..<old.upperBound - suffix
    newWindows[newSection] = new.lowerBound + prefix..<new.upperBound - suffix
    pair(prefix, from: old.lowerBound, with: new.lowerBound)
    pair(suffix, from: old.upperBound - suffix, with: new.upperBound - suffix)
  }

  /// Tells `count` new elements which old ones they are.
  private mutating func pair(_ count: Int, from old: Int, with new: Int) {
    var pairs = oldOfNew.mutableSpan
    precondition(new >= 0 && count <= pairs.count - new, "A section lies within its model")
    for offset in 0..<count {
      unsafe pairs[unchecked: new &+ offset] = Int32(truncatingIfNeeded: old &+ offset)
    }
  }
}

extension Matching {
  /// The number of elements without a counterpart.
  static func missingCount(_ counterparts: borrowing Span<Int32>) -> Int {
    var count = 0
    for index in counterparts.indices {
      count &-= Int(truncatingIfNeeded: unsafe counterparts[unchecked: index] >> 31)
    }
    return count
  }

  /// Sets `newOfOld` outside the windows too, from `oldOfNew`.
  @usableFromInline
  mutating func completeTrimmedPairs() {
    for (new, old) in oldOfNew.enumerated() where old >= 0 {
      newOfOld[Int(old)] = Int32(truncatingIfNeeded: new)
    }
  }
}
