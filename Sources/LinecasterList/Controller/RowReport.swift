/// What has come of a job.
struct RowReport: Sendable {
  /// Which job of its giver it was.
  let job: Int
  /// The update the rows belong to.
  let generation: Int
  let results: [RowResult]
  /// Why rows are missing from the results.
  let failure: (any Error)?
}
