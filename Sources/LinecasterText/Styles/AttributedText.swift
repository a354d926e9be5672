import LinecasterBase

/// Text and the style of each part of it.
///
///     var text = AttributedText("Read the manual")
///     if let word = text.string.firstRange(of: "manual") {
///       text.updateStyle(in: word) { $0.slant = .italic }
///     }
///     text.append(" first", style: TextStyle(weight: .bold))
public struct AttributedText: Hashable, Sendable {
  /// The text of all parts.
  public private(set) var string: String
  /// The styles in text order, each with the UTF-16 offset it ends at; adjacent ones differ, and
  /// there is one even where there is no text.
  private(set) var runs: [Run]
  /// The boxes and attachments; nil for text that has none, as nearly all has.
  var inline: InlineContent?

  /// A stretch of one style.
  struct Run: Hashable, Sendable {
    var end: Int
    var style: TextStyle
    /// Whether its text is shaped apart from that before it even where both look alike.
    var startsItem = false
  }

  /// Makes text of one style.
  public init(_ string: String = "", style: TextStyle = TextStyle()) {
    self.string = string
    runs = [Run(end: string.utf16.count, style: style)]
  }

  /// Makes text of styles that follow each other; the last run must end where the text does.
  init(_ string: String, runs: [Run]) {
    self.string = string
    self.runs = runs
  }

  /// The length of the text in UTF-16 units.
  var utf16Count: Int { runs[runs.count - 1].end }

  /// About the memory of the text, its styles and what stands in it, in bytes.
  var byteCount: Int {
    2 * PreparedParagraph.blockBytes + string.utf8.count
      + runs.count * (MemoryLayout<Run>.stride + TextStyle.byteCount) + (inline?.byteCount ?? 0)
  }

  /// Whether there is no text.
  public var isEmpty: Bool { utf16Count == 0 }

  /// Adds text of a style at the end.
  public mutating func append(_ string: String, style: TextStyle) {
    append(AttributedText(string, style: style))
  }

  /// Adds text in its own styles at the end.
  public mutating func append(_ other: AttributedText) {
    guard !other.isEmpty || other.inline != nil else { return }
    // The sum spares counting the whole text again.
    let start = utf16Count
    if !other.isEmpty {
      if isEmpty { runs.removeAll() }
      string += other.string
      for run in other.runs { runs.add(run.style, upTo: start + run.end) }
    }
    if let added = other.inline {
      var inline = inline ?? InlineContent()
      self.inline = nil
      inline.append(added, at: start)
      self.inline = inline
    }
  }

  /// Gives every style of a range again, the text around keeping its own.
  mutating func restyle(_ range: Range<Int>, _ change: (TextStyle) -> TextStyle) {
    guard !range.isEmpty else { return }
    var changed: [Run] = []
    var start = 0
    for run in runs {
      let inside = range.clamped(to: start..<run.end)
      if inside.isEmpty {
        changed.add(run.style, upTo: run.end)
      } else {
        if inside.lowerBound > start { changed.add(run.style, upTo: inside.lowerBound) }
        changed.add(change(run.style), upTo: inside.upperBound)
        if inside.upperBound < run.end { changed.add(run.style, upTo: run.end) }
      }
      start = run.end
    }
    runs = changed
  }

  /// Gives every style again, that of empty text too.
  mutating func restyle(_ change: (TextStyle) -> TextStyle) {
    var changed: [Run] = []
    for run in runs { changed.add(change(run.style), upTo: run.end) }
    runs = changed
  }
}

extension AttributedText {
  /// Whether both have the same characters in the same styles.
  ///
  /// Compared code unit by code unit: strings that are only canonically equivalent are laid out
  /// from different characters.
  public static func == (left: AttributedText, right: AttributedText) -> Bool {
    left.runs == right.runs && left.inline == right.inline
      && ExactText(left.string) == ExactText(right.string)
  }

  /// Feeds the code units and the styles to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(string))
    hasher.combine(runs)
    hasher.combine(inline)
  }
}

extension [AttributedText.Run] {
  /// Adds a style for what follows up to an end, to the last run where that has the same style.
  mutating func add(_ style: TextStyle, upTo end: Int) {
    if let last, last.style == style {
      self[count - 1].end = end
    } else {
      append(AttributedText.Run(end: end, style: style))
    }
  }
}

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
  func style(atUTF16 offset: Int) -> TextStyle {
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
  mutating func setStyle(_ style: TextStyle, inUTF16 range: Range<Int>) {
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

/// A stretch of attributed text that has one style.
public struct StyledRange: Hashable, Sendable {
  /// The stretch as UTF-16 offsets into the text.
  public let utf16Range: Range<Int>
  /// Its style.
  public let style: TextStyle
}

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
  func slice(utf16 range: Range<Int>) -> AttributedText {
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
    var slice = AttributedText(String(string[start..<end]), runs: kept)
    slice.inline = inline?.slice(whole)
    return slice
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
