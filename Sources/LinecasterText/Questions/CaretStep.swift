/// The unit and the direction of a caret movement.
///
///     let next = layout.nextCaret(from: caret, by: .grapheme(.right))
public enum CaretStep: Hashable, Sendable {
  /// Moves by a grapheme.
  case grapheme(CaretDirection)
  /// Moves to the end of the next word, or to the start of the previous one.
  case word(CaretDirection)
  /// Moves to the next line or the previous one; `right` means `forward` and `left` means
  /// `backward`.
  case line(CaretDirection)
}

/// A direction along the text.
public enum CaretDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// Towards the end of the text, in reading order.
  case forward
  /// Towards the start of the text, in reading order.
  case backward
  /// To the right on the screen, regardless of the writing direction.
  case right
  /// To the left on the screen, regardless of the writing direction.
  case left
}

extension TextLayout {
  /// Returns the caret after a step; `nil` at the end of the text in that direction.
  ///
  ///     var caret = layout.caret(at: 0)
  ///     let column = caret.x
  ///     while let below = layout.nextCaret(from: caret, by: .line(.forward), atX: column) {
  ///       caret = below
  ///     }
  ///
  /// Left and right steps visit graphemes in visual order, and continue from the end of a line on
  /// the next or previous one. Word steps follow the direction of the paragraph.
  ///
  /// - Parameters:
  ///   - caret: A caret of this layout.
  ///   - step: The step.
  ///   - x: The position along the line that steps between lines keep, in layout points; `nil` for
  ///     that of `caret`.
  /// - Complexity: That of `carets(at:)`; for words also that of `word(at:)`.
  public func nextCaret(from caret: Caret, by step: CaretStep, atX x: Double? = nil) -> Caret? {
    let index = min(max(0, caret.line), lineCount - 1)
    switch step {
    case .grapheme(.forward): return caretAfter(caret.utf16Offset)
    case .grapheme(.backward): return caretBefore(caret.utf16Offset)
    case .grapheme(.right): return visualCaret(from: caret, onLine: index, goesRight: true)
    case .grapheme(.left): return visualCaret(from: caret, onLine: index, goesRight: false)
    case .word(let direction):
      return isForward(direction, onLine: index)
        ? wordEnd(after: caret.utf16Offset) : wordStart(before: caret.utf16Offset)
    case .line(let direction):
      let target = direction == .forward || direction == .right ? index + 1 : index - 1
      guard allLines.indices.contains(target) else { return nil }
      return self.caret(onLine: target, nearestX: x ?? caret.x)
    }
  }

  /// Whether a direction leads to the end of the text, given the direction of the line's paragraph.
  private func isForward(_ direction: CaretDirection, onLine index: Int) -> Bool {
    switch direction {
    case .forward: true
    case .backward: false
    case .right: !runsRightToLeft(onLine: index)
    case .left: runsRightToLeft(onLine: index)
    }
  }

  /// Whether the paragraph on a line is right-to-left.
  func runsRightToLeft(onLine index: Int) -> Bool {
    paragraph.baseLevel(at: allLines[index].span.range.lowerBound) & 1 != 0
  }
}

/// Steps in text order.
extension TextLayout {
  private func caretAfter(_ offset: Int) -> Caret? {
    let place = TextBoundary(offset, in: paragraph)
    guard place.after < paragraph.count else { return nil }
    let end = paragraph.grapheme(containing: place.after).upperBound
    return caret(at: paragraph.sourceMap.source(of: end))
  }

  private func caretBefore(_ offset: Int) -> Caret? {
    let place = TextBoundary(offset, in: paragraph)
    guard place.before > 0 else { return nil }
    let start = paragraph.grapheme(containing: place.before - 1).lowerBound
    return caret(at: paragraph.sourceMap.source(of: start))
  }

  private func wordEnd(after offset: Int) -> Caret? {
    guard offset < paragraph.sourceMap.sourceCount else { return nil }
    var unit = TextBoundary(offset, in: paragraph).after
    while unit < paragraph.count {
      let word = paragraph.word(containing: unit)
      unit = max(word.units.upperBound, unit + 1)
      if word.hasLetters { break }
    }
    return caret(at: paragraph.sourceMap.source(of: unit), affinity: .upstream)
  }

  private func wordStart(before offset: Int) -> Caret? {
    guard offset > 0 else { return nil }
    var unit = TextBoundary(offset, in: paragraph).before
    while unit > 0 {
      let word = paragraph.word(containing: unit - 1)
      unit = min(word.units.lowerBound, unit - 1)
      if word.hasLetters { break }
    }
    return caret(at: paragraph.sourceMap.source(of: unit))
  }
}

/// Steps in visual order.
extension TextLayout {
  private func visualCaret(from caret: Caret, onLine index: Int, goesRight: Bool) -> Caret? {
    let map = map(ofLine: index)
    if let unit = map.unit(beside: caret.x, isRight: goesRight) {
      let grapheme = paragraph.grapheme(containing: unit).clamped(to: map.line.span.extent)
      let isRightToLeft = map.parts.segment(containing: unit)?.isRightToLeft ?? false
      return goesRight != isRightToLeft
        ? self.caret(behind: grapheme, on: map, index)
        : self.caret(before: grapheme, on: map, index)
    }
    let target = isForward(goesRight ? .right : .left, onLine: index) ? index + 1 : index - 1
    guard allLines.indices.contains(target) else { return nil }
    return self.caret(
      onLine: target, nearestX: goesRight ? -Double.infinity : .infinity)
  }
}

extension TextLayout {
  /// Returns the word at an offset, as UTF-16 offsets: letters, a run of spaces or a punctuation
  /// mark (UAX 29, with dictionaries for scripts without spaces).
  ///
  ///     let word = layout.word(at: layout.offset(at: point))  // what a double click selects
  ///     let rectangles = layout.rectangles(for: word)
  ///
  /// An offset between two words belongs to the second one. Offsets are clamped to the text; its
  /// end belongs to the last word.
  ///
  /// - Complexity: O(log units + length of the word). In Chinese, Japanese, Thai and similar
  ///   scripts, the length is that of the surrounding text in such a script. May run on any thread.
  public func word(at offset: Int) -> Range<Int> {
    guard paragraph.count > 0 else { return 0..<paragraph.sourceMap.sourceCount }
    let map = paragraph.sourceMap
    var unit = min(map.offset(ofSource: min(max(0, offset), map.sourceCount)), paragraph.count - 1)
    // Removed text belongs to the unit before it.
    while unit > 0, map.source(of: unit) > offset { unit -= 1 }
    return paragraph.sourceMap.source(of: paragraph.word(containing: unit).units)
  }
}

extension PreparedParagraph {
  /// A word of the laid-out text.
  struct Word {
    let units: Range<Int>
    /// Whether it has letters, digits or ideographs, unlike spaces and punctuation marks.
    let hasLetters: Bool
  }

  /// Returns the word that contains a unit.
  func word(containing unit: Int) -> Word {
    let found = workers.withWorker { worker in
      text.withUnsafeBufferPointer { worker.analyzer.unicode.word($0, containing: unit) }
    }
    guard let found else { return Word(units: grapheme(containing: unit), hasLetters: true) }
    return Word(units: found.units, hasLetters: found.hasLetters)
  }
}
