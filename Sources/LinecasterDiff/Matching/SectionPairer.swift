/// Finds the new self of the elements of one old section, beside the one before or by the table.
@usableFromInline
struct SectionPairer<Element: Differentiable> {
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
    self.new = new
    self.newWindow = newWindow.isEmpty ? 0..<0 : newWindow
    elements = old.sections[section]
    start = old.starts[section]
    (neighbors, neighborStart) = new.section(around: newWindow)
  }

  /// Pairs the old elements in `window`; `false` if two of them turn out to have the same
  /// identifier.
  ///
  /// An element without a new self is left with a negative piece of its hash, so that it need not
  /// be hashed again.
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
    var newOfOld = newOfOld.mutableSpan
    var oldOfNew = oldOfNew.mutableSpan
    var guess = NeighborGuess(first: first)
    var unique = true
    for index in elements.indices {
      let element = unsafe elements[unchecked: index]
      let identifier = element.differenceIdentifier
      let position = window.lowerBound &+ index
      var partner = guess.next
      let isNear = UInt(bitPattern: partner &- first) < UInt(bitPattern: near.count)
      if isNear, unsafe oldOfNew[unchecked: partner] < 0,
        unsafe near[unchecked: partner &- first].differenceIdentifier == identifier
      {
        guess.last = partner
      } else {
        let product = table.product(of: Element.differenceHash(of: identifier, seed: seed))
        partner = find(identifier, product, table, near, first)
        guard partner >= 0, unsafe oldOfNew[unchecked: partner] < 0 else {
          unsafe newOfOld[unchecked: position] = Matching.missing(product)
          if partner >= 0 { unique = false }
          continue
        }
        guess.correct(to: partner)
      }
      unsafe newOfOld[unchecked: position] = Int32(truncatingIfNeeded: partner)
      unsafe oldOfNew[unchecked: partner] = Int32(truncatingIfNeeded: position)
      if !isContentEqual(element, partner, near, first) { updated.insert(partner) }
    }
    return unique
  }

  /// The new position of the element with this identifier, or −1.
  @inlinable @inline(__always)
  func find(
    _ identifier: Element.Identifier, _ product: UInt64, _ table: borrowing IdentityTable,
    _ near: borrowing Span<Element>, _ first: Int
  ) -> Int {
    var probe = table.probe(product)
    while let found = table.next(&probe) {
      let index = found &- first
      if UInt(bitPattern: index) < UInt(bitPattern: near.count) {
        if unsafe near[unchecked: index].differenceIdentifier == identifier { return found }
      } else if isElsewhere(identifier, at: found) {
        return found
      }
    }
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
  func isElsewhere(_ identifier: Element.Identifier, at position: Int) -> Bool {
    new.element(at: position).differenceIdentifier == identifier
  }

  @inlinable @inline(never)
  func isContentEqual(_ element: Element, elsewhere position: Int) -> Bool {
    element.isContentEqual(to: new.element(at: position))
  }
}
