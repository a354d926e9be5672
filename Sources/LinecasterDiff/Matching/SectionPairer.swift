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
    for index in elements.indices {
      let identifier = unsafe elements[unchecked: index].differenceIdentifier
      var partner = guess.next
      let isNear = UInt(bitPattern: partner &- first) < UInt(bitPattern: near.count)
      if isNear, unsafe oldOfNew[unchecked: partner] < 0,
        unsafe near[unchecked: partner &- first].differenceIdentifier == identifier
      {
        guess.last = partner
      } else {
        let product = table.product(of: Element.differenceHash(of: identifier, seed: seed))
        if table.enterAtOnce(firstEntry &+ index, product) { continue }
        partner = find(identifier, product, orEnter: firstEntry &+ index, in: table)
        if partner < 0 { continue }
        guard partner < new.count, unsafe oldOfNew[unchecked: partner] < 0 else {
          unique = false
          continue
        }
        guess.correct(to: partner)
      }
      let position = window.lowerBound &+ index
      unsafe newOfOld[unchecked: position] = Int32(truncatingIfNeeded: partner)
      unsafe oldOfNew[unchecked: partner] = Int32(truncatingIfNeeded: position)
      if unsafe !isContentEqual(elements[unchecked: index], partner, near, first) {
        updated.insert(partner)
      }
    }
    return unique
  }

  /// The position that was entered for this identifier, or −1 if `entry` is entered now.
  @inlinable @inline(never)
  func find(
    _ identifier: Element.Identifier, _ product: UInt64, orEnter entry: Int,
    in table: borrowing IdentityTable
  ) -> Int {
    var probe = table.probe(product)
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
