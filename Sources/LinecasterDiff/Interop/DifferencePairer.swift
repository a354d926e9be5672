/// Finds which old element is which new one from a difference of the standard library.
struct DifferencePairer<Element: Differentiable> {
  /// For each old offset that is removed its element, and the new offset it is associated with.
  private var removed: [Int: Element] = [:]
  private var inserted: [Int: Element] = [:]
  private var pairs: [(old: Int, new: Int)] = []
  private let count: Int
  private let newCount: Int

  /// `nil` if an offset is not in the list.
  init?(_ difference: CollectionDifference<Element>, count: Int) {
    self.count = count
    newCount = count - difference.removals.count + difference.insertions.count
    guard count >= 0, newCount >= 0, newCount <= Int(Int32.max) else { return nil }
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

  /// Pairs what is associated, then what has the same identifier, then what did not change.
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
