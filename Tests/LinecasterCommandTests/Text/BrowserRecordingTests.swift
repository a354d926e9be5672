import Foundation
import LinecasterTestSupport
import Testing

/// The command compared with paragraphs laid out by a browser.
@Suite struct BrowserRecordingTests {
  /// One font of each package that the paragraphs use.
  private static let hasFonts = [
    "truetype/noto/NotoSansArabic-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/noto/NotoColorEmoji.ttf",
  ].allSatisfy { FileManager.default.fileExists(atPath: "/usr/share/fonts/\($0)") }

  @Test(
    .enabled(
      if: try TestTools.has("a font of Noto", hasFonts),
      "needs fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji"))
  func laysOutAsABrowserDoes() async throws {
    let cases = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: cases) }
    try Recordings.data("text.jsonl").write(to: URL(fileURLWithPath: cases))
    let run = try await LinecasterRun([
      "text", cases, "--fonts", Recordings.path("text-fonts.json"),
    ])
    #expect(run.status == 0 && run.errors == "")
    let printed = try PrintedLayout.results(run.output)
    var score = BrowserScore()
    for recording in try BrowserRecording.load(cases) {
      score.add(recording, printed[recording.id])
    }
    print("browser recordings: \(score)")
    #expect(score.cases == 239)
    // The rest differ by newer dictionaries for Lao and Khmer, and a Thai vowel apart from its
    // consonant.
    #expect(score.breaks >= 234)
    // Emoji in the browser are slightly wider than in the font.
    #expect(score.widths >= 231)
    #expect(score.maxContent.agreed >= 233)
    #expect(score.minContent.agreed >= 232)
    #expect(score.cuts.agreed == score.cuts.asked && score.cuts.asked > 0)
    #expect(score.heights.agreed == score.heights.asked && score.heights.asked > 0)
    #expect(score.graphemes.part >= 0.995 && score.graphemes.asked > 1_000)
  }
}

/// A browser's layout of a paragraph: the compared fields.
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

  /// The UTF-8 offset and left edge of graphemes that are one cluster and have a width.
  var exactGraphemes: [(offset: Int, x: Double)] {
    let offsets = Array(input.text.utf16.indices) + [input.text.endIndex]
    return chrome.graphemes.compactMap { place in
      guard place[5] == 1, let start = place[0], let x = place[3], place[4] != 0 else { return nil }
      let index = offsets[Int(start)]
      return (input.text.utf8.distance(from: input.text.startIndex, to: index), x)
    }
  }
}

/// The printed result of a case.
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

/// The number of recordings with which the engine agrees, for each query.
struct BrowserScore: CustomStringConvertible {
  private(set) var cases = 0
  private(set) var breaks = 0
  private(set) var widths = 0
  private(set) var heights = Share()
  private(set) var maxContent = Share()
  private(set) var minContent = Share()
  private(set) var cuts = Share()
  private(set) var graphemes = Share()

  /// The agreeing part of a number of queries.
  struct Share: CustomStringConvertible {
    var agreed = 0
    var asked = 0

    var description: String { "\(agreed)/\(asked)" }
    /// The agreeing fraction; 0 without queries.
    var part: Double { asked == 0 ? 0 : Double(agreed) / Double(asked) }

    mutating func count(_ agrees: Bool) {
      asked += 1
      agreed += agrees ? 1 : 0
    }
  }

  /// The tolerance of lengths, in layout points.
  private static let tolerance = 0.5

  var description: String {
    "\(cases) cases: breaks \(breaks), widths \(widths), heights \(heights), "
      + "max-content \(maxContent), min-content \(minContent), cuts \(cuts), "
      + "graphemes \(graphemes)"
  }

  mutating func add(_ recording: BrowserRecording, _ printed: PrintedLayout?) {
    cases += 1
    let chrome = recording.chrome
    maxContent.count(Self.agree(printed?.maxContent, chrome.maxContent))
    minContent.count(Self.agree(printed?.minContent, chrome.minContent))
    if let clamp = chrome.clamp, clamp.truncated {
      cuts.count(printed?.shownTo8 == clamp.shownTo8)
    }
    guard let printed, let lines = printed.lines else { return }
    let starts = chrome.lines.map(\.start8)
    var found = lines.map(\.start8)
    // A browser does not report the empty line after a final terminator.
    if found.count == starts.count + 1, found.last == chrome.lines.last?.end8 { found.removeLast() }
    if found == starts { addLines(recording, printed, lines) }
  }

  private mutating func addLines(
    _ recording: BrowserRecording, _ printed: PrintedLayout, _ lines: [PrintedLayout.Line]
  ) {
    breaks += 1
    let chrome = recording.chrome
    var pairs = Array(zip(lines, chrome.lines))
    // The distribution of free space is visible in the positions of graphemes.
    if recording.input.align == "justify" { pairs = pairs.suffix(1) }
    if pairs.allSatisfy({ Self.agree($0.width, $1.width) }) { widths += 1 }
    if recording.input.lineHeight != nil {
      heights.count(Self.agree(printed.height, chrome.height))
    }
    let places = Dictionary(
      (printed.graphemes ?? []).map { (Int($0[0]), $0[1]) }, uniquingKeysWith: { $1 })
    for grapheme in recording.exactGraphemes {
      graphemes.count(Self.agree(places[grapheme.offset], grapheme.x))
    }
  }

  private static func agree(_ length: Double?, _ expected: Double) -> Bool {
    length.map { abs($0 - expected) <= tolerance } ?? false
  }
}
