import Foundation

/// What the command says of a case: its boxes, or what is wrong with it.
struct FlexboxRecord: Encodable {
  /// The case; nil where not even that could be read.
  let name: String?
  /// For every node in pre-order left, top, width and height.
  var boxes: [[Double]]?
  /// What is wrong with the case.
  var error: String?

  private enum CodingKeys: String, CodingKey {
    case name, boxes, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // `name` is there even where it is null.
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(boxes, forKey: .boxes)
    try container.encodeIfPresent(error, forKey: .error)
  }

  /// One line of JSON (RFC 8259).
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
