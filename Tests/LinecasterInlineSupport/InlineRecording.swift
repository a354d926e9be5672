package import Foundation
package import LinecasterConformance

/// A rich paragraph and what a browser made of it.
package struct InlineRecording: Decodable, Sendable {
  /// The case as an engine is given it.
  package let item: InlineCase
  /// The group, the sub-group, and more words.
  package let tags: [String]
  /// What the browser did.
  package let chrome: InlineAnswers

  private enum CodingKeys: String, CodingKey {
    case tags, chrome
  }

  package init(from decoder: any Decoder) throws {
    item = try InlineCase(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tags = try container.decode([String].self, forKey: .tags)
    chrome = try container.decode(InlineAnswers.self, forKey: .chrome)
  }

  /// Whether agreeing with the browser is wanted: not where it is not the specification, or where
  /// it goes by a score of its own.
  package var counts: Bool { !tags.contains("informative") && !tags.contains("quirk") }

  /// The group.
  package var group: String { tags.first ?? "" }

  /// Every recording of a file with one a line.
  package static func all(in lines: [Data]) throws -> [InlineRecording] {
    let decoder = JSONDecoder()
    return try lines.map { try decoder.decode(Self.self, from: $0) }
  }
}
