import LinecasterTestSupport

/// Makes random models and random successors of them.
struct TransitionGenerator {
  var random: SeededGenerator
  private var fresh = 1000

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func list() -> [Row] {
    (0..<size()).map { _ in newRow() }
  }

  mutating func successor(of list: [Row]) -> [Row] {
    if random.oneIn(20) { return [] }
    var rows = list
    let edits = Int.random(in: 0...6, using: &random)
    for _ in 0..<edits { edit(&rows) }
    if random.oneIn(12) { rows.shuffle(using: &random) }
    if random.oneIn(12) { rows.reverse() }
    return rows
  }

  mutating func model() -> [Group] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in newGroup() }
  }

  mutating func successor(of model: [Group]) -> [Group] {
    if random.oneIn(20) { return [] }
    var groups = model
    for _ in 0..<Int.random(in: 0...4, using: &random) { editSections(&groups) }
    for index in groups.indices where random.oneIn(2) { edit(&groups[index].elements) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { carry(in: &groups) }
    if random.oneIn(10) { groups.shuffle(using: &random) }
    return groups
  }

  private mutating func size() -> Int {
    random.oneIn(15) ? 0 : Int.random(in: 0...14, using: &random)
  }

  private mutating func newRow() -> Row {
    fresh += 1
    return Row(id: fresh)
  }

  private mutating func newGroup() -> Group {
    fresh += 1
    return Group(id: fresh, elements: (0..<size() / 2).map { _ in newRow() })
  }

  private mutating func edit(_ rows: inout [Row]) {
    let place = Int.random(in: 0...rows.count, using: &random)
    guard let index = rows.indices.randomElement(using: &random), !random.oneIn(4) else {
      return rows.insert(newRow(), at: place)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: rows.remove(at: index)
    case 3..<6: rows[index].content += 1
    case 6: rows.insert(rows[index], at: place)
    default: rows.insert(rows.remove(at: index), at: min(place, rows.count))
    }
  }

  private mutating func editSections(_ groups: inout [Group]) {
    let place = Int.random(in: 0...groups.count, using: &random)
    guard let index = groups.indices.randomElement(using: &random), !random.oneIn(4) else {
      return groups.insert(newGroup(), at: place)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: groups.remove(at: index)
    case 3..<5: groups[index].header += 1
    case 5: groups.insert(groups[index], at: place)
    default: groups.insert(groups.remove(at: index), at: min(place, groups.count))
    }
  }

  /// Takes a row from one section to another, at times with new content.
  private mutating func carry(in groups: inout [Group]) {
    guard let source = groups.indices.randomElement(using: &random),
      let target = groups.indices.randomElement(using: &random),
      let index = groups[source].elements.indices.randomElement(using: &random)
    else { return }
    var row = groups[source].elements.remove(at: index)
    if random.oneIn(3) { row.content += 1 }
    let place = Int.random(in: 0...groups[target].elements.count, using: &random)
    groups[target].elements.insert(row, at: place)
  }
}
