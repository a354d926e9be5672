extension FeedLine {
  /// What is wrong with a line.
  struct Fault: Error {
    let reason: String

    init(reason: String) {
      self.reason = reason
    }

    /// What a decoder found wrong.
    init(_ error: DecodingError) {
      switch error {
      case .keyNotFound(let key, _):
        reason = "missing field '\(key.stringValue)'"
      case .typeMismatch(_, let context) where context.codingPath.isEmpty:
        reason = "not a JSON object"
      case .typeMismatch(_, let context):
        reason = "field '\(Self.name(context))' is not a string"
      case .valueNotFound(_, let context):
        reason = "field '\(Self.name(context))' is null"
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        reason = "not JSON"
      case .dataCorrupted(let context):
        reason = "field '\(Self.name(context))' \(context.debugDescription)"
      @unknown default:
        reason = "\(error)"
      }
    }

    private static func name(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
  }
}
