/// The changes between two lists by Heckel's algorithm, which diffs of lists on other systems are
/// made by.
///
/// Source: Paul Heckel, "A technique for isolating differences between files", CACM 21(4), 1978,
/// with its table of symbols; places that only others have moved are taken into account by counting
/// what was deleted and inserted before them. Moves are not the fewest possible.
///
/// - Complexity: O(old + new).
public struct HeckelDiff {
  /// The places in the old list of what is gone.
  public private(set) var deletes: [Int] = []
  /// The places in the new list of what is new.
  public private(set) var inserts: [Int] = []
  /// The places in both lists of what stands elsewhere.
  public private(set) var moves: [(old: Int, new: Int)] = []
  /// The places in the new list of what is there as before, with another content.
  public private(set) var updates: [Int] = []

  /// What is known of an identifier.
  private struct Symbol {
    /// Its places in the old list, the first one last.
    var old: [Int] = []
  }

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  ///   - identifier: What says that two elements are the same thing.
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

  /// How many elements are deleted, inserted or moved.
  public var structuralCount: Int { deletes.count + inserts.count + moves.count }

  private mutating func addDeletes(from count: Int, _ matches: [Int?]) {
    var isKept = [Bool](repeating: false, count: count)
    for case .some(let place) in matches { isKept[place] = true }
    deletes = isKept.indices.filter { !isKept[$0] }
  }

  private mutating func addRest<Element: Equatable>(
    from old: [Element], to new: [Element], _ matches: [Int?]
  ) {
    // How many are deleted before each place of the old list.
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
