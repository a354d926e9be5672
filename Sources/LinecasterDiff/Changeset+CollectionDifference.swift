extension Changeset {
  /// Creates a batch from a difference that the standard library found, reduced to the necessary
  /// changes; `nil` if the difference does not fit a list of `count` elements.
  ///
  /// A removal and an insertion become one survivor if they are associated or have the same
  /// identifier. The survivor is moved only if its order changes, and updated if its content
  /// differs. Identifiers that occur more than once among the changes are paired in their order,
  /// and are not reported.
  ///
  /// - Parameters:
  ///   - difference: The difference of a new list from an old one.
  ///   - count: The number of elements in the old list.
  /// - Complexity: O(n) in elements, with a hash for each change; O(n log n) at worst.
  public init?<Element: Differentiable>(
    _ difference: CollectionDifference<Element>, count: Int
  ) {
    guard let matching = DifferencePairer(difference, count: count)?.matching else { return nil }
    self = SectionedMatching(sections: nil, items: matching).changeset(duplicates: [])
  }
}

extension CollectionDifference where ChangeElement: Differentiable {
  /// Creates the difference between two flat lists from a batch.
  ///
  /// The result is `nil` if the coordinates of the batch do not lead from one list to the other, or
  /// if it has changes of sections. Deletes become removals, inserts become insertions. Moves and
  /// updates become an associated pair: a removal of the old element and an insertion of the new
  /// one. This way, `old.applying(difference)` has the content of `new`.
  ///
  /// - Complexity: O(n) in elements, and O(k log k) in the k changes.
  public init?(
    _ changeset: Changeset, from old: [ChangeElement], to new: [ChangeElement]
  ) {
    let isFlat =
      changeset.sectionDeletes.isEmpty && changeset.sectionInserts.isEmpty
      && changeset.sectionMoves.isEmpty
    guard isFlat,
      Provenance(changeset, oldCounts: [old.count], newCounts: [new.count]) != nil
    else { return nil }
    var changes: [Change] = []
    for path in changeset.itemDeletes {
      changes.append(.remove(offset: path.item, element: old[path.item], associatedWith: nil))
    }
    for path in changeset.itemInserts {
      changes.append(.insert(offset: path.item, element: new[path.item], associatedWith: nil))
    }
    for pair in Set(changeset.itemMoves + changeset.itemUpdates) {
      let (before, after) = (pair.old.item, pair.new.item)
      guard old.indices.contains(before), new.indices.contains(after) else { return nil }
      changes.append(.remove(offset: before, element: old[before], associatedWith: after))
      changes.append(.insert(offset: after, element: new[after], associatedWith: before))
    }
    self.init(changes)
  }
}

/// Pairs old and new elements from a difference of the standard library.
struct DifferencePairer<Element: Differentiable> {
  /// The removed elements by old offset.
  private var removed: [Int: Element] = [:]
  private var inserted: [Int: Element] = [:]
  private var pairs: [(old: Int, new: Int)] = []
  private let count: Int
  private let newCount: Int

  /// `nil` if an offset is out of range.
  init?(_ difference: CollectionDifference<Element>, count: Int) {
    self.count = count
    guard 0...Int(Int32.max) ~= count else { return nil }
    newCount = count - difference.removals.count + difference.insertions.count
    guard newCount >= 0, newCount <= Int(Int32.max) else { return nil }
    for case .remove(let offset, let element, let partner) in difference.removals {
      guard offset < count else { return nil }
      removed[offset] = element
      if let partner { pairs.append((offset, partner)) }
    }
    for case .insert(let offset, let element, _) in difference.insertions {
      guard offset < newCount else { return nil }
      inserted[offset] = element
    }
  }

  /// The pairs that are associated, then those with equal identifiers, then the unchanged ones.
  var matching: Matching {
    let pairs = pairs + pairsByIdentifier
    var matching = Matching(
      oldStarts: SectionStarts(counts: [count]), newStarts: SectionStarts(counts: [newCount]),
      newSectionOfOld: [0], pairs: pairs + unchangedPairs)
    for (old, new) in pairs {
      if let before = removed[old], let after = inserted[new], !before.isContentEqual(to: after) {
        matching.updated.insert(new)
      }
    }
    return matching
  }

  private var pairsByIdentifier: [(old: Int, new: Int)] {
    let (usedOld, usedNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    var rest: [Element.Identifier: [Int]] = [:]
    for offset in inserted.keys.sorted(by: >) where !usedNew.contains(offset) {
      if let element = inserted[offset] {
        rest[element.differenceIdentifier, default: []].append(offset)
      }
    }
    return removed.keys.sorted().filter { !usedOld.contains($0) }.compactMap { offset in
      removed[offset].flatMap { rest[$0.differenceIdentifier]?.popLast() }.map { (offset, $0) }
    }
  }

  private var unchangedPairs: [(old: Int, new: Int)] {
    let old = (0..<count).filter { removed[$0] == nil }
    let new = (0..<newCount).filter { inserted[$0] == nil }
    return zip(old, new).map { ($0, $1) }
  }
}
