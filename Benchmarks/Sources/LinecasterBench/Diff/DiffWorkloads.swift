import BenchMeasurement
import LinecasterDiff

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
