/// Pairs the elements of two models by identifier.
///
/// Expects unique identifiers, and reports when it finds that they are not; then
/// `OccurrenceMatcher` has to do the work.
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

  /// Pairs what can be paired; `nil` if `verifying` and an identifier is not unique in its model.
  ///
  /// - Complexity: O(n) identifiers hashed, a good deal less without `verifying`.
  @inlinable
  consuming func match(verifying: Bool) -> Matching? {
    trimCommonEnds()
    let entered = verifying ? new.count : matching.newWindows.reduce(0) { $0 + $1.count }
    let sought = matching.oldWindows.reduce(0) { $0 + $1.count }
    if !verifying, entered == 0 || sought == 0 { return matching }
    var table = IdentityTable(
      capacity: entered + sought, positions: old.count + new.count)
    guard enterNewElements(in: &table, all: verifying) || !verifying else { return nil }
    guard pairOldElements(with: &table) || !verifying else { return nil }
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
    let old = old.sections[oldSection]
    let new = new.sections[newSection]
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

  /// Enters the new elements, `all` or those in the windows; `false` if two have the same
  /// identifier.
  @inlinable
  func enterNewElements(in table: inout IdentityTable, all: Bool) -> Bool {
    var unique = true
    for section in new.sections.indices {
      let elements = new.sections[section]
      let start = new.starts[section]
      for position in all ? new.starts.positions(of: section) : matching.newWindows[section] {
        let identifier = elements[position - start].differenceIdentifier
        let hash = Element.differenceHash(of: identifier)
        let earlier = table.enter(position, hash: hash) {
          new.element(at: $0).differenceIdentifier == identifier
        }
        if earlier != nil { unique = false }
      }
    }
    return unique
  }

  /// Finds the new self of the old elements in the windows; `false` if two have the same
  /// identifier.
  @inlinable
  mutating func pairOldElements(with table: inout IdentityTable) -> Bool {
    var unique = true
    for section in old.sections.indices where !matching.oldWindows[section].isEmpty {
      if !pairOldElements(of: section, with: &table) { unique = false }
    }
    return unique
  }

  @inlinable
  mutating func pairOldElements(of section: Int, with table: inout IdentityTable) -> Bool {
    let newSection = Int(matching.newSectionOfOld[section])
    var pairer = SectionPairer(
      old: old, new: new, section: section,
      newWindow: newSection < 0 ? 0..<0 : matching.newWindows[newSection])
    return pairer.pair(
      matching.oldWindows[section], table: &table, newOfOld: &matching.newOfOld,
      oldOfNew: &matching.oldOfNew, updated: &matching.updated)
  }
}
