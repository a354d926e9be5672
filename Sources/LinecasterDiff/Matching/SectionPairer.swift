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
  @usableFromInline var guess: NeighborGuess

  @inlinable
  init(
    old: FlattenedModel<Element>, new: FlattenedModel<Element>, section: Int, newWindow: Range<Int>
  ) {
    self.old = old
    self.new = new
    elements = old.sections[section]
    start = old.starts[section]
    (neighbors, neighborStart) = new.section(around: newWindow)
    guess = NeighborGuess(window: newWindow)
  }

  /// Pairs the old elements in `window`; `false` if two of them have the same identifier.
  @inlinable
  mutating func pair(
    _ window: Range<Int>, table: inout IdentityTable, newOfOld: inout [Int32],
    oldOfNew: inout [Int32], updated: inout PositionSet
  ) -> Bool {
    var unique = true
    var newOfOld = newOfOld.mutableSpan
    var oldOfNew = oldOfNew.mutableSpan
    for position in window {
      let element = elements[position - start]
      let identifier = element.differenceIdentifier
      var partner = guess.next
      if guess.window.contains(partner), oldOfNew[partner] < 0,
        neighbors[partner - neighborStart].differenceIdentifier == identifier
      {
        guess.last = partner
      } else {
        guard let found = enter(identifier, at: position, in: &table) else { continue }
        guard found < new.count, oldOfNew[found] < 0 else {
          unique = false
          continue
        }
        partner = found
        guess.correct(to: found)
      }
      newOfOld[position] = Int32(truncatingIfNeeded: partner)
      oldOfNew[partner] = Int32(truncatingIfNeeded: position)
      if !isContentEqual(element, partner) { updated.insert(partner) }
    }
    return unique
  }

  /// Where the identifier was entered before; old positions count on from the new ones.
  @inlinable
  func enter(
    _ identifier: Element.Identifier, at position: Int, in table: inout IdentityTable
  ) -> Int? {
    let newCount = new.count
    return table.enter(newCount + position, hash: Element.differenceHash(of: identifier)) {
      let other = $0 < newCount ? new.element(at: $0) : old.element(at: $0 - newCount)
      return other.differenceIdentifier == identifier
    }
  }

  @inlinable
  func isContentEqual(_ element: Element, _ partner: Int) -> Bool {
    guess.window.contains(partner)
      ? element.isContentEqual(to: neighbors[partner - neighborStart])
      : element.isContentEqual(to: new.element(at: partner))
  }
}
