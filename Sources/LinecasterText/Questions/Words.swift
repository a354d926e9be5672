extension TextLayout {
  /// The word that an offset is in: a word of letters, or a stretch of spaces, or a mark (UAX 29,
  /// and dictionaries for scripts without spaces), as UTF-16 offsets.
  ///
  ///     let word = layout.word(at: layout.offset(at: point))  // what a double click selects
  ///     let rectangles = layout.rectangles(for: word)
  ///
  /// An offset between two words is in the second one. Offsets outside the text count as its
  /// nearest end; the end of the text is in its last word.
  ///
  /// - Complexity: O(log units) and the length of the word, or in Chinese, Japanese, Thai and the
  ///   like that of the stretch of such text around it. May run on any thread.
  public func word(at offset: Int) -> Range<Int> {
    guard paragraph.count > 0 else { return 0..<paragraph.sourceMap.sourceCount }
    let map = paragraph.sourceMap
    var unit = min(map.offset(ofSource: min(max(0, offset), map.sourceCount)), paragraph.count - 1)
    // What was left out belongs to the unit before it.
    while unit > 0, map.source(of: unit) > offset { unit -= 1 }
    return paragraph.sourceMap.source(of: paragraph.word(containing: unit).units)
  }
}

extension PreparedParagraph {
  /// A word of the text that is laid out.
  struct Word {
    let units: Range<Int>
    /// Whether it has letters, digits or ideographs, and is not spaces or a mark.
    let hasLetters: Bool
  }

  /// The word that a unit is in.
  func word(containing unit: Int) -> Word {
    let found = workers.withWorker { worker in
      text.withUnsafeBufferPointer { worker.analyzer.unicode.word($0, containing: unit) }
    }
    guard let found else { return Word(units: grapheme(containing: unit), hasLetters: true) }
    return Word(units: found.units, hasLetters: found.hasLetters)
  }
}
