import Foundation
@testable import LinecasterConformance

/// A rich paragraph with a browser's layout of it.
struct InlineRecording: Decodable, Sendable {
  /// The case as the engine's input.
  let item: InlineCase
  /// The group, the sub-group, and more words.
  let tags: [String]
  /// The answers of the browser.
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

  /// Whether the engine should agree with the browser: not if the browser deviates from the
  /// specification, or uses a heuristic of its own.
  var counts: Bool { !tags.contains("informative") && !tags.contains("quirk") }

  /// The group.
  var group: String { tags.first ?? "" }

  /// Every recording of a file with one a line.
  static func all(in lines: [Data]) throws -> [InlineRecording] {
    let decoder = JSONDecoder()
    return try lines.map { try decoder.decode(Self.self, from: $0) }
  }
}
