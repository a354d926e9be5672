/// How many recordings the engine agrees with, each question counted by itself.
struct BrowserScore: CustomStringConvertible {
  private(set) var cases = 0
  private(set) var breaks = 0
  private(set) var widths = 0
  private(set) var heights = Share()
  private(set) var maxContent = Share()
  private(set) var minContent = Share()
  private(set) var cuts = Share()
  private(set) var graphemes = Share()

  /// Some of a number of questions.
  struct Share: CustomStringConvertible {
    var agreed = 0
    var asked = 0

    var description: String { "\(agreed)/\(asked)" }
    var part: Double { asked == 0 ? 1 : Double(agreed) / Double(asked) }

    mutating func count(_ agrees: Bool) {
      asked += 1
      agreed += agrees ? 1 : 0
    }
  }

  /// Layout points that lengths may differ by.
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
    // Where the free room goes shows in the places of graphemes.
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
