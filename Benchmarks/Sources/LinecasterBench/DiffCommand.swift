import ArgumentParser
import BenchCorpus
import BenchMeasurement
import BenchPeers
import Foundation
import Linecaster
import LinecasterDiff

/// Measures the diff alone, on the same lists as the peers.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Measure the diff of lists.",
    discussion: """
      The mode diff takes the lists of the peers: the shape of DifferenceKit's published \
      benchmark, changes at random places, and lists that are reversed, replaced, the same, or \
      longer at one end; of numbered items with a revision, and of UUIDs. The modes \
      diff-heckel and diff-library run other algorithms on the same lists: Heckel's, which most \
      list diffs use, and the standard library's CollectionDifference, which is skipped when it \
      takes minutes. The modes that begin with model make, hash and compare models of 100,000 \
      rows, which peers do not have.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 9).run { areCounted in
        DiffWorkloads.all(isSmall: areCounted) + ModelWorkloads.all(isSmall: areCounted)
      }
    }
  }
}

/// The workloads for every pair of lists.
@MainActor
private enum DiffWorkloads {
  /// Returns every workload, numbered items first.
  ///
  /// - Parameter isSmall: Whether to leave out the long lists, because counting is slow.
  static func all(isSmall: Bool) -> [Workload] {
    let limit = isSmall ? smallSize : .max
    var items = ListPairMaker(
      make: { NumberedItem(identifier: $0) },
      touch: { NumberedItem(identifier: $0.identifier, revision: 1) })
    var generator = SeededGenerator(seed: 7)
    var unique = ListPairMaker(
      make: { _ in UniqueItem(using: &generator) }, touch: { $0 })
    return items.pairs(sizeLimit: limit).flatMap { workloads($0, of: "item") }
      + unique.pairs(sizeLimit: limit).flatMap { workloads($0, of: "uuid") }
  }

  private static let smallSize = 10_000

  /// Returns the workloads of all engines for one pair of lists.
  private static func workloads<Element: Differentiable & Hashable>(
    _ pair: ListPair<Element>, of type: String
  ) -> [Workload] {
    let isQuickForLibrary = pair.old.count <= 10_000
    return [
      workload("diff", pair, of: type) {
        let changes = Changeset(from: pair.old, to: pair.new)
        return (changes.structuralCount, changes.itemUpdates.count)
      },
      workload("diff-heckel", pair, of: type) {
        let diff = HeckelDiff(from: pair.old, to: pair.new, identifier: \.differenceIdentifier)
        return (diff.structuralCount, diff.updates.count)
      },
    ]
      + (isQuickForLibrary
        ? [
          workload("diff-library", pair, of: type) {
            (pair.new.difference(from: pair.old).count, 0)
          }
        ] : [])
  }

  private static func workload<Element>(
    _ mode: String, _ pair: ListPair<Element>, of type: String,
    changes: @escaping @MainActor () -> (structural: Int, updates: Int)
  ) -> Workload {
    Workload(mode: mode, corpus: "\(pair.name)-\(type)", unit: "element", units: pair.old.count) {
      {
        let stopwatch = Stopwatch(.thread)
        let changes = changes()
        let nanoseconds = stopwatch.nanoseconds
        return .init(
          facts: [.init("changes", changes.structural), .init("updates", changes.updates)],
          nanoseconds: nanoseconds)
      }
    }
    // Peers diff each pair several times in a row, so it is in the caches after the first.
    .with { $0.passes = 2 }
  }
}

/// The costs of list models before measuring: making, hashing, comparing.
@MainActor
private enum ModelWorkloads {
  /// Returns every workload; each gets new rows, so no two share a cell.
  ///
  /// - Parameter isSmall: Whether to use fewer rows, because counting is slow.
  static func all(isSmall: Bool) -> [Workload] {
    let count = isSmall ? 5_000 : 100_000
    let other = model(count)
    var edited = model(count)
    edited.sections[0].items[count / 2].cell = AnyCell(PostCell(author: "Ada", text: "edited"))
    // New storage, the same cells.
    let copy = other.sections[0].items.map { $0 }
    return [
      workload("make", count) { { model(count).rowCount } },
      workload("hash", count) {
        let fresh = model(count)
        return { hashes(of: fresh) }
      },
      workload("hash-known", count) { { hashes(of: other) } },
      workload("compare-equal", count) {
        let fresh = model(count)
        return { fresh == other ? 1 : 0 }
      },
      workload("compare-copy", count) { { copy == other.sections[0].items ? 1 : 0 } },
      workload("diff-one-edit", count) {
        { Changeset(fromSections: other.sections, toSections: edited.sections).count }
      },
    ]
  }

  private static func model(_ count: Int) -> TableModel {
    TableModel(
      items: (0..<count).map { number in
        TableItem(
          .number(number),
          cell: PostCell(
            author: "author \(number % 100)",
            text: "The quick brown fox of row \(number) jumps over the lazy dog and rests."))
      })
  }

  private static func hashes(of model: TableModel) -> Int {
    model.sections[0].items.reduce(0) { $0 ^ $1.cell.hashValue }
  }

  private static func workload(
    _ mode: String, _ count: Int, prepare: @escaping @MainActor () -> @MainActor () -> Int
  ) -> Workload {
    Workload(mode: "model-\(mode)", corpus: "rows", unit: "row", units: count) {
      let part = prepare()
      return { .init(facts: [.init("result", part() & 0xFFFF)]) }
    }
  }
}

/// A cell with a text, as in the rows of feeds.
private struct PostCell: Cell {
  var author: String
  var text: String
  var likes = 0

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
}

/// Makes the lists that peers compare; equal element makers give equal lists.
private struct ListPairMaker<Element> {
  /// Makes the element with a number; numbers do not repeat within a list.
  let make: (Int) -> Element
  /// Changes the content of an element, if it has any.
  let touch: (Element) -> Element

  private var generator = SeededGenerator(seed: 42)
  private var fresh = 10_000_000

  init(make: @escaping (Int) -> Element, touch: @escaping (Element) -> Element) {
    self.make = make
    self.touch = touch
  }

  /// The size of a list, the number of deleted elements (and of inserted ones), and the number of
  /// moved elements.
  private static var shapes: [(size: Int, cut: Int, shuffled: Int)] {
    [(5_000, 1_000, 200), (100_000, 10_000, 2_000)]
  }

  /// Returns all pairs of at most `sizeLimit` elements.
  mutating func pairs(sizeLimit: Int) -> [ListPair<Element>] {
    var pairs: [ListPair<Element>] = []
    for shape in Self.shapes where shape.size <= sizeLimit {
      let old = (0..<shape.size).map(make)
      let size = "\(shape.size / 1_000)k"
      pairs += [
        ListPair(name: "readme\(size)", old: old, new: cutInBlocks(old, shape)),
        ListPair(name: "scattered\(size)", old: old, new: scattered(old, shape)),
        ListPair(name: "reversed\(size)", old: old, new: old.reversed()),
        ListPair(name: "replaced\(size)", old: old, new: more(shape.size)),
      ]
    }
    let feed = (0..<10_000).map(make)
    return pairs + [
      // Mapped, so the lists do not share storage.
      ListPair(name: "same10k", old: feed, new: feed.map { $0 }),
      ListPair(name: "append50to10k", old: feed, new: feed + more(50)),
      ListPair(name: "prepend50to10k", old: feed, new: more(50) + feed),
    ]
  }

  private mutating func more(_ count: Int) -> [Element] {
    fresh += count
    return (fresh - count..<fresh).map(make)
  }

  /// Deletes, inserts and shuffles contiguous blocks.
  private mutating func cutInBlocks(
    _ old: [Element], _ shape: (size: Int, cut: Int, shuffled: Int)
  ) -> [Element] {
    var new = old
    let start = shape.size * 2 / 5
    new.removeSubrange(start..<start + shape.cut)
    new.insert(contentsOf: more(shape.cut), at: start + shape.cut)
    new[0..<shape.shuffled].shuffle(using: &generator)
    return new
  }

  /// Makes as many changes at random places, and changes the content of one element in twenty.
  private mutating func scattered(
    _ old: [Element], _ shape: (size: Int, cut: Int, shuffled: Int)
  ) -> [Element] {
    var new = old
    for _ in 0..<shape.cut { new.remove(at: .random(in: 0..<new.count, using: &generator)) }
    for element in more(shape.cut) {
      new.insert(element, at: .random(in: 0...new.count, using: &generator))
    }
    let places = (0..<shape.shuffled).map { _ in
      Int.random(in: 0..<new.count, using: &generator)
    }
    for place in places {
      new.swapAt(place, places.randomElement(using: &generator) ?? place)
    }
    for index in stride(from: 0, to: new.count, by: 20) { new[index] = touch(new[index]) }
    return new
  }
}

/// Two lists to compare.
private struct ListPair<Element> {
  let name: String
  let old: [Element]
  let new: [Element]
}

/// An element with a number for its identity and a revision for its content.
private struct NumberedItem: Hashable, Differentiable {
  let identifier: Int
  var revision = 0

  var differenceIdentifier: Int { identifier }
}

/// An element that consists of its identity only.
private struct UniqueItem: Hashable, Differentiable {
  let differenceIdentifier: UUID

  init(using generator: inout SeededGenerator) {
    let halves = (generator.next(), generator.next())
    differenceIdentifier = withUnsafeBytes(of: halves) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
