extension TextDocument {
  /// Appends text of one style, for example a token of a stream.
  ///
  /// - Complexity: That of ``append(_:)``.
  public mutating func append(_ string: String, style: TextStyle) {
    append(AttributedText(string, style: style))
  }

  /// Appends text in its own styles.
  ///
  /// - Complexity: O(log paragraphs), and O(units) of the text and of the last paragraph.
  public mutating func append(_ text: AttributedText) {
    replace(inUTF16: utf16Count..<utf16Count, with: text)
  }

  /// Replaces a range of UTF-16 offsets with other text, which keeps its own styles.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs. Boxes are treated as in
  /// `AttributedText.replace(inUTF16:with:)`.
  ///
  /// - Complexity: O(log paragraphs), and O(units) of the text and of the paragraphs at the edges
  ///   of the range. Nothing is prepared.
  public mutating func replace(inUTF16 range: Range<Int>, with text: AttributedText) {
    let lower = min(max(0, range.lowerBound), utf16Count)
    let upper = min(max(lower, range.upperBound), utf16Count)
    guard lower < upper || !text.isEmpty || text.inline != nil else { return }
    let edit = edited(lower..<upper, with: text)
    replace(edit.paragraphs, with: edit.text)
  }

  /// Returns the paragraphs to replace for an edit, and their new text.
  private func edited(
    _ range: Range<Int>, with text: AttributedText
  ) -> (paragraphs: Range<Int>, text: AttributedText) {
    guard !isEmpty else {
      var whole = place(ofParagraph: 0).text
      whole.replace(inUTF16: 0..<0, with: text)
      return (0..<1, whole)
    }
    let count = paragraphCount
    let first = place(ofUTF16: range.lowerBound)
    var start = range.lowerBound == utf16Count ? count : first.index
    let last = place(ofUTF16: range.upperBound)
    var end =
      range.upperBound == utf16Count
      ? count : range.upperBound > last.range.lowerBound ? last.index + 1 : last.index
    var region = text
    if start < end {
      region = self.text(ofParagraphs: start..<end)
      let offset = first.range.lowerBound
      region.replace(
        inUTF16: range.lowerBound - offset..<range.upperBound - offset, with: text)
    }
    // The new text may continue the paragraph before it, and be continued by the one after it.
    if end < count {
      let next = place(ofParagraph: end).text
      if region.continues(in: next) {
        region.append(next)
        end += 1
      }
    }
    if start > 0 {
      var before = place(ofParagraph: start - 1).text
      let hasNext = region.isEmpty && region.inline == nil && end < count
      let next = hasNext ? place(ofParagraph: end).text : region
      if before.continues(in: next) {
        before.append(next)
        region = before
        start -= 1
        end += hasNext ? 1 : 0
      }
    }
    return (start..<end, region)
  }

  /// Replaces paragraphs with those of a text.
  private mutating func replace(_ range: Range<Int>, with text: AttributedText) {
    if text.isEmpty, range.count == paragraphCount {
      root = Self.tree(of: text, estimate)
      shown.replace(range, count: 1)
      return
    }
    let new = text.isEmpty ? nil : DocumentChunk(text, estimate)
    let count = new?.entries.count ?? 0
    // Whole chunks are replaced: those at the edges of the range, and others if too little is left.
    let first = place(ofParagraph: min(range.lowerBound, paragraphCount - 1))
    let last = place(ofParagraph: max(range.lowerBound, range.upperBound - 1))
    var start = first.index - first.indexInChunk
    var end = last.index - last.indexInChunk + last.chunk.entries.count
    var chunk = first.chunk.part(0..<range.lowerBound - start)
    chunk.add(new)
    let firstOfLast = last.index - last.indexInChunk
    chunk.add(last.chunk.part(range.upperBound - firstOfLast..<last.chunk.entries.count))
    if chunk?.count ?? 0 < DocumentChunk.mostUnits / 2 {
      let next = end < paragraphCount ? place(ofParagraph: end).chunk : nil
      let before = start > 0 ? place(ofParagraph: start - 1).chunk : nil
      if let next, next.count <= DocumentChunk.mostUnits {
        chunk.add(next)
        end += next.entries.count
      } else if var joined = before, joined.count <= DocumentChunk.mostUnits {
        start -= joined.entries.count
        if let chunk { joined.append(chunk) }
        chunk = joined
      }
    }
    let (left, rest) = root.divided(before: start)
    let right = rest?.divided(before: end - start).right
    let middle = DocumentNode.tree(of: chunk?.divided() ?? [])
    if let whole = DocumentNode.joined(DocumentNode.joined(left, middle), right) { root = whole }
    shown.replace(range, count: count)
  }
}

extension AttributedText {
  /// Whether the text and the one after it are parts of one paragraph, unless both are empty.
  fileprivate func continues(in next: AttributedText) -> Bool {
    if isEmpty { return inline != nil }
    if next.isEmpty { return next.inline != nil }
    return !ParagraphEnds.isEnd(between: string, and: next.string)
  }
}

extension DocumentChunk? {
  /// Appends the paragraphs of another chunk.
  fileprivate mutating func add(_ other: DocumentChunk?) {
    guard let other else { return }
    if self == nil { self = other } else { self?.append(other) }
  }
}
