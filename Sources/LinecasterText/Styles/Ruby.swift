/// A short text in small letters beside a piece of another one, as the readings of Japanese words
/// have them (CSS Ruby 1); the piece and its ruby are a pair.
///
///     let body = TextStyle(size: 18, language: "ja")
///     var text = AttributedText("", style: body)
///     text.append(AttributedText("漢字", style: body), with: Ruby("かんじ", beside: body))
public struct Ruby: Hashable, Sendable {
  /// What stands beside the piece, on one line.
  public var annotation: AttributedText
  /// The side of the piece that it stands at.
  public var position: RubyPosition
  /// Where the free room goes of the shorter one of the pair.
  public var alignment: RubyAlignment
  /// Whether it may reach over letters next to the piece where it is longer: by half its own em,
  /// and not over letters that are larger than those of the piece.
  public var overhangs: Bool

  /// Makes a ruby of an annotation in its own styles.
  public init(
    _ annotation: AttributedText, position: RubyPosition = .over,
    alignment: RubyAlignment = .spaceAround, overhangs: Bool = true
  ) {
    self.annotation = annotation
    self.position = position
    self.alignment = alignment
    self.overhangs = overhangs
  }

  /// Makes a ruby in letters half as large as those of a style, as is usual.
  public init(
    _ annotation: String, beside style: TextStyle, position: RubyPosition = .over,
    alignment: RubyAlignment = .spaceAround, overhangs: Bool = true
  ) {
    self.init(
      AttributedText(annotation, style: Self.style(beside: style)), position: position,
      alignment: alignment, overhangs: overhangs)
  }

  /// The style of annotations unless they have one of their own.
  package static func style(beside style: TextStyle) -> TextStyle {
    var style = style
    style.size /= 2
    return style
  }
}

/// The side of a line that annotations stand at (CSS Ruby 1 §4.1).
public enum RubyPosition: UInt8, Hashable, Sendable, CaseIterable {
  /// Above the letters; right of them on lines that run downwards.
  case over
  /// Below the letters; left of them on lines that run downwards.
  case under
}

/// Where the free room goes of the shorter one of a pair (CSS Ruby 1 §4.3).
public enum RubyAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Behind it.
  case start
  /// To both sides of it.
  case center
  /// Between its letters, where lines may be widened.
  case spaceBetween
  /// The same, and half as much at both sides.
  case spaceAround
}

extension AttributedText {
  /// Adds text with an annotation at the end.
  ///
  /// The text may have boxes and attachments. Pairs inside the text or the annotation lose their
  /// annotations. Lines end between pairs where the texts let them, and inside of long ones.
  public mutating func append(_ base: AttributedText, with ruby: Ruby) {
    var base = base
    base.inline?.removeRuby()
    var ruby = ruby
    ruby.annotation.inline?.removeRuby()
    let box = InlineBox(style: base.style(atUTF16: 0))
    append(base, in: box)
    // The box that was added stands before those inside of it.
    let inside = base.inline?.boxes.count ?? 0
    guard let count = inline?.boxes.count else { return }
    inline?.boxes[count - inside - 1].ruby = ruby
  }
}

extension InlineContent {
  /// Leaves out the annotations of pairs.
  mutating func removeRuby() {
    for index in boxes.indices { boxes[index].ruby = nil }
  }

  /// Gives the annotations of pairs other styles.
  mutating func restyleAnnotations(_ change: (TextStyle) -> TextStyle) {
    for index in boxes.indices { boxes[index].ruby?.annotation.restyle(change) }
  }
}
