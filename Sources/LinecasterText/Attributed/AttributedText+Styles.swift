extension AttributedText {
  /// The stretches of one style, in text order; one, which is empty, where there is no text.
  ///
  /// - Complexity: O(stretches).
  public var styledRanges: [StyledRange] {
    var start = 0
    return runs.map { run in
      defer { start = run.end }
      return StyledRange(utf16Range: start..<run.end, style: run.style)
    }
  }

  /// The style of the character at a UTF-16 offset; offsets outside the text count as its nearest.
  ///
  /// - Complexity: O(stretches).
  public func style(atUTF16 offset: Int) -> TextStyle {
    (runs.first { offset < $0.end } ?? runs[runs.count - 1]).style
  }

  /// Gives a range one style.
  ///
  /// `range` must be of `string`; what lies outside the text is left out.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func setStyle(_ style: TextStyle, in range: Range<String.Index>) {
    setStyle(style, inUTF16: utf16Range(range))
  }

  /// Gives a range of UTF-16 offsets one style.
  ///
  /// What lies outside the text is left out; a pair of which the range has one half is taken whole.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func setStyle(_ style: TextStyle, inUTF16 range: Range<Int>) {
    restyle(wholeScalars(range)) { _ in style }
  }

  /// Changes the style of every part of a range, each from what it is.
  ///
  /// `range` must be of `string`; what lies outside the text is left out.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func updateStyle(
    in range: Range<String.Index>, _ change: (inout TextStyle) -> Void
  ) {
    updateStyle(inUTF16: utf16Range(range), change)
  }

  /// Changes the style of every part of a range of UTF-16 offsets, each from what it is.
  ///
  /// What lies outside the text is left out; a pair of which the range has one half is taken whole.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func updateStyle(
    inUTF16 range: Range<Int>, _ change: (inout TextStyle) -> Void
  ) {
    restyle(wholeScalars(range)) { style in
      var style = style
      change(&style)
      return style
    }
  }

  /// Changes the style of every part of the text, each from what it is.
  ///
  /// - Complexity: O(stretches).
  public mutating func updateStyle(_ change: (inout TextStyle) -> Void) {
    restyle { style in
      var style = style
      change(&style)
      return style
    }
  }

  /// The offsets of a range of the string, what lies outside it left out.
  func utf16Range(_ range: Range<String.Index>) -> Range<Int> {
    let bounds = range.clamped(to: string.startIndex..<string.endIndex)
    let start = string.utf16.distance(from: string.startIndex, to: bounds.lowerBound)
    return start..<start
      + string.utf16.distance(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// A range within the text that starts and ends between characters.
  func wholeScalars(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<utf16Count)
    guard !range.isEmpty else { return range }
    let lower = index(atUTF16: range.lowerBound)
    let upper = string.utf16.index(lower, offsetBy: range.count)
    let start = isInsidePair(lower) ? range.lowerBound - 1 : range.lowerBound
    return start..<(isInsidePair(upper) ? range.upperBound + 1 : range.upperBound)
  }

  /// The place of an offset within the text.
  func index(atUTF16 offset: Int) -> String.Index {
    string.utf16.index(string.startIndex, offsetBy: offset)
  }

  private func isInsidePair(_ index: String.Index) -> Bool {
    index < string.endIndex && UTF16.isTrailSurrogate(string.utf16[index])
  }
}
