/// Pairs the elements of two models whose sections are paired, and lists the duplicates among them.
///
/// Unless `verifying`, identifiers are assumed unique and nothing is listed. With `isOldUnique`,
/// only the new ones are verified.
@inlinable
func matchElements<Element: Differentiable>(
  from old: FlattenedModel<Element>, to new: FlattenedModel<Element>,
  newSectionOfOld: [Int32], verifying: Bool, isOldUnique: Bool = false
) -> (matching: Matching, duplicates: [DuplicatePosition]) {
  let matcher = IdentityMatcher(old: old, new: new, newSectionOfOld: newSectionOfOld)
  if let matching = matcher.match(verifying: verifying, isOldUnique: isOldUnique) {
    return (matching, [])
  }
  var occurrences = OccurrenceMatcher(old: old, new: new, newSectionOfOld: newSectionOfOld)
  occurrences.match()
  return (occurrences.matching, occurrences.duplicates)
}

/// Pairs the elements of two models by identifier.
///
/// Expects unique identifiers, and reports if they are not; `OccurrenceMatcher` is used then.
@usableFromInline
struct IdentityMatcher<Element: Differentiable> {
  @usableFromInline let old: FlattenedModel<Element>
  @usableFromInline let new: FlattenedModel<Element>
  @usableFromInline var matching: Matching

  @inlinable
  init(old: FlattenedModel<Element>, new: FlattenedModel<Element>, newSectionOfOld: [Int32]) {
    self.old = old
    self.new = new
    matching = Matching(
      oldStarts: old.starts, newStarts: new.starts, newSectionOfOld: newSectionOfOld)
  }

  /// Pairs elements; `nil` if `verifying` and an identifier is not unique in its model.
  ///
  /// - Complexity: O(n) identifiers hashed, far fewer without `verifying`.
  @inlinable
  consuming func match(verifying: Bool, isOldUnique: Bool = false) -> Matching? {
    trimCommonEnds()
    // Then all new elements have counterparts of their own, and are as unique as these.
    if verifying, isOldUnique, matching.newWindows.allSatisfy(\.isEmpty) { return matching }
    let entered = verifying ? new.count : matching.newWindows.reduce(0) { $0 + $1.count }
    let sought = matching.oldWindows.reduce(0) { $0 + $1.count }
    if !verifying, entered == 0 || sought == 0 { return matching }
    let seed = IdentityTable.processSeed
    let table = IdentityTable(
      capacity: entered + sought, positions: new.count + old.count, seed: seed)
    guard enterNewElements(in: table, all: verifying, seed: seed) || !verifying else { return nil }
    guard pairOldElements(by: table, seed: seed) || !verifying else { return nil }
    return matching
  }

  @inlinable
  mutating func trimCommonEnds() {
    for section in old.sections.indices {
      let newSection = Int(matching.newSectionOfOld[section])
      if newSection >= 0 { trimCommonEnds(of: section, newSection) }
    }
  }

  @inlinable
  mutating func trimCommonEnds(of oldSection: Int, _ newSection: Int) {
    let (oldElements, newElements) = (old.sections[oldSection], new.sections[newSection])
    let (old, new) = (oldElements.span, newElements.span)
    let start = self.new.starts[newSection]
    let limit = min(old.count, new.count)
    var prefix = 0
    while prefix < limit, old[prefix].differenceIdentifier == new[prefix].differenceIdentifier {
      if !old[prefix].isContentEqual(to: new[prefix]) { matching.updated.insert(start + prefix) }
      prefix += 1
    }
    var suffix = 0
    while suffix < limit - prefix {
      let oldIndex = old.count - 1 - suffix
      let newIndex = new.count - 1 - suffix
      guard old[oldIndex].differenceIdentifier == new[newIndex].differenceIdentifier else { break }
      if !old[oldIndex].isContentEqual(to: new[newIndex]) {
        matching.updated.insert(start + newIndex)
      }
      suffix += 1
    }
    matching.trim(
      oldSection: oldSection, newSection: newSection, prefix: prefix, suffix: suffix)
  }

  /// Enters the new elements, `all` or those in the windows; returns `false` if two have the same
  /// identifier.
  @inlinable
  func enterNewElements(in table: borrowing IdentityTable, all: Bool, seed: UInt64) -> Bool {
    var unique = true
    for section in new.sections.indices {
      let positions = all ? new.starts.positions(of: section) : matching.newWindows[section]
      let isUnique = enter(new.sections[section], of: section, positions, in: table, seed: seed)
      if !isUnique { unique = false }
    }
    return unique
  }

  /// Enters the `elements` of a new section at `positions`, all within it.
  @inlinable
  func enter(
    _ elements: [Element], of section: Int, _ positions: Range<Int>,
    in table: borrowing IdentityTable, seed: UInt64
  ) -> Bool {
    let start = new.starts[section]
    let elements = elements.span.extracting(
      positions.lowerBound - start..<positions.upperBound - start)
    var unique = true
    var index = 0
    while true {
      index = table.enter(index..<elements.count, from: positions.lowerBound &+ index) { index in
        let identifier = unsafe elements[unchecked: index].differenceIdentifier
        return Element.differenceHash(of: identifier, seed: seed)
      }
      if index == elements.count { return unique }
      let isNew = enter(
        elements[index].differenceIdentifier, at: positions.lowerBound &+ index, in: table,
        seed: seed)
      if !isNew { unique = false }
      index &+= 1
    }
  }

  /// Enters the identifier of a new element; returns `false` if it was entered before.
  @inlinable @inline(never)
  func enter(
    _ identifier: Element.Identifier, at position: Int, in table: borrowing IdentityTable,
    seed: UInt64
  ) -> Bool {
    let hash = Element.differenceHash(of: identifier, seed: seed)
    var probe = table.probe(table.product(of: hash))
    while let found = table.next(&probe) {
      if new.element(at: found).differenceIdentifier == identifier { return false }
    }
    table.enter(position, at: probe)
    return true
  }

  /// Pairs the old elements in the windows; returns `false` if two are found to have the same
  /// identifier.
  @inlinable
  mutating func pairOldElements(by table: borrowing IdentityTable, seed: UInt64) -> Bool {
    var unique = true
    for section in old.sections.indices where !matching.oldWindows[section].isEmpty {
      let newSection = Int(matching.newSectionOfOld[section])
      let pairer = SectionPairer(
        old: old, new: new, section: section,
        newWindow: newSection < 0 ? 0..<0 : matching.newWindows[newSection])
      let isUnique = pairer.pair(
        matching.oldWindows[section], table: table, seed: seed, newOfOld: &matching.newOfOld,
        oldOfNew: &matching.oldOfNew, updated: &matching.updated)
      if !isUnique { unique = false }
    }
    return unique
  }
}

/// Pairs the k-th element with an identifier in the old model with the k-th in the new one, and
/// lists all repeated ones.
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

  /// Returns the first new position of each identifier, and for each new position that of the next
  /// copy, or −1.
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

  /// Notes an identifier; returns whether it was noted before, and so is a duplicate.
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

/// Pairs the elements of one old section, next to the previous pair or by the table.
@usableFromInline
struct SectionPairer<Element: Differentiable> {
  @usableFromInline let old: FlattenedModel<Element>
  @usableFromInline let new: FlattenedModel<Element>
  @usableFromInline let elements: [Element]
  @usableFromInline let start: Int
  /// The elements of the new section paired with the old one, if any.
  @usableFromInline let neighbors: [Element]
  @usableFromInline let neighborStart: Int
  /// The new positions to guess.
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

  /// Pairs the old elements in `window`; returns `false` if two are found to have the same
  /// identifier.
  ///
  /// An element without a counterpart is entered in the table, behind the positions of new
  /// elements, so another with its identifier is found.
  ///
  /// The unchecked indices are those of the windows, which are within their models, and positions
  /// entered in `table`, which are those of new elements.
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

  /// Returns the identifier of a new element without a counterpart yet; `nil` if it has one, or
  /// `position` is not near.
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

  /// Enters elements, beginning with the one at `index`, as long as the table shows at once that
  /// they have no counterpart. Returns the index of the first other one, or of the one that is
  /// `awaited`.
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

  /// Returns the position entered for this identifier, or −1 if `entry` is entered now.
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

/// A guess of the next old element's new position: next to the previous one.
///
/// A right guess saves a hash. Reversed runs are followed backwards.
@usableFromInline
struct NeighborGuess {
  @usableFromInline var last: Int
  @usableFromInline var step = 1

  /// Starts with the guess that the first old element is now at `first`.
  @inlinable
  init(first: Int) { last = first &- 1 }

  @inlinable var next: Int { last &+ step }
  /// The position if one new element is between.
  @inlinable var afterNext: Int { next &+ step }

  /// Corrects a wrong guess: the element is at `position`.
  @inlinable
  mutating func correct(to position: Int) {
    if position == last &- step { step = 0 &- step }
    last = position
  }
}
