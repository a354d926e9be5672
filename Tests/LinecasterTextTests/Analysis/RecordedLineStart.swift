import Foundation

@testable import LinecasterText

/// The line starts of a text at width 0 in Chromium 156: every break opportunity.
struct RecordedLineStart: Decodable {
  let text: String
  let lang: String?
  let whiteSpace: String?
  let wordBreak: String?
  let lineBreak: String?
  /// UTF-16 offsets in the original text.
  let starts: [Int]

  /// The recordings beside the tests.
  static func all() throws -> [RecordedLineStart] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let lines = try String(
      contentsOf: folder.appendingPathComponent("Recorded/line-starts.jsonl"), encoding: .utf8)
    return try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Self.self, from: Data($0.utf8))
    }
  }

  var style: ParagraphStyle {
    ParagraphStyle(
      whiteSpace: [
        "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap, "pre-line": .preLine,
        "break-spaces": .breakSpaces,
      ][whiteSpace ?? ""] ?? .normal,
      lineBreakStrictness: [
        "strict": .strict, "normal": .normal, "loose": .loose, "anywhere": .anywhere,
      ][lineBreak ?? ""] ?? .automatic,
      wordBreak: ["break-all": .breakAll, "keep-all": .keepAll][wordBreak ?? ""] ?? .normal)
  }
}
