/// What is wrong with a value in a JSON file, in a few words.
struct JSONFault: CustomStringConvertible {
  let description: String

  init(_ error: DecodingError) {
    description =
      switch error {
      case .keyNotFound(let key, let context):
        "missing field '\(Self.field(context.codingPath + [key]))'"
      case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
        context.codingPath.isEmpty
          ? "not an object"
          : "field '\(Self.field(context.codingPath))' is not \(Self.kind(of: type))"
      case .dataCorrupted: "not JSON"
      @unknown default: "not JSON"
      }
  }

  private static func field(_ path: [any CodingKey]) -> String {
    path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }

  private static func kind(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Double.Type, is Int.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
