import LinecasterDiff
import LinecasterGeometry
import LinecasterList
import LinecasterTestSupport

/// A host that checks every batch against the state it shows, and answers as it is told to.
@MainActor
final class RecordingHost: ListHost {
  /// When the host says that it has finished.
  enum Answer {
    case atOnce, twice, late, never
  }

  var answer = Answer.atOnce
  /// The height of what can be seen; nil is all of the list.
  var length: Double?
  /// Where it has been scrolled to.
  private(set) var offset = 0.0
  var whenApplied: (() -> Void)?
  var whenDisplayed: (() -> Void)?

  private(set) var shown = TableModel()
  private(set) var generations: [Int] = []
  private(set) var snapshot: TableSnapshot?
  private(set) var batches: [ListBatch] = []
  /// What is on show.
  private(set) var pixels: [RowIdentity: DisplayedRow] = [:]
  private(set) var offsets: [Double] = []
  private(set) var displayed: [[DisplayedRow]] = []
  private(set) var failures: [any Error] = []
  private(set) var faults: [String] = []
  private(set) var open: [@MainActor @Sendable () -> Void] = []

  var displayedIdentities: [RowIdentity] { displayed.joined().map(\.identity) }

  func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: offset, length: length ?? snapshot.geometry.totalHeight)
  }

  /// Scrolls as somebody's finger does.
  func scroll(to offset: Double) { self.offset = offset }

  func apply(_ batch: ListBatch, done: @escaping @MainActor @Sendable () -> Void) {
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

  /// Says what is overdue.
  func finish() {
    let overdue = open
    open = []
    for done in overdue { done() }
  }

  func display(_ rows: [DisplayedRow]) {
    displayed.append(rows)
    for row in rows { pixels[row.identity] = row }
    whenDisplayed?()
  }

  func recycle(_ rows: [RowIdentity]) {
    for row in rows where pixels.removeValue(forKey: row) == nil {
      faults.append("recycles \(row), which is not on show")
    }
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    if snapshot.model != shown { faults.append("heights of another state") }
    self.snapshot = snapshot
    self.offset = offset
    offsets.append(offset)
  }

  func displayFailed(_ error: any Error) { failures.append(error) }

  func forgetDisplayed() { displayed = [] }
}
