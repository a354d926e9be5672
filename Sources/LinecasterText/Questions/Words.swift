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
