package import LinecasterList
import LinecasterTestSupport

/// A host that checks every batch against its rows, and finishes batches as a test sets it.
@MainActor
package final class RecordingHost: TableHost {
  /// The time at which the host finishes a batch.
  package enum Answer {
    case atOnce, twice, late, never
  }

  package var answer = Answer.atOnce
  /// The height of the viewport; nil shows the whole list.
  package var length: Double?
  /// The velocity of a drag.
  package var velocity = 0.0
  /// Whether the list may follow its end; false while the reader holds it.
  package var allowsFollowing = true
  /// The scroll offset.
  package private(set) var offset = 0.0
  package var whenApplied: (() -> Void)?
  package var whenDisplayed: (() -> Void)?

  package private(set) var shown = TableModel()
  package private(set) var generations: [Int] = []
  package private(set) var snapshot: TableSnapshot?
  package private(set) var batches: [TableBatch] = []
  /// The displayed rows.
  package private(set) var pixels: [RowIdentity: DisplayedRow] = [:]
  package private(set) var offsets: [Double] = []
  package private(set) var displayed: [[DisplayedRow]] = []
  package private(set) var failures: [any Error] = []
  package private(set) var faults: [String] = []
  package private(set) var open: [@MainActor @Sendable () -> Void] = []

  package init() {}

  package var displayedIdentities: [RowIdentity] { displayed.joined().map(\.identity) }

  package func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(
      offset: offset, length: length ?? snapshot.geometry.totalHeight, velocity: velocity,
      allowsFollowing: allowsFollowing)
  }

  /// Scrolls as a finger does, without the list's help.
  package func scroll(to offset: Double) { self.offset = offset }

  package func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    do {
      try BatchOracle.check(
        batch.changes, from: shown.sections, to: batch.snapshot.model.sections)
    } catch { faults.append(error.description) }
    if let last = generations.last, last >= batch.snapshot.generation {
      faults.append("generation \(batch.snapshot.generation) after \(last)")
    }
    if !open.isEmpty { faults.append("a batch before the end of the last one") }
    shown = batch.snapshot.model
    snapshot = batch.snapshot
    offset = batch.offset
    batches.append(batch)
    generations.append(batch.snapshot.generation)
    whenApplied?()
    switch answer {
    case .atOnce: done()
    case .twice:
      done()
      done()
    case .late: open.append(done)
    case .never: break
    }
  }

  /// Finishes the batches that are overdue.
  package func finish() {
    let overdue = open
    open = []
    for done in overdue { done() }
  }

  package func display(_ rows: [DisplayedRow]) {
    displayed.append(rows)
    for row in rows { pixels[row.identity] = row }
    whenDisplayed?()
  }

  package func recycle(_ rows: [RowIdentity]) {
    for row in rows where pixels.removeValue(forKey: row) == nil {
      faults.append("recycles \(row), which is not on show")
    }
  }

  package func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    if snapshot.model != shown { faults.append("heights of another state") }
    self.snapshot = snapshot
    self.offset = offset
    offsets.append(offset)
  }

  package func displayFailed(_ error: any Error) { failures.append(error) }

  package func forgetDisplayed() { displayed = [] }
}
