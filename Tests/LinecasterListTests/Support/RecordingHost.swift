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
  /// The part of the list that can be seen; nil is all of it.
  var sight: Range<Double>?
  var whenApplied: (() -> Void)?
  var whenDisplayed: (() -> Void)?

  private(set) var shown = TableModel()
  private(set) var generations: [Int] = []
  private(set) var displayed: [[DisplayedRow]] = []
  private(set) var failures: [any Error] = []
  private(set) var faults: [String] = []
  private(set) var open: [@MainActor @Sendable () -> Void] = []

  var displayedIdentities: [RowIdentity] { displayed.joined().map(\.identity) }

  func viewport(in snapshot: TableSnapshot) -> Range<Double> {
    sight ?? 0..<max(snapshot.geometry.totalHeight, 0)
  }

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
    whenDisplayed?()
  }

  func displayFailed(_ error: any Error) { failures.append(error) }

  func forgetDisplayed() { displayed = [] }
}
