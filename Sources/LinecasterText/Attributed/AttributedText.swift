/// Text and the style of each part of it.
public struct AttributedText: Hashable, Sendable {
  /// The text of all parts.
  public private(set) var string: String
  /// The styles in text order, each with the UTF-16 offset it ends at; adjacent ones differ.
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

  /// Adds text of a style at the end.
  public mutating func append(_ string: String, style: TextStyle) {
    guard !string.isEmpty else { return }
    if self.string.isEmpty { runs.removeAll() }
    // The sum spares counting the whole text anew.
    let end = (runs.last?.end ?? 0) + string.utf16.count
    self.string += string
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].end = end
    } else {
      runs.append(Run(end: end, style: style))
    }
  }
}

extension AttributedText {
  /// Whether both have the same characters in the same styles.
  ///
  /// Compared code unit by code unit: strings that are only canonically equivalent are laid out
  /// from different characters.
  public static func == (left: AttributedText, right: AttributedText) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8) && left.runs == right.runs
  }

  /// Feeds the code units and the styles to the hasher.
  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(runs)
  }
}
