import Foundation

/// What a browser did with a paragraph; the fields that are compared.
struct BrowserRecording: Decodable {
  let id: String
  let input: Input
  let chrome: Layout

  struct Input: Decodable {
    let text: String
    let align: String?
    let lineHeight: Double?
  }

  struct Layout: Decodable {
    let lines: [Line]
    let height: Double
    let maxContent: Double
    let minContent: Double
    let graphemes: [[Double?]]
    let clamp: Clamp?
  }

  struct Line: Decodable {
    let start8: Int
    let end8: Int
    let width: Double
  }

  struct Clamp: Decodable {
    let truncated: Bool
    let shownTo8: Int?
  }

  /// Every recording of a file with one a line.
  static func load(_ path: String) throws -> [BrowserRecording] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Self.self, from: Data($0.utf8))
    }
  }

  /// UTF-8 offset and left edge of the graphemes that are one cluster and take room.
  var exactGraphemes: [(offset: Int, x: Double)] {
    let offsets = Array(input.text.utf16.indices) + [input.text.endIndex]
    return chrome.graphemes.compactMap { place in
      guard place[5] == 1, let start = place[0], let x = place[3], place[4] != 0 else { return nil }
      let index = offsets[Int(start)]
      return (input.text.utf8.distance(from: input.text.startIndex, to: index), x)
    }
  }
}

/// What the command printed for a case.
struct PrintedLayout: Decodable {
  let id: String
  let lines: [Line]?
  let height: Double?
  let maxContent: Double?
  let minContent: Double?
  let shownTo8: Int?
  let graphemes: [[Double]]?
  let error: String?

  struct Line: Decodable {
    let start8: Int
    let width: Double
  }

  /// The results of a run by their cases.
  static func results(_ output: String) throws -> [String: PrintedLayout] {
    let results = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Self.self, from: Data($0.utf8))
    }
    return Dictionary(results.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }
}
