import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Seed rows A37 and A39: every batch leads to the new model, for random transitions;
/// `LINECASTER_TRANSITIONS` sets their number.
@Suite struct RandomTransitionTests {
  private let count = TestSettings.transitions(usually: 3000)
  private let seed = TestSettings.seed

  @Test func flatBatchesLeadToTheNewList() throws {
    for index in 0..<count / 2 {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.list()
      let new = generator.successor(of: old)
      for (before, after) in [(old, new), (new, old)] {
        let changeset = Changeset(from: before, to: after)
        #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)") {
          try BatchOracle.check(changeset, from: before, to: after)
        }
        #expect(
          changeset.structuralCount == ReferenceCounts.structural(from: before, to: after),
          "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)")
      }
    }
  }

  @Test func sectionedBatchesLeadToTheNewModel() throws {
    for index in 0..<count / 2 {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.model()
      let new = generator.successor(of: old)
      for (before, after) in [(old, new), (new, old)] {
        let changeset = Changeset(fromSections: before, toSections: after)
        #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)") {
          try BatchOracle.check(changeset, from: before, to: after)
        }
        #expect(
          changeset.structuralCount
            == ReferenceCounts.structural(fromSections: before, toSections: after),
          "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)")
      }
    }
  }
}

/// Every stage of every transition is a batch that a host with UIKit's rules accepts.
@Suite struct RandomStagesTests {
  private let seed = TestSettings.seed

  @Test func stagesLeadToTheNewModel() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.model()
      let new = generator.successor(of: old)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(old) → \(new)") {
        try check(StagedChangeset(fromSections: old, toSections: new), from: old, to: new)
      }
    }
  }

  @Test func stagesOfListsLeadToTheNewList() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = [Group(id: 0, elements: generator.list())]
      let new = [Group(id: 0, elements: generator.successor(of: old[0].elements))]
      let staged = StagedChangeset(fromSections: old, toSections: new)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(old) → \(new)") {
        try check(staged, from: old, to: new)
      }
      #expect(staged.stages.count <= 2, "LINECASTER_SEED=\(seed): \(old) → \(new)")
    }
  }

  /// Checks each stage by the rules of UIKit and by those of a batch; no change is lost or
  /// repeated.
  private func check(
    _ staged: StagedChangeset<Group>, from old: [Group], to new: [Group]
  ) throws {
    var host = StagedHost(old)
    var before = old
    for stage in staged.stages {
      let after = stage.sections.map {
        Group(id: $0.base.id, header: $0.base.header, elements: $0.elements)
      }
      try BatchOracle.check(stage.changeset, from: before, to: after)
      try host.perform(stage.changeset, data: after)
      before = after
    }
    guard host.shows(new) else { throw StageViolation("ends at \(before)") }
    let count = staged.stages.reduce(0) { $0 + $1.changeset.count }
    guard count == staged.changeset.count else {
      throw StageViolation("\(count) changes instead of \(staged.changeset)")
    }
  }
}

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

  /// Moves a row from one section to another, sometimes with new content.
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

  /// Pairs the k-th place of each number in `old` with its k-th place in `new`.
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

  /// The length of a longest ascending subsequence, by comparing all pairs.
  private static func longestAscent(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
