extension AttributedText {
  /// Part of the text in its styles.
  ///
  /// `range` must be of `string`; what lies outside the text is left out. Empty ranges keep the
  /// style of the place.
  ///
  /// - Complexity: O(units + stretches).
  public subscript(range: Range<String.Index>) -> AttributedText {
    slice(utf16: utf16Range(range))
  }

  /// Part of the text in its styles, by UTF-16 offsets.
  ///
  /// What lies outside the text is left out; a pair of which the range has one half is taken whole.
  /// Empty ranges keep the style of the place.
  ///
  /// - Complexity: O(units + stretches).
  public func slice(utf16 range: Range<Int>) -> AttributedText {
    let whole = wholeScalars(range)
    guard !whole.isEmpty else {
      return AttributedText("", style: style(atUTF16: whole.lowerBound))
    }
    let start = index(atUTF16: whole.lowerBound)
    let end = string.utf16.index(start, offsetBy: whole.count)
    var kept: [Run] = []
    for run in runs where run.end > whole.lowerBound {
      kept.append(
        Run(end: min(run.end, whole.upperBound) - whole.lowerBound, style: run.style))
      if run.end >= whole.upperBound { break }
    }
    return AttributedText(String(string[start..<end]), runs: kept)
  }

  /// Both texts, one after the other, in their own styles.
  public static func + (left: AttributedText, right: AttributedText) -> AttributedText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Adds text in its own styles at the end.
  public static func += (left: inout AttributedText, right: AttributedText) {
    left.append(right)
  }
}
