import Foundation
@testable import LinecasterConformance

/// A rich paragraph and what a browser made of it.
struct InlineRecording: Decodable, Sendable {
  /// The case as an engine is given it.
  let item: InlineCase
  /// The group, the sub-group, and more words.
  let tags: [String]
  /// What the browser did.
  let chrome: InlineAnswers

  private enum CodingKeys: String, CodingKey {
    case tags, chrome
  }

  init(from decoder: any Decoder) throws {
    item = try InlineCase(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tags = try container.decode([String].self, forKey: .tags)
    chrome = try container.decode(InlineAnswers.self, forKey: .chrome)
  }

  /// Whether agreeing with the browser is wanted: not where it is not the specification, or where
  /// it goes by a score of its own.
  var counts: Bool { !tags.contains("informative") && !tags.contains("quirk") }

  /// The group.
  var group: String { tags.first ?? "" }

  /// Every recording of a file with one a line.
  static func all(in lines: [Data]) throws -> [InlineRecording] {
    let decoder = JSONDecoder()
    return try lines.map { try decoder.decode(Self.self, from: $0) }
  }
}
