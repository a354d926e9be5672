import LinecasterGeometry
import LinecasterList

/// A line of a feed as its JSON says it.
struct FeedLine: Decodable {
  let id: Identifier
  let author: String
  let time: FeedTime
  let body: String
  let avatar: String?
  let image: String?

  /// A number or a string.
  struct Identifier: Decodable {
    let identifier: ItemIdentifier

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        identifier = .number(number)
      } else {
        identifier = .name(try container.decode(String.self))
      }
    }
  }

  /// What is wrong with a line that is JSON with all its fields.
  struct Fault: Error {
    let reason: String
  }

  /// The colour of the avatar, if the line has one.
  func avatarColor() throws(Fault) -> Color? {
    guard let avatar else { return nil }
    guard let color = Color(hex: avatar) else {
      throw Fault(reason: "field 'avatar': '\(avatar)' is no colour like #4361EE")
    }
    return color
  }

  /// What is wrong with the JSON of a line.
  static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "missing field '\(key.stringValue)'"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "field '\(name(context.codingPath))' is no \(type)"
    case .dataCorrupted: "not JSON"
    @unknown default: "\(error)"
    }
  }

  private static func name(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }
}
