import Foundation

/// What the command says of a case: its glyphs, or what is wrong with it.
struct GlyphRecord: Encodable {
  /// The case; nil where not even that could be read.
  let id: String?
  /// The glyphs in visual order; nil where there is an error.
  var glyphs: [PlacedOutline]?
  /// What is wrong with the case.
  var error: String?

  /// One line of JSON (RFC 8259), with `id` even where there is none.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case glyphs
    case error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(glyphs, forKey: .glyphs)
    try container.encodeIfPresent(error, forKey: .error)
  }
}
