import LinecasterCells
import LinecasterDisplay

/// Rows of one snapshot that a worker prepares.
struct RowJob: Hashable, Sendable {
  /// What rows are prepared for.
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

  /// Counts the jobs of a list; larger is younger.
  let number: Int
  let purpose: Purpose
  /// The update whose rows they are.
  let generation: Int
  /// Which rows, counted through the model.
  let rows: Range<Int>
  /// What is prepared; empty for jobs that nobody asks about.
  let keys: [MeasurementKey]
  /// Whether the rows will be shown, or only measured.
  let isForShow: Bool
  /// How soon it is wanted.
  var band: WorkBand
  /// How often its first row has made room for others, before it was measured.
  var setbacks = 0
  /// Whether it is not wanted any more, and its end is waited for.
  var isCalledOff = false
  /// The images that have come since it was begun; it may have looked for them before.
  var arrivedImages: Set<ImageReference> = []

  /// Whether a row of it that has been begun makes room for what is more urgent: not for ever, so
  /// that rows that take long are measured however busy workers are.
  var givesWayWithinRows: Bool { setbacks < 2 }
}

/// What has come of a job.
struct RowReport: Sendable {
  /// Which job it was.
  let job: Int
  /// What came of it; rows that have been called off are neither here nor among those that failed.
  var outcome = RowsOutcome()
  /// Whether there was no room for the work.
  var isDropped = false
}

extension RowsOutcome {
  /// The rows of a job from the first on that has neither been prepared nor failed; nil where all
  /// have.
  func rest(of job: RowJob) -> Range<Int>? {
    let end = job.rows.lowerBound + results.count + failedRows.count
    return end < job.rows.upperBound ? end..<job.rows.upperBound : nil
  }
}
