/// Finds the new self of the elements of one old section, beside the one before or by the table.
@usableFromInline
struct SectionPairer<Element: Differentiable> {
  @usableFromInline let old: FlattenedModel<Element>
  @usableFromInline let new: FlattenedModel<Element>
  @usableFromInline let elements: [Element]
  @usableFromInline let start: Int
  /// The elements of the section that the old one became, if any.
  @usableFromInline let neighbors: [Element]
  @usableFromInline let neighborStart: Int
  /// The new positions worth a guess.
  @usableFromInline let newWindow: Range<Int>

  @inlinable
  init(
    old: FlattenedModel<Element>, new: FlattenedModel<Element>, section: Int, newWindow: Range<Int>
  ) {
    self.old = old
    self.new = new
    self.newWindow = newWindow.isEmpty ? 0..<0 : newWindow
    elements = old.sections[section]
    start = old.starts[section]
    (neighbors, neighborStart) = new.section(around: newWindow)
  }

  /// Pairs the old elements in `window`; `false` if two of them turn out to have the same
  /// identifier.
  ///
  /// An element without a new self is entered in the table, behind the positions of new elements,
  /// so that another with its identifier is found.
  ///
  /// The unchecked indices are those of the windows, which lie within their models, and of
  /// positions that were entered in `table`, which are those of new elements.
  @inlinable
  func pair(
    _ window: Range<Int>, table: borrowing IdentityTable, seed: UInt64, newOfOld: inout [Int32],
    oldOfNew: inout [Int32], updated: inout PositionSet
  ) -> Bool {
    let elements = elements.span.extracting(window.lowerBound - start..<window.upperBound - start)
    let near = neighbors.span.extracting(
      newWindow.lowerBound - neighborStart..<newWindow.upperBound - neighborStart)
    let first = newWindow.lowerBound
    let firstEntry = new.count + window.lowerBound
    var newOfOld = newOfOld.mutableSpan
    var oldOfNew = oldOfNew.mutableSpan
    var guess = NeighborGuess(first: first)
    var unique = true
    var index = 0
    while index < elements.count {
      let identifier = unsafe elements[unchecked: index].differenceIdentifier
      let awaited = newcomer(at: guess.next, near, first, oldOfNew)
      if identifier == awaited {
        guess.last = guess.next
      } else if identifier == newcomer(at: guess.afterNext, near, first, oldOfNew) {
        guess.last = guess.afterNext
      } else {
        index = enterVanished(elements, from: index, awaiting: awaited, firstEntry, table, seed)
        guard index < elements.count else { break }
        let identifier = unsafe elements[unchecked: index].differenceIdentifier
        if identifier == awaited { continue }
        let found = find(identifier, orEnter: firstEntry &+ index, in: table, seed: seed)
        guard found >= 0, found < new.count, unsafe oldOfNew[unchecked: found] < 0 else {
          if found >= 0 { unique = false }
          index &+= 1
          continue
        }
        guess.correct(to: found)
      }
      let (position, partner) = (window.lowerBound &+ index, guess.last)
      unsafe newOfOld[unchecked: position] = Int32(truncatingIfNeeded: partner)
      unsafe oldOfNew[unchecked: partner] = Int32(truncatingIfNeeded: position)
      if unsafe !isContentEqual(elements[unchecked: index], partner, near, first) {
        updated.insert(partner)
      }
      index &+= 1
    }
    return unique
  }

  /// The identifier of a new element that has no old self yet; `nil` if it has one, or `position`
  /// is not near.
  @inlinable @inline(__always)
  func newcomer(
    at position: Int, _ near: borrowing Span<Element>, _ first: Int,
    _ oldOfNew: borrowing MutableSpan<Int32>
  ) -> Element.Identifier? {
    let index = position &- first
    guard UInt(bitPattern: index) < UInt(bitPattern: near.count),
      unsafe oldOfNew[unchecked: position] < 0
    else { return nil }
    return unsafe near[unchecked: index].differenceIdentifier
  }

  /// Enters elements, the one at `index` first, as long as the table shows at once that they have
  /// no new self; returns the index of the first other one, and of the one that is `awaited`.
  @inlinable @inline(never)
  func enterVanished(
    _ elements: borrowing Span<Element>, from index: Int, awaiting awaited: Element.Identifier?,
    _ firstEntry: Int, _ table: borrowing IdentityTable, _ seed: UInt64
  ) -> Int {
    table.enter(index..<elements.count, from: firstEntry &+ index) { index in
      let identifier = unsafe elements[unchecked: index].differenceIdentifier
      if identifier == awaited { return nil }
      return Element.differenceHash(of: identifier, seed: seed)
    }
  }

  /// The position that was entered for this identifier, or −1 if `entry` is entered now.
  @inlinable @inline(never)
  func find(
    _ identifier: Element.Identifier, orEnter entry: Int, in table: borrowing IdentityTable,
    seed: UInt64
  ) -> Int {
    let hash = Element.differenceHash(of: identifier, seed: seed)
    var probe = table.probe(table.product(of: hash))
    while let found = table.next(&probe) {
      let isSame =
        found < new.count
        ? new.element(at: found).differenceIdentifier == identifier
        : old.element(at: found - new.count).differenceIdentifier == identifier
      if isSame { return found }
    }
    table.enter(entry, at: probe)
    return -1
  }

  @inlinable @inline(__always)
  func isContentEqual(
    _ element: Element, _ partner: Int, _ near: borrowing Span<Element>, _ first: Int
  ) -> Bool {
    let index = partner &- first
    guard UInt(bitPattern: index) < UInt(bitPattern: near.count) else {
      return isContentEqual(element, elsewhere: partner)
    }
    return unsafe element.isContentEqual(to: near[unchecked: index])
  }

  @inlinable @inline(never)
  func isContentEqual(_ element: Element, elsewhere position: Int) -> Bool {
    element.isContentEqual(to: new.element(at: position))
  }
}

/// Where the next old element of a section probably went: beside the one before it.
///
/// A right guess saves a hash. Reversed runs are followed backwards.
@usableFromInline
struct NeighborGuess {
  @usableFromInline var last: Int
  @usableFromInline var step = 1

  /// Starts with the guess that the first old element went to `first`.
  @inlinable
  init(first: Int) { last = first &- 1 }

  @inlinable var next: Int { last &+ step }
  /// Where it went if one new element stands between.
  @inlinable var afterNext: Int { next &+ step }

  /// Learns that the guess was wrong and the element went to `position`.
  @inlinable
  mutating func correct(to position: Int) {
    if position == last &- step { step = 0 &- step }
    last = position
  }
}
