import LinecasterBase

/// Text with a style for each of its parts (Foundation `AttributedString`).
///
///     var text = AttributedText("Read the manual")
///     if let word = text.string.firstRange(of: "manual") {
///       text.updateStyle(in: word) { $0.slant = .italic }
///     }
///     text.append(" first", style: TextStyle(weight: .bold))
///
/// ## Topics
///
/// ### Create text
///
/// - ``init(_:style:)``
/// - ``init(style:_:)``
///
/// ### Read text
///
/// - ``string``
/// - ``isEmpty``
/// - ``styledRanges``
///
/// ### Add text
///
/// - ``append(_:)``
/// - ``append(_:in:)``
/// - ``append(_:with:)``
/// - ``appendLineBreak(style:)``
///
/// ### Change text
///
/// - ``setStyle(_:in:)``
/// - ``updateStyle(in:_:)``
/// - ``updateStyle(inUTF16:_:)``
/// - ``updateStyle(_:)``
/// - ``replace(inUTF16:with:)``
public struct AttributedText: Hashable, Sendable {
  /// The text of all parts.
  public private(set) var string: String
  /// The styles in text order, each with its UTF-16 end offset. Adjacent ones differ; empty text
  /// has one style.
  private(set) var runs: [Run]
  /// The boxes and attachments; `nil` for none, as in almost all text.
  var inline: InlineContent?
  /// The history of the characters and styles; `nil` for short texts, and for others to which
  /// nothing was appended since their last change.
  private(set) var lineage: TextLineage?

  /// A stretch of one style.
  struct Run: Hashable, Sendable {
    var end: Int
    var style: TextStyle
    /// Whether its text is shaped separately from the text before it, even if both styles match.
    var startsItem = false
  }

  /// Creates text of one style.
  public init(_ string: String = "", style: TextStyle = TextStyle()) {
    self.string = string
    runs = [Run(end: Self.utf16Count(of: string), style: style)]
  }

  /// Counts UTF-16 units; those of a long string by bytes, because asking it makes a table of its
  /// places.
  private static func utf16Count(of string: String) -> Int {
    guard string.utf8.count > longByteCount else { return string.utf16.count }
    var string = string
    return string.withUTF8 { bytes in
      var count = 0
      for byte in bytes {
        count &+= (byte & 0xC0 != 0x80 ? 1 : 0) &+ (byte >= 0xF0 ? 1 : 0)
      }
      return count
    }
  }

  private static let longByteCount = 256

  /// Creates text of consecutive styles; the last run must end with the text.
  init(_ string: String, runs: [Run]) {
    self.string = string
    self.runs = runs
  }

  /// The length of the text in UTF-16 units.
  var utf16Count: Int { runs[runs.count - 1].end }

  /// The approximate memory of the text, its styles and its inline content, in bytes.
  var byteCount: Int {
    2 * PreparedParagraph.blockBytes + string.utf8.count
      + runs.count * (MemoryLayout<Run>.stride + TextStyle.byteCount) + (inline?.byteCount ?? 0)
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { utf16Count == 0 }

  /// Appends text of one style.
  ///
  /// - Complexity: O(appended units), amortized.
  public mutating func append(_ string: String, style: TextStyle) {
    append(AttributedText(string, style: style))
  }

  /// Appends other text, which keeps its own styles, boxes and attachments.
  ///
  /// - Complexity: O(units + stretches + boxes) of the appended text, amortized.
  public mutating func append(_ other: AttributedText) {
    guard !other.isEmpty || other.inline != nil else { return }
    // Adding counts avoids counting the whole text again.
    let start = utf16Count
    if !other.isEmpty {
      if isEmpty { runs.removeAll() }
      string += other.string
      for run in other.runs { runs.add(run.style, upTo: start + run.end) }
      lineage = TextLineage.grown(from: start, to: utf16Count, lineage)
    }
    if let added = other.inline {
      var inline = inline ?? InlineContent()
      self.inline = nil
      inline.append(added, at: start)
      self.inline = inline
    }
  }

  /// Replaces every style in a range; text outside keeps its own.
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
    lineage = nil
  }

  /// Replaces every style, including that of empty text.
  mutating func restyle(_ change: (TextStyle) -> TextStyle) {
    var changed: [Run] = []
    for run in runs { changed.add(change(run.style), upTo: run.end) }
    runs = changed
    lineage = nil
  }
}

extension AttributedText {
  /// Returns whether two texts have the same characters in the same styles.
  ///
  /// Characters are compared code unit by code unit, because canonically equivalent strings are
  /// laid out from different characters.
  ///
  /// - Complexity: O(units + stretches).
  public static func == (left: AttributedText, right: AttributedText) -> Bool {
    left.runs == right.runs && left.inline == right.inline
      && ExactText(left.string) == ExactText(right.string)
  }

  /// Feeds the code units and the styles to the hasher.
  ///
  /// - Complexity: O(units + stretches).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(string))
    hasher.combine(runs)
    hasher.combine(inline)
  }
}

extension [AttributedText.Run] {
  /// Appends a style up to an end offset; extends the last run if the styles match.
  mutating func add(_ style: TextStyle, upTo end: Int) {
    if let last, last.style == style {
      self[count - 1].end = end
    } else {
      append(AttributedText.Run(end: end, style: style))
    }
  }
}

extension AttributedText {
  /// The ranges of one style each, in text order; one empty range if the text is empty.
  ///
  /// - Complexity: O(stretches), on each access.
  public var styledRanges: [StyledRange] {
    var start = 0
    return runs.map { run in
      defer { start = run.end }
      return StyledRange(utf16Range: start..<run.end, style: run.style)
    }
  }

  /// Returns the style of the character at a UTF-16 offset; offsets out of range are clamped.
  ///
  /// - Complexity: O(stretches).
  func style(atUTF16 offset: Int) -> TextStyle {
    (runs.first { offset < $0.end } ?? runs[runs.count - 1]).style
  }

  /// Sets the style of a range.
  ///
  /// `range` must consist of indices of `string`; it is clamped to the text.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func setStyle(_ style: TextStyle, in range: Range<String.Index>) {
    setStyle(style, inUTF16: utf16Range(range))
  }

  /// Sets the style of a range of UTF-16 offsets.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs.
  ///
  /// - Complexity: O(units + stretches).
  mutating func setStyle(_ style: TextStyle, inUTF16 range: Range<Int>) {
    restyle(wholeScalars(range)) { _ in style }
  }

  /// Updates each style in a range in place.
  ///
  /// `range` must consist of indices of `string`; it is clamped to the text.
  ///
  /// - Complexity: O(units + stretches).
  public mutating func updateStyle(
    in range: Range<String.Index>, _ change: (inout TextStyle) -> Void
  ) {
    updateStyle(inUTF16: utf16Range(range), change)
  }

  /// Updates each style in a range of UTF-16 offsets in place.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs.
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

  /// Updates every style of the text in place.
  ///
  /// - Complexity: O(stretches).
  public mutating func updateStyle(_ change: (inout TextStyle) -> Void) {
    restyle { style in
      var style = style
      change(&style)
      return style
    }
  }

  /// Returns the UTF-16 offsets of a range of the string, clamped to the text.
  func utf16Range(_ range: Range<String.Index>) -> Range<Int> {
    let bounds = range.clamped(to: string.startIndex..<string.endIndex)
    let start = string.utf16.distance(from: string.startIndex, to: bounds.lowerBound)
    return start..<start
      + string.utf16.distance(from: bounds.lowerBound, to: bounds.upperBound)
  }

  /// Returns the range clamped to the text and widened to whole surrogate pairs.
  func wholeScalars(_ range: Range<Int>) -> Range<Int> {
    let range = range.clamped(to: 0..<utf16Count)
    guard !range.isEmpty else { return range }
    let lower = index(atUTF16: range.lowerBound)
    let upper = string.utf16.index(lower, offsetBy: range.count)
    let start = isInsidePair(lower) ? range.lowerBound - 1 : range.lowerBound
    return start..<(isInsidePair(upper) ? range.upperBound + 1 : range.upperBound)
  }

  /// Returns the string index of a UTF-16 offset in the text.
  func index(atUTF16 offset: Int) -> String.Index {
    string.utf16.index(string.startIndex, offsetBy: offset)
  }

  private func isInsidePair(_ index: String.Index) -> Bool {
    index < string.endIndex && UTF16.isTrailSurrogate(string.utf16[index])
  }
}

/// A stretch of attributed text that has one style.
public struct StyledRange: Hashable, Sendable {
  /// The range of the stretch, as UTF-16 offsets into the text.
  public let utf16Range: Range<Int>
  /// The style of the stretch.
  public let style: TextStyle
}

extension AttributedText {
  /// Accesses the text of a range in its styles.
  ///
  /// `range` must consist of indices of `string`; it is clamped to the text. An empty range keeps
  /// the style at its position.
  ///
  /// - Complexity: O(units + stretches).
  public subscript(range: Range<String.Index>) -> AttributedText {
    slice(utf16: utf16Range(range))
  }

  /// Returns the text of a range of UTF-16 offsets in its styles.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs. An empty range keeps
  /// the style at its position.
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

  /// Concatenates two texts, each in its own styles.
  ///
  /// - Complexity: O(units + stretches + boxes) of both texts.
  public static func + (left: AttributedText, right: AttributedText) -> AttributedText {
    var sum = left
    sum.append(right)
    return sum
  }

  /// Appends text in its own styles.
  ///
  /// - Complexity: That of `append(_:)`.
  public static func += (left: inout AttributedText, right: AttributedText) {
    left.append(right)
  }
}

/// Builds attributed text from strings, styled parts and other attributed texts.
@resultBuilder
public enum AttributedTextBuilder {
  /// Adds a string in the style of the text around it.
  public static func buildExpression(_ string: String) -> [AttributedText.Part] {
    [AttributedText.Part { text, style in text.append(string, style: style) }]
  }

  /// Adds a part that changes the style of the text around it.
  public static func buildExpression(_ styled: Styled) -> [AttributedText.Part] {
    [AttributedText.Part { text, style in styled.add(to: &text, around: style) }]
  }

  /// Adds text in its own styles, regardless of the surrounding style.
  public static func buildExpression(_ other: AttributedText) -> [AttributedText.Part] {
    [AttributedText.Part { text, _ in text.append(other) }]
  }

  /// Joins parts in order.
  public static func buildBlock(_ parts: [AttributedText.Part]...) -> [AttributedText.Part] {
    Array(parts.joined())
  }

  /// Adds the part of an `if` without an `else`.
  public static func buildOptional(_ parts: [AttributedText.Part]?) -> [AttributedText.Part] {
    parts ?? []
  }

  /// Adds the first part of an `if` with an `else`.
  public static func buildEither(first parts: [AttributedText.Part]) -> [AttributedText.Part] {
    parts
  }

  /// Adds the second part of an `if` with an `else`.
  public static func buildEither(second parts: [AttributedText.Part]) -> [AttributedText.Part] {
    parts
  }

  /// Joins the parts of a loop.
  public static func buildArray(_ parts: [[AttributedText.Part]]) -> [AttributedText.Part] {
    Array(parts.joined())
  }
}

extension AttributedText {
  /// A part of a text under construction, which appends itself in a surrounding style.
  public struct Part {
    private let body: (inout AttributedText, TextStyle) -> Void

    init(_ body: @escaping (inout AttributedText, TextStyle) -> Void) {
      self.body = body
    }

    func add(to text: inout AttributedText, around style: TextStyle) { body(&text, style) }
  }

  /// Builds text from parts; strings are added in the given style.
  ///
  /// - Complexity: O(units + stretches + boxes) of the parts.
  public init(style: TextStyle = TextStyle(), @AttributedTextBuilder _ content: () -> [Part]) {
    self.init("", style: style)
    for part in content() { part.add(to: &self, around: style) }
  }
}

/// A part of built text that changes the surrounding style.
///
///     AttributedText(style: body) {
///       "See "
///       Styled("the manual") { $0.color = Color(rgb: 0x1A5FB4) }
///       Styled({ $0.slant = .italic }) {
///         " if you "
///         Styled("must") { $0.weight = .bold }
///       }
///     }
public struct Styled {
  private let parts: [AttributedText.Part]
  private let change: (inout TextStyle) -> Void

  /// Creates a part from a string, with changes to the surrounding style.
  public init(_ string: String, _ change: @escaping (inout TextStyle) -> Void) {
    self.init(change) { string }
  }

  /// Creates a part from other parts, with changes to the surrounding style.
  public init(
    _ change: @escaping (inout TextStyle) -> Void,
    @AttributedTextBuilder _ content: () -> [AttributedText.Part]
  ) {
    parts = content()
    self.change = change
  }

  /// Adds the parts to a text.
  func add(to text: inout AttributedText, around style: TextStyle) {
    var style = style
    change(&style)
    for part in parts { part.add(to: &text, around: style) }
  }
}
