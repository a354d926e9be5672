/// A stretch of time in which a thread did one thing for a list.
public struct TraceSpan: Hashable, Sendable {
  /// What was done.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The model of an update was made.
    case build
    /// The model was compared with the one before.
    case diff
    /// The state of the list was put together.
    case snapshot
    /// Rows were measured; contains what was laid out for it.
    case measure
    /// A cell was laid out: analyze, itemize, shape, break lines, frames.
    case layOut = "lay out"
    /// A cell was turned into pixels.
    case rasterize
    /// A batch was handed to the host.
    case apply
    /// Finished work was taken in on the main queue.
    case deliver
  }

  /// What was done.
  public let name: Name
  /// When it began, in nanoseconds since the trace began.
  public let start: Int
  /// How long it took, in nanoseconds.
  public let duration: Int
  /// The update it was done for; 0 where it was for none.
  public let generation: Int
  /// How soon it was wanted.
  public let band: WorkBand
  /// Which thread did it: 0 is the main one, others are counted as they come.
  public let track: Int
}
