import LinecasterCells
import LinecasterDisplay

/// Rows of one snapshot that a worker prepares.
struct RowJob: Hashable, Sendable {
  /// The purpose of a job.
  enum Purpose: Hashable, Sendable {
    /// Rows in range are shown, or measured for when they are.
    case range
    /// Rows that are shown are shown again.
    case renewal
    /// Rows are scrolled to.
    case scroll
    /// Rows far from sight are measured.
    case idle
  }

  /// The number of the job in its list; later jobs have larger numbers.
  let number: Int
  let purpose: Purpose
  /// The update whose rows they are.
  let generation: Int
  /// The rows, counted through the model.
  let rows: Range<Int>
  /// The measurements that are prepared; empty for jobs that are never looked up.
  let keys: [MeasurementKey]
  /// The bands that are drawn of each row, in the order of the keys; empty for all.
  var bands: [Range<Int>] = []
  /// Whether the rows will be shown, or only measured.
  let isForShow: Bool
  /// Whether the rows are drawn again in the layout that is shown.
  var isRedraw = false
  /// The priority band.
  var band: WorkBand
  /// The number of times it yielded before its first row was measured.
  var yieldCount = 0
  /// Whether it is cancelled and its end is awaited.
  var isCancelled = false
  /// The images that arrived since it started; it may have looked for them before.
  var arrivedImages: Set<ImageReference> = []

  /// Whether a row that has started yields to more urgent work. Limited, so slow rows are
  /// measured even if workers are busy.
  var yieldsWithinRows: Bool { yieldCount < 2 }
}

/// The report on a job.
struct RowReport: Sendable {
  /// The number of the job.
  let job: Int
  /// The outcome; cancelled rows are neither among its results nor among its failures.
  var outcome = RowsOutcome()
  /// Whether there was no room for the work.
  var isDropped = false
}

extension RowsOutcome {
  /// Returns the rest of a job's rows, from the first that has neither been prepared nor failed;
  /// `nil` if none is left.
  func rest(of job: RowJob) -> Range<Int>? {
    let end = job.rows.lowerBound + results.count + failedRows.count
    return end < job.rows.upperBound ? end..<job.rows.upperBound : nil
  }
}
