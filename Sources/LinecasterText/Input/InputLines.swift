package import LinecasterBase

/// The lines of an input's shown text: one layout of all of it, or a document.
package protocol InputLines {
  var paragraphCount: Int { get }
  func placedParagraph(at index: Int) -> PlacedParagraph
  func paragraphIndex(atUTF16 offset: Int) -> Int
  func paragraphIndex(atY y: Double) -> Int
}

extension TextDocument: InputLines {
  /// Returns the document of an input's shown text after edits, in the style of its first
  /// paragraph.
  ///
  /// - Complexity: O(units) to compare the texts, and that of the edit.
  package func edited(from old: TextInput, to new: TextInput) -> TextDocument {
    guard let change = old.shownChange(to: new) else { return self }
    var text = self
    text.replace(
      inUTF16: change.range,
      with: AttributedText(change.text, style: paragraph(at: 0).text.runs[0].style))
    return text
  }
}

extension TextLayout: InputLines {
  package var paragraphCount: Int { 1 }
  package func paragraphIndex(atUTF16 offset: Int) -> Int { 0 }
  package func paragraphIndex(atY y: Double) -> Int { 0 }

  /// Returns the whole layout, whatever the index is.
  package func placedParagraph(at index: Int) -> PlacedParagraph {
    PlacedParagraph(
      index: 0, utf16Range: 0..<paragraph.sourceMap.sourceCount, firstLine: 0, top: 0, layout: self)
  }
}

/// A caret in its paragraph.
package struct CaretPlace {
  package let paragraph: PlacedParagraph
  /// The caret in the coordinates and offsets of the paragraph.
  let inParagraph: Caret

  init(_ inParagraph: Caret, in paragraph: PlacedParagraph) {
    (self.inParagraph, self.paragraph) = (inParagraph, paragraph)
  }

  /// The caret in the coordinates and offsets of all lines.
  package var caret: Caret {
    Caret(
      utf16Offset: utf16Offset, affinity: inParagraph.affinity,
      line: inParagraph.line + paragraph.firstLine, x: inParagraph.x,
      top: inParagraph.top + paragraph.top, bottom: inParagraph.bottom + paragraph.top)
  }

  var utf16Offset: Int { inParagraph.utf16Offset + paragraph.utf16Range.lowerBound }

  /// The frame of the caret's line, in layout points from the top of all lines.
  package var lineFrame: Rect {
    paragraph.layout.frame(ofLine: inParagraph.line).offset(x: 0, y: paragraph.top)
  }

  /// The text of the caret's line, as UTF-16 offsets of all lines.
  var lineRange: Range<Int> {
    let range = paragraph.layout.allLines[inParagraph.line].utf16Range
    let start = paragraph.utf16Range.lowerBound
    return range.lowerBound + start..<range.upperBound + start
  }

  /// Whether the paragraph on the caret's line is right-to-left.
  var runsRightToLeft: Bool { paragraph.layout.runsRightToLeft(onLine: inParagraph.line) }

  func isOnSameLine(as other: CaretPlace) -> Bool {
    paragraph.index == other.paragraph.index && inParagraph.line == other.inParagraph.line
  }
}

extension InputLines {
  /// Returns one caret of an offset; if it has two, the affinity selects one.
  func caretPlace(at offset: Int, affinity: CaretAffinity = .downstream) -> CaretPlace {
    let paragraph = placedParagraph(at: paragraphIndex(atUTF16: offset))
    let start = paragraph.utf16Range.lowerBound
    return CaretPlace(
      paragraph.layout.caret(at: offset - start, affinity: affinity), in: paragraph)
  }

  /// Returns the caret nearest to a point.
  func caretPlace(nearest point: Point) -> CaretPlace {
    let paragraph = placedParagraph(at: paragraphIndex(atY: point.y))
    return CaretPlace(
      paragraph.layout.caret(nearest: point.offset(x: 0, y: -paragraph.top)), in: paragraph)
  }

  /// Returns the caret one grapheme beside another in visual order; `nil` at the ends of the text.
  func caretPlace(beside place: CaretPlace, to direction: CaretDirection) -> CaretPlace? {
    if let caret = place.paragraph.layout.nextCaret(
      from: place.inParagraph, by: .grapheme(direction))
    {
      return CaretPlace(caret, in: place.paragraph)
    }
    let goesRight = direction == .right
    return caretPlace(
      onLineAfter: place, isForward: goesRight != place.runsRightToLeft,
      nearestX: goesRight ? -.infinity : .infinity)
  }

  /// Returns the caret of the next or previous line nearest to a position along it; `nil` at the
  /// ends of the text.
  func caretPlace(
    onLineAfter place: CaretPlace, isForward: Bool, nearestX x: Double
  ) -> CaretPlace? {
    var paragraph = place.paragraph
    var line = place.inParagraph.line + (isForward ? 1 : -1)
    if line < 0 {
      guard paragraph.index > 0 else { return nil }
      paragraph = placedParagraph(at: paragraph.index - 1)
      line = paragraph.layout.lineCount - 1
    } else if line >= paragraph.layout.lineCount {
      guard paragraph.index < paragraphCount - 1 else { return nil }
      paragraph = placedParagraph(at: paragraph.index + 1)
      line = 0
    }
    return CaretPlace(paragraph.layout.caret(onLine: line, nearestX: x), in: paragraph)
  }

  /// Returns the caret of the line at a distance from the top, nearest to a position along it.
  func caretPlace(onLineAtY y: Double, nearestX x: Double) -> CaretPlace {
    let paragraph = placedParagraph(at: paragraphIndex(atY: y))
    let layout = paragraph.layout
    return CaretPlace(
      layout.caret(onLine: layout.line(atY: y - paragraph.top), nearestX: x), in: paragraph)
  }
}
