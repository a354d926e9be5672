import LinecasterBase

/// Consecutive paragraphs of a document, stored as one text, with their measurements.
struct DocumentChunk: Sendable {
  /// The text of all paragraphs.
  private(set) var text: AttributedText
  /// The paragraphs in text order; never empty.
  private(set) var entries: [Entry]

  /// A paragraph of a chunk.
  struct Entry: Hashable, Sendable {
    /// The end of the paragraph in the chunk, in UTF-16 units.
    var end: Int
    /// The height of the paragraph, in layout points.
    var height = 0.0
    /// The number of lines.
    var lines: Int32 = 1
    /// Whether height and lines are those of a layout, instead of an estimate.
    var isMeasured = false
  }

  /// The number of UTF-16 units from which a chunk of several paragraphs is divided.
  static let mostUnits = 1_024

  /// Splits a text into paragraphs; boxes that cross a paragraph's edge are cut there.
  ///
  /// - Complexity: O(units + stretches), and O(boxes · log paragraphs).
  init(_ text: AttributedText, _ estimate: HeightEstimate) {
    let ends = ParagraphEnds.all(in: text.string)
    if text.inline != nil, ends.count > 1 {
      var cut = AttributedText("", style: text.runs[0].style)
      let parts = text.slices(Self.ranges(endingAt: ends)[...])
      for part in parts { cut.append(part) }
      self.text = cut
    } else {
      self.text = text
    }
    var start = 0
    entries = ends.map { end in
      defer { start = end }
      return estimate.entry(units: end - start, end: end)
    }
  }

  private init(_ text: AttributedText, _ entries: [Entry]) {
    self.text = text
    self.entries = entries
  }

  /// The number of UTF-16 units.
  var count: Int { text.utf16Count }

  /// Returns the UTF-16 units of a paragraph in the chunk.
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : entries[index - 1].end)..<entries[index].end
  }

  /// Returns the text of consecutive paragraphs.
  ///
  /// - Complexity: O(units + stretches + boxes) of the chunk.
  func text(of range: Range<Int>) -> AttributedText {
    guard range.count < entries.count, let first = range.first, let last = range.last else {
      return text
    }
    return text.slice(utf16: self.range(first).lowerBound..<entries[last].end)
  }

  /// Returns part of the paragraphs; `nil` for none.
  func part(_ range: Range<Int>) -> DocumentChunk? {
    guard !range.isEmpty else { return nil }
    guard range.count < entries.count else { return self }
    let start = self.range(range.lowerBound).lowerBound
    let kept = entries[range].map { entry in
      var entry = entry
      entry.end -= start
      return entry
    }
    return DocumentChunk(text(of: range), kept)
  }

  /// Appends the paragraphs of another chunk.
  mutating func append(_ other: DocumentChunk) {
    let start = count
    text.append(other.text)
    entries += other.entries.map { entry in
      var entry = entry
      entry.end += start
      return entry
    }
  }

  /// Sets the measurement of a paragraph.
  mutating func measure(_ index: Int, height: Double, lines: Int) {
    entries[index].height = height
    entries[index].lines = Int32(clamping: lines)
    entries[index].isMeasured = true
  }

  /// Replaces all measurements by estimates.
  mutating func forget(_ estimate: HeightEstimate) {
    for index in entries.indices {
      entries[index] = estimate.entry(units: range(index).count, end: entries[index].end)
    }
  }

  /// Divides the paragraphs into chunks of similar size; longer paragraphs have their own.
  ///
  /// - Complexity: O(units + stretches), and O(boxes · log chunks).
  func divided() -> [DocumentChunk] {
    guard count > Self.mostUnits, entries.count > 1 else { return [self] }
    let pieces = (count + Self.mostUnits - 1) / Self.mostUnits
    let share = (count + pieces - 1) / pieces
    var ranges: [Range<Int>] = []
    var first = 0
    for index in entries.indices {
      let start = range(first).lowerBound
      let isFull = entries[index].end - start >= share
      let isLong = index + 1 < entries.count && range(index + 1).count >= share
      guard isFull || isLong || index + 1 == entries.count else { continue }
      ranges.append(first..<index + 1)
      first = index + 1
    }
    let units = ranges.map { range($0.lowerBound).lowerBound..<entries[$0.upperBound - 1].end }
    return zip(ranges, text.slices(units[...])).map { range, text in
      let start = self.range(range.lowerBound).lowerBound
      return DocumentChunk(
        text,
        entries[range].map { entry in
          var entry = entry
          entry.end -= start
          return entry
        })
    }
  }

  private static func ranges(endingAt ends: [Int]) -> [Range<Int>] {
    var start = 0
    return ends.map { end in
      defer { start = end }
      return start..<end
    }
  }

  /// The approximate memory of the chunk, in bytes.
  var byteCount: Int {
    text.byteCount + PreparedParagraph.blockBytes
      + entries.capacity * MemoryLayout<Entry>.stride
  }
}

/// The estimated heights of paragraphs that are not laid out yet.
struct HeightEstimate: Sendable {
  /// The approximate number of units in a line.
  private let unitsOfALine: Double
  /// The height of a line, in layout points.
  private let lineHeight: Double

  /// Estimates with letters half an em wide.
  init(width: Double, size: Double, lineHeight: Double) {
    unitsOfALine = max(1, width.limited() / max(size.limited() / 2, Limit.minimumTextSize))
    self.lineHeight = lineHeight
  }

  /// Returns a paragraph that is not measured.
  func entry(units: Int, end: Int) -> DocumentChunk.Entry {
    let lines = Int(saturating: (Double(max(1, units)) / unitsOfALine).rounded(.up))
    return DocumentChunk.Entry(
      end: end, height: Self.rounded(Double(lines) * lineHeight),
      lines: Int32(clamping: lines))
  }

  /// Rounds a height to a multiple of 1/1024 point: sums of such heights are exact, and therefore
  /// independent of the order of additions.
  static func rounded(_ height: Double) -> Double {
    (height.limited(to: Limit.length) * 1_024).rounded() / 1_024
  }
}

/// The ends of paragraphs in a text: after line feed, carriage return (with its line feed), next
/// line (U+0085) and paragraph separator (U+2029).
///
/// These characters end both a line (UAX 14) and a paragraph of the bidirectional algorithm
/// (UAX 9).
enum ParagraphEnds {
  /// Returns the ends in UTF-16 units, in ascending order; the last one is that of the text.
  ///
  /// - Complexity: O(units).
  static func all(in string: String) -> [Int] {
    var string = string
    return string.withUTF8 { bytes in
      var ends: [Int] = []
      var units = 0
      var index = 0
      while index < bytes.count {
        let length = separatorLength(bytes, at: index)
        if length > 0 {
          index += length
          units += bytes[index - 1] == 0x0A && length == 2 ? 2 : 1
          ends.append(units)
          continue
        }
        let byte = bytes[index]
        units += byte & 0xC0 == 0x80 ? 0 : byte < 0xF0 ? 1 : 2
        index += 1
      }
      if ends.last ?? 0 < units || ends.isEmpty { ends.append(units) }
      return ends
    }
  }

  /// Returns the number of bytes of a separator; 0 for other characters.
  @inline(__always)
  private static func separatorLength(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int {
    let left = bytes.count - index
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D: return left > 1 && bytes[index + 1] == 0x0A ? 2 : 1
    case 0xC2: return left > 1 && bytes[index + 1] == 0x85 ? 2 : 0
    case 0xE2:
      return left > 2 && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  /// Whether a paragraph ends between two texts.
  static func isEnd(between text: String, and next: String) -> Bool {
    switch text.unicodeScalars.last {
    case "\r": next.unicodeScalars.first != "\n"
    case "\n", "\u{85}", "\u{2029}": true
    default: false
    }
  }
}

extension AttributedText {
  /// Returns consecutive parts of the text.
  ///
  /// - Complexity: O(units + stretches), and O(boxes · log parts).
  fileprivate func slices(_ ranges: ArraySlice<Range<Int>>) -> [AttributedText] {
    guard let first = ranges.first, let last = ranges.last else { return [] }
    guard ranges.count > 1 else {
      return [first == 0..<utf16Count ? self : slice(utf16: first)]
    }
    guard inline == nil else {
      let middle = (ranges.startIndex + ranges.endIndex) / 2
      let place = ranges[middle].lowerBound
      let parts = [first.lowerBound..<place, place..<last.upperBound].map { slice(utf16: $0) }
      let start = first.lowerBound
      return parts[0].slices(ranges[..<middle].map { $0.moved(by: -start) }[...])
        + parts[1].slices(ranges[middle...].map { $0.moved(by: -place) }[...])
    }
    return plainSlices(ranges)
  }

  /// Returns consecutive parts of text without boxes.
  private func plainSlices(_ ranges: ArraySlice<Range<Int>>) -> [AttributedText] {
    var place = string.startIndex
    var offset = 0
    var run = 0
    return ranges.map { range in
      let start = string.utf16.index(place, offsetBy: range.lowerBound - offset)
      let end = string.utf16.index(start, offsetBy: range.count)
      (place, offset) = (end, range.upperBound)
      while run < runs.count - 1, runs[run].end <= range.lowerBound { run += 1 }
      var kept: [Run] = []
      var next = run
      repeat {
        var part = runs[next]
        part.end = min(part.end, range.upperBound) - range.lowerBound
        kept.append(part)
        next += 1
      } while next < runs.count && runs[next - 1].end < range.upperBound
      return AttributedText(String(string[start..<end]), runs: kept)
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
