/// The changes between two lists by Heckel's algorithm, the basis of list diffs on other systems.
///
/// Source: Paul Heckel, "A technique for isolating differences between files", CACM 21(4), 1978,
/// with its table of symbols. Shifts caused only by other elements are excluded by counting the
/// deletions and insertions before each place. Moves are not minimal.
///
/// - Complexity: O(old + new).
public struct HeckelDiff {
  /// The indices of deleted elements in the old list.
  public private(set) var deletes: [Int] = []
  /// The indices of inserted elements in the new list.
  public private(set) var inserts: [Int] = []
  /// The indices of moved elements in both lists.
  public private(set) var moves: [(old: Int, new: Int)] = []
  /// The indices in the new list of elements with changed content.
  public private(set) var updates: [Int] = []

  /// The entry of an identifier.
  private struct Symbol {
    /// Its indices in the old list, the first one last.
    var old: [Int] = []
  }

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - identifier: Returns the identity of an element.
  /// - Complexity: O(old + new).
  public init<Element: Equatable, Identifier: Hashable>(
    from old: [Element], to new: [Element], identifier: (Element) -> Identifier
  ) {
    var symbols: [Identifier: Symbol] = [:]
    for place in old.indices.reversed() {
      symbols[identifier(old[place]), default: Symbol()].old.append(place)
    }
    let matches = new.map { symbols[identifier($0)]?.old.popLast() }
    addDeletes(from: old.count, matches)
    addRest(from: old, to: new, matches)
  }

  /// The number of deleted, inserted and moved elements.
  public var structuralCount: Int { deletes.count + inserts.count + moves.count }

  private mutating func addDeletes(from count: Int, _ matches: [Int?]) {
    var isKept = [Bool](repeating: false, count: count)
    for case .some(let place) in matches { isKept[place] = true }
    deletes = isKept.indices.filter { !isKept[$0] }
  }

  private mutating func addRest<Element: Equatable>(
    from old: [Element], to new: [Element], _ matches: [Int?]
  ) {
    // The number of deletions before each place of the old list.
    var deletedBefore = [Int](repeating: 0, count: old.count)
    var (next, passed) = (deletes[...], 0)
    for place in old.indices {
      deletedBefore[place] = passed
      if next.first == place {
        next.removeFirst()
        passed += 1
      }
    }
    for (place, match) in matches.enumerated() {
      guard let match else {
        inserts.append(place)
        continue
      }
      if old[match] != new[place] { updates.append(place) }
      if match - deletedBefore[match] + inserts.count != place { moves.append((match, place)) }
    }
  }
}
