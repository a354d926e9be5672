/// The pairs of old and new elements, by position, and which of the pairs differ in content.
@usableFromInline
struct Matching: Sendable {
  /// The value in `newOfOld` and `oldOfNew` for an element without a counterpart.
  @inlinable static var none: Int32 { -1 }

  @usableFromInline let oldStarts: SectionStarts
  @usableFromInline let newStarts: SectionStarts
  /// The new section of each old one.
  @usableFromInline let newSectionOfOld: [Int32]
  /// The positions of each old section without the common prefix and suffix; all its positions if
  /// it has no counterpart.
  @usableFromInline var oldWindows: [Range<Int>]
  /// The same for each new section.
  @usableFromInline var newWindows: [Range<Int>]
  /// The new position of each old element, only set inside the windows; negative without a
  /// counterpart.
  @usableFromInline var newOfOld: [Int32]
  /// The old position of each new element; negative without a counterpart.
  @usableFromInline var oldOfNew: [Int32]
  /// The new positions of pairs that differ in content.
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

  /// Creates a matching of these pairs, without trimming the ends.
  init(
    oldStarts: SectionStarts, newStarts: SectionStarts, newSectionOfOld: [Int32],
    pairs: [(old: Int, new: Int)]
  ) {
    self.init(oldStarts: oldStarts, newStarts: newStarts, newSectionOfOld: newSectionOfOld)
    for (old, new) in pairs { pair(old: old, new: new) }
  }

  /// Pairs the old element at `old` with the new one at `new`.
  @inlinable
  mutating func pair(old: Int, new: Int) {
    newOfOld[old] = Int32(truncatingIfNeeded: new)
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
  }

  /// Pairs the first `prefix` and the last `suffix` elements of a section with those of its
  /// counterpart, and trims the windows.
  @usableFromInline
  mutating func trim(oldSection: Int, newSection: Int, prefix: Int, suffix: Int) {
    let old = oldStarts.positions(of: oldSection)
    let new = newStarts.positions(of: newSection)
    oldWindows[oldSection] = old.lowerBound + prefix..<old.upperBound - suffix
    newWindows[newSection] = new.lowerBound + prefix..<new.upperBound - suffix
    pair(prefix, from: old.lowerBound, with: new.lowerBound)
    pair(suffix, from: old.upperBound - suffix, with: new.upperBound - suffix)
  }

  /// Sets the old positions of `count` new elements.
  private mutating func pair(_ count: Int, from old: Int, with new: Int) {
    var pairs = oldOfNew.mutableSpan
    precondition(new >= 0 && count <= pairs.count - new, "A section lies within its model")
    for offset in 0..<count {
      unsafe pairs[unchecked: new &+ offset] = Int32(truncatingIfNeeded: old &+ offset)
    }
  }
}

extension Matching {
  /// Returns the number of elements without a counterpart.
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

/// The position of the first element of each section, followed by the number of elements.
@usableFromInline
struct SectionStarts: Sendable {
  @usableFromInline let starts: [Int]

  @usableFromInline
  init(counts: [Int]) {
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var total = 0
    for count in counts {
      total += count
      starts.append(total)
    }
    precondition(
      total <= Int(Int32.max), "A model has at most 2147483647 elements to compare, got \(total)")
    self.starts = starts
  }

  @inlinable var sectionCount: Int { starts.count - 1 }
  @inlinable var total: Int { starts[starts.count - 1] }
  @inlinable subscript(section: Int) -> Int { starts[section] }

  /// Returns the positions of the elements of `section`.
  @inlinable
  func positions(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// Returns the section of the element at `position` (binary search).
  @inlinable
  func section(of position: Int) -> Int {
    var low = 0
    var high = sectionCount - 1
    while low < high {
      let middle = (low + high + 1) >> 1
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func path(of position: Int) -> ElementPath {
    let section = section(of: position)
    return ElementPath(section: section, item: position - starts[section])
  }
}

/// A set of positions, one bit each, that lists its members in ascending order.
@usableFromInline
struct PositionSet: Sendable {
  @usableFromInline var words: [UInt64]

  /// Creates an empty set for positions below `limit`.
  @inlinable
  init(limit: Int) { words = Array(repeating: 0, count: (limit + 63) >> 6) }

  @inlinable
  mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }

  @inlinable
  mutating func remove(_ position: Int) { words[position >> 6] &= ~(1 << UInt64(position & 63)) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Returns the results of `transform` for each member, in ascending order of the members.
  @inline(__always)
  func map<Result>(_ transform: (Int) -> Result) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        results.append(transform(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return results
  }
}

/// The elements of all the sections of a model, numbered from 0.
///
/// Such a number is called a *position*. It replaces a path at a smaller size.
@usableFromInline
struct FlattenedModel<Element: Differentiable> {
  @usableFromInline let sections: [[Element]]
  @usableFromInline let starts: SectionStarts

  @inlinable
  init(_ sections: [[Element]]) {
    self.sections = sections
    starts = SectionStarts(counts: sections.map { $0.count })
  }

  @inlinable var count: Int { starts.total }

  @inlinable
  func element(at position: Int) -> Element {
    let section = starts.section(of: position)
    return sections[section][position - starts[section]]
  }

  /// Returns the elements of the section that contains `window`, and the position of the first of
  /// them.
  @inlinable
  func section(around window: Range<Int>) -> (elements: [Element], start: Int) {
    guard !window.isEmpty else { return ([], 0) }
    let section = starts.section(of: window.lowerBound)
    return (sections[section], starts[section])
  }
}
