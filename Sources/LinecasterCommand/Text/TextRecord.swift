import Foundation
import Linecaster

/// What the command says of a case: its lines and places, or what is wrong with it.
struct TextRecord: Encodable {
  /// The case; nil where not even that could be read.
  let id: String?
  var lines: [LineRecord]?
  var height: Double?
  var maxContent: Double?
  var minContent: Double?
  /// Where the text that is shown before an ellipsis ends; nil where all is shown.
  var shownTo8: Int?
  var shownTo16: Int?
  /// For each grapheme its UTF-8 offset, its left edge and its width.
  var graphemes: [[Double]]?
  /// The characters that no font has.
  var missing: [String]?
  /// What is wrong with the case.
  var error: String?

  /// Where a line starts, as UTF-8 and UTF-16 offsets, and how wide its text is.
  struct LineRecord: Encodable, Equatable {
    let start8: Int
    let start16: Int
    let width: Double
  }

  private enum CodingKeys: String, CodingKey {
    case id, lines, height, maxContent, minContent, shownTo8, shownTo16, graphemes, missing, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // `id` is there even where it is null.
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(lines, forKey: .lines)
    try container.encodeIfPresent(height, forKey: .height)
    try container.encodeIfPresent(maxContent, forKey: .maxContent)
    try container.encodeIfPresent(minContent, forKey: .minContent)
    try container.encodeIfPresent(shownTo8, forKey: .shownTo8)
    try container.encodeIfPresent(shownTo16, forKey: .shownTo16)
    try container.encodeIfPresent(graphemes, forKey: .graphemes)
    try container.encodeIfPresent(missing, forKey: .missing)
    try container.encodeIfPresent(error, forKey: .error)
  }

  /// One line of JSON (RFC 8259).
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
