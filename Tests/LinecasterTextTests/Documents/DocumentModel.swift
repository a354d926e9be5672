import LinecasterBase

@testable import LinecasterText

/// A document as one text, split and laid out anew for each query.
struct DocumentModel {
  private(set) var text: AttributedText
  private var template: Paragraph
  private let width: Double
  private let typesetter: Typesetter

  init(_ paragraph: Paragraph, width: Double, typesetter: Typesetter) {
    template = paragraph
    text = paragraph.text
    self.width = width
    self.typesetter = typesetter
    cut()
  }

  mutating func replace(_ range: Range<Int>, with other: AttributedText) {
    text.replace(inUTF16: range, with: other)
    cut()
  }

  /// Cuts boxes at the edges of paragraphs.
  private mutating func cut() {
    guard text.inline != nil else { return }
    text = ranges.map { text.slice(utf16: $0) }.reduce(AttributedText(), +)
  }

  /// The paragraphs, found unit by unit.
  var ranges: [Range<Int>] {
    let units = Array(text.string.utf16)
    var ranges: [Range<Int>] = []
    var start = 0
    for (index, unit) in units.enumerated() {
      let isEnd =
        unit == 0x0A || unit == 0x85 || unit == 0x2029
        || unit == 0x0D && (index + 1 == units.count || units[index + 1] != 0x0A)
      guard isEnd || index + 1 == units.count else { continue }
      ranges.append(start..<index + 1)
      start = index + 1
    }
    return ranges.isEmpty ? [0..<0] : ranges
  }

  private func layout(_ range: Range<Int>) -> TextLayout {
    var paragraph = template
    paragraph.text = text.utf16Count == range.count ? text : text.slice(utf16: range)
    return typesetter.prepare(paragraph).layout(width: width)
  }

  private func rounded(_ height: Double) -> Double { (height * 1_024).rounded() / 1_024 }
  private var spacing: Double { rounded(template.style.paragraphSpacing) }

  /// The structural differences between this model and a document.
  func structureFaults(_ document: TextDocument) -> [String] {
    var faults: [String] = []
    let ranges = ranges
    if document.utf16Count != text.utf16Count { faults.append("utf16Count") }
    if document.utf8Count != text.string.utf8.count { faults.append("utf8Count") }
    if document.paragraphCount != ranges.count { faults.append("paragraphCount") }
    if document.text(inUTF16: 0..<text.utf16Count) != text { faults.append("text") }
    guard faults.isEmpty else { return faults }
    for (index, range) in ranges.enumerated() {
      if document.utf16Range(ofParagraph: index) != range { faults.append("range \(index)") }
      let middle = (range.lowerBound + range.upperBound) / 2
      if document.paragraphIndex(atUTF16: middle) != index { faults.append("index at \(middle)") }
    }
    let range = ranges[ranges.count / 2]
    if document.text(inUTF16: range).string != text.slice(utf16: range).string {
      faults.append("text of \(range)")
    }
    return faults
  }

  /// The differences of placed paragraphs from their text laid out anew.
  func faults(_ placed: [PlacedParagraph]) -> [String] {
    var faults: [String] = []
    let ranges = ranges
    for (one, next) in zip(placed, placed.dropFirst()) {
      if next.index != one.index + 1 { faults.append("index \(next.index)") }
      if next.top != one.top + rounded(one.layout.size.height) + spacing {
        faults.append("top \(next.index)")
      }
      if next.firstLine != one.firstLine + one.layout.lines.count {
        faults.append("first line \(next.index)")
      }
    }
    for paragraph in placed {
      let range = ranges[paragraph.index]
      if paragraph.utf16Range != range { faults.append("range \(paragraph.index)") }
      if LayoutDigest(paragraph.layout) != LayoutDigest(layout(range)) {
        faults.append("layout \(paragraph.index)")
      }
    }
    return faults
  }

  /// The differences of a measured document in height and lines.
  func measureFaults(_ document: TextDocument) -> [String] {
    var faults: [String] = []
    var (top, line) = (0.0, 0)
    for (index, range) in ranges.enumerated() {
      let place = document.place(ofParagraph: index)
      if place.top != top { faults.append("top \(index): \(place.top) instead of \(top)") }
      if place.line != line { faults.append("line \(index)") }
      let layout = layout(range)
      if document.paragraphIndex(atY: top + rounded(layout.size.height) / 2) != index {
        faults.append("paragraph at \(top)")
      }
      top += rounded(layout.size.height) + spacing
      line += layout.lines.count
    }
    if document.height != top - spacing { faults.append("height") }
    if document.lineCount != line { faults.append("lineCount") }
    if document.unmeasuredCount != 0 { faults.append("unmeasured") }
    return faults
  }

  /// The differences of the caret of an offset, in a measured document.
  func caretFaults(_ document: TextDocument, _ offset: Int) -> [String] {
    let inside = min(max(0, offset), text.utf16Count)
    var (top, line) = (0.0, 0)
    for range in ranges {
      let layout = layout(range)
      if inside < range.upperBound || range.upperBound == text.utf16Count {
        let expected = layout.caret(at: offset - range.lowerBound)
        let caret = document.caret(at: offset)
        let isSame =
          caret.utf16Offset == expected.utf16Offset + range.lowerBound
          && caret.line == expected.line + line && caret.x == expected.x
          && caret.top == expected.top + top && caret.bottom == expected.bottom + top
        return isSame ? [] : ["caret at \(offset)"]
      }
      top += rounded(layout.size.height) + spacing
      line += layout.lines.count
    }
    return ["no paragraph at \(offset)"]
  }

  /// The differences of the offset at a point, in a measured document.
  func pointFaults(_ document: TextDocument, _ point: Point) -> [String] {
    var top = 0.0
    let ranges = ranges
    for (index, range) in ranges.enumerated() {
      let layout = layout(range)
      let bottom = top + rounded(layout.size.height)
      if point.y < bottom + spacing / 2 || index == ranges.count - 1 {
        let expected = range.lowerBound + layout.offset(at: Point(x: point.x, y: point.y - top))
        return document.offset(at: point) == expected ? [] : ["offset at \(point)"]
      }
      top = bottom + spacing
    }
    return ["no paragraph at \(point)"]
  }
}

extension TextDocument {
  /// Whether all chunks are at one logarithmic depth, and are neither empty nor too long.
  var isBalanced: Bool {
    var chunks = 0
    func check(_ node: DocumentNode) -> Bool {
      switch node.content {
      case .chunk(let chunk):
        chunks += 1
        return node.depth == 0 && !chunk.entries.isEmpty
          && (chunk.entries.count == 1 || chunk.count <= 2 * DocumentChunk.mostUnits)
      case .nodes(let nodes):
        return !nodes.isEmpty && nodes.count <= DocumentNode.mostNodes
          && nodes.allSatisfy { $0.depth == node.depth - 1 && check($0) }
      }
    }
    guard check(root) else { return false }
    var (depth, most) = (0, 1)
    while most < chunks {
      most *= DocumentNode.mostNodes / 2
      depth += 1
    }
    return root.depth <= depth + 1
  }
}
