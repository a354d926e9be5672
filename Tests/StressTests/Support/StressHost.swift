import LinecasterList

/// A host that keeps the books: what it shows, and that generations ascend.
@MainActor
final class StressHost: ListHost {
  private(set) var rows = SectionedRows<RowIdentity>()
  private(set) var shown = TableModel()
  private(set) var generations: [Int] = []
  private(set) var pixels: [RowIdentity: CellImage] = [:]
  var sight: Range<Double> = 0..<120
  var isSlow = false

  var ascends: Bool { zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 } }

  func viewport(in snapshot: TableSnapshot) -> Range<Double> { sight }

  func apply(_ batch: ListBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let snapshot = batch.snapshot
    rows.apply(
      batch.changes, itemCount: { snapshot.model.sections[$0].items.count },
      make: { snapshot.identity(at: $0) })
    shown = snapshot.model
    generations.append(snapshot.generation)
    guard isSlow else { return done() }
    Task { done() }
  }

  func display(_ rows: [DisplayedRow]) { for row in rows { pixels[row.identity] = row.image } }

  func displayFailed(_ error: any Error) {}
}
