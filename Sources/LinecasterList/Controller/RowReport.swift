/// What has come of a job.
struct RowReport: Sendable {
  /// Which job it was.
  let job: Int
  let results: [RowResult]
  /// Why rows are missing from the results; nil where none is, or where the job was called off.
  let failure: (any Error)?
}
