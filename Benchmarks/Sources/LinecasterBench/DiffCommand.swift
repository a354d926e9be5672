import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster
import LinecasterDiff

/// Measures the diff alone, on the lists of the peers.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Measure the diff of lists.",
    discussion: """
      The mode diff takes the lists of the peers: the shape of DifferenceKit's published \
      benchmark, changes at random places, and lists that are reversed, replaced, the same, or \
      longer at one end; of numbered items with a revision, and of UUIDs. The modes that begin \
      with model make, hash and compare models of 100,000 rows, which peers do not have.
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

/// The diff of every pair of lists.
@MainActor
enum DiffWorkloads {
  /// Every workload, numbered items first.
  ///
  /// - Parameter isSmall: Whether the long lists are left out, because counting is slow.
  static func all(isSmall: Bool) -> [Workload] {
    let limit = isSmall ? smallSize : .max
    var items = ListPairMaker(
      make: { NumberedItem(identifier: $0) },
      touch: { NumberedItem(identifier: $0.identifier, revision: 1) })
    var generator = SeededGenerator(seed: 7)
    var unique = ListPairMaker(
      make: { _ in UniqueItem(using: &generator) }, touch: { $0 })
    return items.pairs(sizeLimit: limit).map { workload($0, of: "item") }
      + unique.pairs(sizeLimit: limit).map { workload($0, of: "uuid") }
  }

  private static let smallSize = 10_000

  private static func workload<Element: Differentiable>(
    _ pair: ListPair<Element>, of type: String
  ) -> Workload {
    Workload(
      mode: "diff", corpus: "\(pair.name)-\(type)", unit: "element", units: pair.old.count
    ) {
      {
        let stopwatch = Stopwatch(.thread)
        let changes = Changeset(from: pair.old, to: pair.new)
        let nanoseconds = stopwatch.nanoseconds
        return .init(
          facts: [
            .init("changes", changes.structuralCount), .init("updates", changes.itemUpdates.count),
          ], nanoseconds: nanoseconds)
      }
    }
    // Peers diff each pair several times in a row: all but the first time it is in the caches.
    .with { $0.passes = 2 }
  }
}

/// What models of lists cost before anything is measured: making, hashing, comparing.
@MainActor
enum ModelWorkloads {
  /// Every workload; the rows are made again for each, so that no two share a cell.
  ///
  /// - Parameter isSmall: Whether there are fewer rows, because counting is slow.
  static func all(isSmall: Bool) -> [Workload] {
    let count = isSmall ? 5_000 : 100_000
    let other = model(count)
    var edited = model(count)
    edited.sections[0].items[count / 2].cell = AnyCell(PostCell(author: "Ada", text: "edited"))
    // Other storage, the same cells.
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

/// A cell with some text, as rows of feeds have it.
struct PostCell: Cell {
  var author: String
  var text: String
  var likes = 0

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
}
