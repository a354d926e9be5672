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
      } else if let name = try? container.decode(String.self) {
        identifier = .name(name)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "is neither a whole number of 64 bits nor a string")
      }
    }
  }

  /// The colour of the avatar, if the line has one.
  func avatarColor() throws(Fault) -> Color? {
    guard let avatar else { return nil }
    guard let color = Color(hex: avatar) else {
      throw Fault(reason: "field 'avatar' is not a colour such as #4361EE")
    }
    return color
  }
}
