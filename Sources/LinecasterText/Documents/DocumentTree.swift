import LinecasterBase

/// A node of a document's tree of paragraphs: a chunk of text, or up to 16 nodes.
///
/// All chunks are at the same depth. Nodes never change, so versions of a document share them.
final class DocumentNode: Sendable {
  let content: Content
  let summary: DocumentSummary
  /// The number of levels below the node.
  let depth: Int

  enum Content: Sendable {
    case chunk(DocumentChunk)
    case nodes([DocumentNode])
  }

  /// The most nodes of a node; the fewest are half of them, except at the root.
  static let mostNodes = 16

  init(_ chunk: DocumentChunk) {
    content = .chunk(chunk)
    summary = DocumentSummary(chunk)
    depth = 0
  }

  private init(_ nodes: [DocumentNode]) {
    content = .nodes(nodes)
    summary = nodes.reduce(into: DocumentSummary()) { $0 += $1.summary }
    depth = (nodes.first?.depth ?? 0) + 1
  }

  /// Returns the tree of some chunks; `nil` for none.
  ///
  /// - Complexity: O(chunks).
  static func tree(of chunks: [DocumentChunk]) -> DocumentNode? {
    var nodes = chunks.map { DocumentNode($0) }
    while nodes.count > 1 { nodes = grouped(nodes) }
    return nodes.first
  }

  /// Divides nodes of one depth among as few nodes above them as possible.
  private static func grouped(_ nodes: [DocumentNode]) -> [DocumentNode] {
    let groups = (nodes.count + mostNodes - 1) / mostNodes
    return (0..<groups).map { group in
      DocumentNode(
        Array(nodes[nodes.count * group / groups..<nodes.count * (group + 1) / groups]))
    }
  }

  /// Concatenates two trees.
  ///
  /// - Complexity: O(difference of the depths).
  static func joined(_ left: DocumentNode?, _ right: DocumentNode?) -> DocumentNode? {
    guard let left else { return right }
    guard let right else { return left }
    let nodes = merged(left, right)
    return nodes.count == 1 ? nodes[0] : DocumentNode(nodes)
  }

  /// Returns one or two nodes of the greater depth.
  private static func merged(_ left: DocumentNode, _ right: DocumentNode) -> [DocumentNode] {
    if left.depth == right.depth {
      guard case .nodes(let some) = left.content, case .nodes(let others) = right.content,
        min(some.count, others.count) < mostNodes / 2
      else { return [left, right] }
      return grouped(some + others)
    }
    if left.depth > right.depth {
      guard case .nodes(let nodes) = left.content, let last = nodes.last else { return [right] }
      return grouped(nodes.dropLast() + merged(last, right))
    }
    guard case .nodes(let nodes) = right.content, let first = nodes.first else { return [left] }
    return grouped(merged(left, first) + nodes.dropFirst())
  }

  /// Divides the tree before a paragraph that is the first of its chunk.
  ///
  /// - Complexity: O(log chunks).
  func divided(before paragraph: Int) -> (left: DocumentNode?, right: DocumentNode?) {
    if paragraph <= 0 { return (nil, self) }
    guard paragraph < summary.paragraphs, case .nodes(let nodes) = content else {
      return (self, nil)
    }
    var start = 0
    for (index, node) in nodes.enumerated() {
      let end = start + node.summary.paragraphs
      if paragraph < end {
        let parts = node.divided(before: paragraph - start)
        return (
          Self.joined(Self.above(nodes[..<index]), parts.left),
          Self.joined(parts.right, Self.above(nodes[(index + 1)...]))
        )
      }
      start = end
    }
    return (self, nil)
  }

  /// Returns the node above some nodes; the only one itself.
  private static func above(_ nodes: ArraySlice<DocumentNode>) -> DocumentNode? {
    nodes.count > 1 ? DocumentNode(Array(nodes)) : nodes.first
  }

  /// Changes the chunks that contain some of the paragraphs, but not their paragraphs and units.
  ///
  /// - Parameter change: Receives a chunk and the index of its first paragraph.
  /// - Complexity: O(chunks with such paragraphs + log chunks), plus that of the changes.
  func updating(
    _ range: Range<Int>, _ change: (inout DocumentChunk, Int) -> Void
  ) -> DocumentNode {
    updating(range, at: 0, change)
  }

  private func updating(
    _ range: Range<Int>, at first: Int, _ change: (inout DocumentChunk, Int) -> Void
  ) -> DocumentNode {
    switch content {
    case .chunk(var chunk):
      change(&chunk, first)
      return DocumentNode(chunk)
    case .nodes(var nodes):
      var start = first
      for index in nodes.indices {
        let end = start + nodes[index].summary.paragraphs
        if range.lowerBound < end, start < range.upperBound {
          nodes[index] = nodes[index].updating(range, at: start, change)
        }
        start = end
      }
      return DocumentNode(nodes)
    }
  }

  /// Returns the first chunk whose end is after a place, or the last chunk, with what is before it.
  ///
  /// - Parameter measure: The place of the end of some paragraphs, ascending.
  /// - Complexity: O(log chunks).
  func chunk<Place: Comparable>(
    at place: Place, _ measure: (DocumentSummary) -> Place
  ) -> (chunk: DocumentChunk, before: DocumentSummary) {
    var node = self
    var before = DocumentSummary()
    while true {
      switch node.content {
      case .chunk(let chunk): return (chunk, before)
      case .nodes(let nodes):
        var index = 0
        while index < nodes.count - 1, measure(before + nodes[index].summary) <= place {
          before += nodes[index].summary
          index += 1
        }
        node = nodes[index]
      }
    }
  }

  /// Calls a closure for each chunk that contains some of the paragraphs, in text order, with the
  /// index of its first paragraph.
  func forEachChunk(in range: Range<Int>, _ body: (DocumentChunk, Int) -> Void) {
    forEachChunk(in: range, at: 0, body)
  }

  private func forEachChunk(
    in range: Range<Int>, at first: Int, _ body: (DocumentChunk, Int) -> Void
  ) {
    switch content {
    case .chunk(let chunk): body(chunk, first)
    case .nodes(let nodes):
      var start = first
      for node in nodes {
        let end = start + node.summary.paragraphs
        if range.lowerBound < end, start < range.upperBound {
          node.forEachChunk(in: range, at: start, body)
        }
        start = end
      }
    }
  }

  /// The approximate memory of the tree, in bytes.
  ///
  /// - Complexity: O(chunks).
  var byteCount: Int {
    let own = MemoryLayout<DocumentSummary>.size + PreparedParagraph.blockBytes
    switch content {
    case .chunk(let chunk): return own + MemoryLayout<DocumentChunk>.size + chunk.byteCount
    case .nodes(let nodes):
      return nodes.reduce(own + nodes.capacity * MemoryLayout<DocumentNode>.stride) {
        $0 + $1.byteCount
      }
    }
  }
}

/// Counts and measurements of consecutive paragraphs.
struct DocumentSummary: Hashable, Sendable {
  var paragraphs = 0
  /// The number of UTF-16 units.
  var units = 0
  /// The number of UTF-8 units.
  var bytes = 0
  /// The number of lines, measured or estimated.
  var lines = 0
  /// The height of the lines without the space between paragraphs, measured or estimated.
  var height = 0.0
  /// The number of paragraphs whose lines and height are estimated.
  var unmeasured = 0

  init() {}

  init(_ chunk: DocumentChunk) {
    for entry in chunk.entries { add(entry) }
    units = chunk.count
    bytes = chunk.text.string.utf8.count
  }

  /// Adds a paragraph's measurements, without its units.
  mutating func add(_ entry: DocumentChunk.Entry) {
    paragraphs += 1
    lines += Int(entry.lines)
    height += entry.height
    if !entry.isMeasured { unmeasured += 1 }
  }

  static func += (sum: inout DocumentSummary, other: DocumentSummary) {
    sum.paragraphs += other.paragraphs
    sum.units += other.units
    sum.bytes += other.bytes
    sum.lines += other.lines
    sum.height += other.height
    sum.unmeasured += other.unmeasured
  }

  static func + (left: DocumentSummary, right: DocumentSummary) -> DocumentSummary {
    var sum = left
    sum += right
    return sum
  }
}

/// A paragraph of a document, with what is before it.
struct DocumentPlace {
  let chunk: DocumentChunk
  /// The index in the chunk.
  let indexInChunk: Int
  /// The index in the document.
  let index: Int
  /// The offsets in the document, in UTF-16 units.
  let range: Range<Int>
  /// The index of the first line.
  let line: Int
  /// The top edge, in layout points.
  let top: Double

  var entry: DocumentChunk.Entry { chunk.entries[indexInChunk] }
  /// The bottom edge, without the space below.
  var bottom: Double { top + entry.height }
  /// The text of the paragraph.
  var text: AttributedText { chunk.text(of: indexInChunk..<indexInChunk + 1) }

  init(_ chunk: DocumentChunk, _ indexInChunk: Int, before: DocumentSummary, spacing: Double) {
    self.chunk = chunk
    self.indexInChunk = indexInChunk
    var before = before
    let start = before.units
    for entry in chunk.entries[..<indexInChunk] { before.add(entry) }
    index = before.paragraphs
    line = before.lines
    top = before.height + spacing * Double(before.paragraphs)
    let units = chunk.range(indexInChunk)
    range = start + units.lowerBound..<start + units.upperBound
  }
}

extension TextDocument {
  /// The space between two paragraphs, in layout points.
  var spacing: Double {
    let spacing = style.paragraphSpacing
    return spacing > 0 ? HeightEstimate.rounded(min(spacing, Limit.lineHeight)) : 0
  }

  func place(ofParagraph index: Int) -> DocumentPlace {
    let index = min(max(0, index), paragraphCount - 1)
    let (chunk, before) = root.chunk(at: index) { $0.paragraphs }
    return DocumentPlace(chunk, index - before.paragraphs, before: before, spacing: spacing)
  }

  func place(ofUTF16 offset: Int) -> DocumentPlace {
    let (chunk, before) = root.chunk(at: max(0, offset)) { $0.units }
    let inChunk = offset - before.units
    let index = chunk.entries.bisect { $0.end > inChunk }
    return DocumentPlace(
      chunk, min(index, chunk.entries.count - 1), before: before, spacing: spacing)
  }

  func place(atY y: Double) -> DocumentPlace {
    let y = y.isNaN ? 0 : y
    let spacing = spacing
    func bottom(_ summary: DocumentSummary) -> Double {
      summary.height + spacing * Double(summary.paragraphs)
    }
    let (chunk, before) = root.chunk(at: y, bottom)
    var sum = before
    var index = 0
    while index < chunk.entries.count - 1 {
      sum.add(chunk.entries[index])
      if bottom(sum) > y { break }
      index += 1
    }
    return DocumentPlace(chunk, index, before: before, spacing: spacing)
  }
}
