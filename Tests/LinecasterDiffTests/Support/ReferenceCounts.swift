/// The fewest deletes, inserts and moves by definition: slow, short, and unrelated to the engine.
enum ReferenceCounts {
  static func structural(from old: [Row], to new: [Row]) -> Int {
    structural(
      fromSections: [Group(id: 0, elements: old)], toSections: [Group(id: 0, elements: new)])
  }

  static func structural(fromSections old: [Group], toSections new: [Group]) -> Int {
    let sections = pairs(old.map(\.id), new.map(\.id))
    let items = pairs(old.flatMap { $0.elements.map(\.id) }, new.flatMap { $0.elements.map(\.id) })
    let oldSections = owners(of: old)
    let newSections = owners(of: new)
    let stays = Dictionary(uniqueKeysWithValues: sections)
    let staying = Dictionary(grouping: items) { oldSections[$0.0] }.map { section, pairs in
      longestAscent(pairs.map(\.1).filter { newSections[$0] == stays[section] })
    }
    let kept = Set(items.map(\.0))
    let found = Set(items.map(\.1))
    let surviving = Set(sections.map(\.1))
    let deletes = oldSections.indices.filter { !kept.contains($0) && stays[oldSections[$0]] != nil }
    let inserts = newSections.indices.filter {
      !found.contains($0) && surviving.contains(newSections[$0])
    }
    return old.count + new.count - sections.count - longestAscent(sections.map(\.1))
      + deletes.count + inserts.count + items.count - staying.reduce(0, +)
  }

  /// The k-th place of each number in `old` with its k-th place in `new`.
  private static func pairs(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    var rest = Dictionary(grouping: new.indices, by: { new[$0] })
    return old.indices.compactMap { index in
      guard let copies = rest[old[index]], let first = copies.first else { return nil }
      rest[old[index]] = Array(copies.dropFirst())
      return (index, first)
    }
  }

  private static func owners(of model: [Group]) -> [Int] {
    model.enumerated().flatMap { section, group in group.elements.map { _ in section } }
  }

  /// The length of a longest ascending subsequence, by comparing all with all.
  private static func longestAscent(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
