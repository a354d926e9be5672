import LinecasterBase

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
