/// Pairs the k-th element with an identifier in the old model with the k-th in the new one, and
/// lists all that are not the first of their identifier.
@usableFromInline
struct OccurrenceMatcher<Element: Differentiable> {
  @usableFromInline let old: FlattenedModel<Element>
  @usableFromInline let new: FlattenedModel<Element>
  @usableFromInline var matching: Matching
  @usableFromInline var duplicates: [DuplicatePosition] = []

  @inlinable
  init(old: FlattenedModel<Element>, new: FlattenedModel<Element>, newSectionOfOld: [Int32]) {
    self.old = old
    self.new = new
    matching = Matching(
      oldStarts: old.starts, newStarts: new.starts, newSectionOfOld: newSectionOfOld)
  }

  /// - Complexity: O(n), every identifier hashed.
  @inlinable
  mutating func match() {
    let (heads, nextCopy) = chainNewElements()
    var rest = heads
    var firsts: [Element.Identifier: Int] = Dictionary(minimumCapacity: old.count)
    var position = 0
    for element in old.sections.joined() {
      let identifier = element.differenceIdentifier
      note(position, of: identifier, in: &firsts, model: .old)
      if let newPosition = rest[identifier], newPosition >= 0 {
        rest[identifier] = nextCopy[newPosition]
        pair(element, at: position, with: newPosition)
      }
      position += 1
    }
  }

  /// For each identifier its first new position, and for each new position that of the next copy,
  /// or −1.
  @inlinable
  mutating func chainNewElements() -> (heads: [Element.Identifier: Int], nextCopy: [Int]) {
    var heads: [Element.Identifier: Int] = Dictionary(minimumCapacity: new.count)
    var tails: [Element.Identifier: Int] = [:]
    var nextCopy = Array(repeating: -1, count: new.count)
    var position = 0
    for element in new.sections.joined() {
      let identifier = element.differenceIdentifier
      if note(position, of: identifier, in: &heads, model: .new) {
        nextCopy[tails[identifier] ?? heads[identifier] ?? position] = position
        tails[identifier] = position
      }
      position += 1
    }
    return (heads, nextCopy)
  }

  /// Whether `identifier` was noted before, and so is a duplicate.
  @inlinable @discardableResult
  mutating func note(
    _ position: Int, of identifier: Element.Identifier,
    in firsts: inout [Element.Identifier: Int], model: DuplicateIdentifier.Model
  ) -> Bool {
    guard let first = firsts[identifier] else {
      firsts[identifier] = position
      return false
    }
    duplicates.append(
      DuplicatePosition(model: model, identifier: identifier, first: first, repeated: position))
    return true
  }

  @inlinable
  mutating func pair(_ element: Element, at oldPosition: Int, with position: Int) {
    matching.pair(old: oldPosition, new: position)
    if !element.isContentEqual(to: new.element(at: position)) { matching.updated.insert(position) }
  }
}
