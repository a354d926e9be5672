/// What a piece of work is for.
struct WorkContext: Sendable {
  /// Asked before each row and each text.
  let token: CancellationToken
  /// The update the work is for.
  let generation: Int
  /// How soon it is wanted.
  let band: WorkBand

  /// Throws if the work has been called off.
  func check() throws(PipelineError) {
    if token.isCancelled { throw .cancelled }
  }
}
