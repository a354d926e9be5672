extension DuplicateIdentifier {
  /// One of the two models that are compared.
  public enum Model: Hashable, Sendable {
    /// The model before the change.
    case old
    /// The model after the change.
    case new
  }
}
