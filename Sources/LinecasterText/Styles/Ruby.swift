/// A short annotation in small letters beside a piece of text, for example the reading of a
/// Japanese word (CSS Ruby 1). The piece of text and its annotation form a pair.
///
///     let body = TextStyle(size: 18, language: "ja")
///     var text = AttributedText("", style: body)
///     text.append(AttributedText("漢字", style: body), with: Ruby("かんじ", beside: body))
public struct Ruby: Hashable, Sendable {
  /// The annotation text, on one line.
  public var annotation: AttributedText
  /// The side of the text on which the annotation is placed (CSS `ruby-position`).
  public var position: RubyPosition
  /// The distribution of free space in the shorter part of the pair (CSS `ruby-align`).
  public var alignment: RubyAlignment
  /// Whether an annotation longer than its text may extend over adjacent letters (CSS
  /// `ruby-overhang`). It extends by at most half of its own em, and not over letters larger than
  /// those of its text.
  public var overhangs: Bool

  /// Creates a ruby from an annotation in its own styles.
  public init(
    _ annotation: AttributedText, position: RubyPosition = .over,
    alignment: RubyAlignment = .spaceAround, overhangs: Bool = true
  ) {
    self.annotation = annotation
    self.position = position
    self.alignment = alignment
    self.overhangs = overhangs
  }

  /// Creates a ruby in the usual size: half the size of a style.
  public init(
    _ annotation: String, beside style: TextStyle, position: RubyPosition = .over,
    alignment: RubyAlignment = .spaceAround, overhangs: Bool = true
  ) {
    self.init(
      AttributedText(annotation, style: Self.style(beside: style)), position: position,
      alignment: alignment, overhangs: overhangs)
  }

  /// Returns the default style of annotations.
  package static func style(beside style: TextStyle) -> TextStyle {
    var style = style
    style.size /= 2
    return style
  }
}

/// The side of a line on which annotations are placed (CSS Ruby 1 §4.1).
public enum RubyPosition: UInt8, Hashable, Sendable, CaseIterable {
  /// Above the letters; to the right on vertical lines.
  case over
  /// Below the letters; to the left on vertical lines.
  case under
}

/// The distribution of free space in the shorter part of a ruby pair (CSS Ruby 1 §4.3).
public enum RubyAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Leaves all free space after the shorter part.
  case start
  /// Leaves free space on both sides of the shorter part.
  case center
  /// Distributes free space between letters, at justification opportunities.
  case spaceBetween
  /// Distributes free space between letters, with half as much on both sides.
  case spaceAround
}

extension AttributedText {
  /// Appends text with an annotation.
  ///
  /// The text may have boxes and attachments. Ruby pairs inside the text or the annotation lose
  /// their annotations. Lines break between pairs if the texts allow it, and inside long pairs.
  ///
  /// - Complexity: That of `append(_:)`.
  public mutating func append(_ base: AttributedText, with ruby: Ruby) {
    var base = base
    base.inline?.removeRuby()
    var ruby = ruby
    ruby.annotation.inline?.removeRuby()
    let box = InlineBox(style: base.style(atUTF16: 0))
    append(base, in: box)
    // The appended box comes before the boxes inside it.
    let inside = base.inline?.boxes.count ?? 0
    guard let count = inline?.boxes.count else { return }
    inline?.boxes[count - inside - 1].ruby = ruby
  }
}

extension InlineContent {
  /// Removes the annotations of ruby pairs.
  mutating func removeRuby() {
    for index in boxes.indices { boxes[index].ruby = nil }
  }

  /// Replaces the styles of annotations.
  mutating func restyleAnnotations(_ change: (TextStyle) -> TextStyle) {
    for index in boxes.indices { boxes[index].ruby?.annotation.restyle(change) }
  }
}
