import BenchMeasurement
import Linecaster

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
