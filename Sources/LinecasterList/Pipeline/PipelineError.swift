/// Why the pipeline could not precompute a list.
public enum PipelineError: Error, Sendable, CustomStringConvertible {
  /// A newer update, or the caller, called the work off.
  case cancelled
  /// A row cannot be arranged or drawn.
  case row(ItemIdentifier, reason: String)
  /// There is no row with this identifier.
  case unknown(ItemIdentifier)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cancelled: "The update was cancelled."
    case .row(let identifier, let reason): "Row \(identifier): \(reason)"
    case .unknown(let identifier): "There is no row \(identifier)."
    }
  }
}
