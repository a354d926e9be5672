#if canImport(Glibc)
  import Glibc
#endif

/// Text and the style of each part of it.
public struct AttributedText: Hashable, Sendable {
  /// The text of all parts.
  public private(set) var string: String
  /// The styles in text order, each with the UTF-16 offset it ends at; adjacent ones differ, and
  /// there is one even where there is no text.
  private(set) var runs: [Run]

  /// A stretch of one style.
  struct Run: Hashable, Sendable {
    var end: Int
    var style: TextStyle
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
  public var utf16Count: Int { runs[runs.count - 1].end }

  /// Whether there is no text.
  public var isEmpty: Bool { utf16Count == 0 }

  /// Adds text of a style at the end.
  public mutating func append(_ string: String, style: TextStyle) {
    append(AttributedText(string, style: style))
  }

  /// Adds text in its own styles at the end.
  public mutating func append(_ other: AttributedText) {
    guard !other.isEmpty else { return }
    // The sum spares counting the whole text again.
    let start = utf16Count
    if isEmpty { runs.removeAll() }
    string += other.string
    for run in other.runs { runs.add(run.style, upTo: start + run.end) }
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
    left.runs == right.runs && hasSameUnits(left.string, right.string)
  }

  private static func hasSameUnits(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count, let first = left.baseAddress,
          let second = right.baseAddress
        else { return left.count == right.count }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  /// Feeds the code units and the styles to the hasher.
  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(runs)
  }
}

extension [AttributedText.Run] {
  /// Adds a style for what follows up to an end, to the last run where that has the same style.
  fileprivate mutating func add(_ style: TextStyle, upTo end: Int) {
    if let last, last.style == style {
      self[count - 1].end = end
    } else {
      append(AttributedText.Run(end: end, style: style))
    }
  }
}
