import LinecasterListSupport

@testable import LinecasterList

/// A host that records its rows, and that generations ascend.
@MainActor
final class StressHost: TableHost {
  private(set) var rows = SectionedRows<RowIdentity>()
  private(set) var shown = TableModel()
  private(set) var generations: [Int] = []
  private(set) var pixels: [RowIdentity: CellImage] = [:]
  var offset = 0.0
  var isSlow = false

  var ascends: Bool { zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 } }

  func viewport(in snapshot: TableSnapshot) -> Viewport { Viewport(offset: offset, length: 120) }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    let snapshot = batch.snapshot
    rows.apply(
      batch.changes, itemCount: { snapshot.model.sections[$0].items.count },
      make: { snapshot.row(at: $0).flatMap(snapshot.identity(ofRow:)) ?? RowIdentity("nothing") })
    offset = batch.offset
    shown = snapshot.model
    generations.append(snapshot.generation)
    guard isSlow else { return done() }
    Task { done() }
  }

  func display(_ rows: [DisplayedRow]) { for row in rows { pixels[row.identity] = row.image } }

  func recycle(_ rows: [RowIdentity]) { for row in rows { pixels[row] = nil } }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.offset = offset
  }

  func displayFailed(_ error: any Error) {}
}
