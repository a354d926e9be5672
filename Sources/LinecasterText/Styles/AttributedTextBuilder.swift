/// Builds attributed text from strings, styled parts and other attributed texts.
@resultBuilder
public enum AttributedTextBuilder {
  /// A string in the style of the text around it.
  public static func buildExpression(_ string: String) -> [AttributedText.Part] {
    [AttributedText.Part { text, style in text.append(string, style: style) }]
  }

  /// A part that changes the style of the text around it.
  public static func buildExpression(_ styled: Styled) -> [AttributedText.Part] {
    [AttributedText.Part { text, style in styled.add(to: &text, around: style) }]
  }

  /// Text that has its own styles, whatever is around it.
  public static func buildExpression(_ other: AttributedText) -> [AttributedText.Part] {
    [AttributedText.Part { text, _ in text.append(other) }]
  }

  /// One part after the other.
  public static func buildBlock(_ parts: [AttributedText.Part]...) -> [AttributedText.Part] {
    Array(parts.joined())
  }

  /// The part of an `if` without an `else`.
  public static func buildOptional(_ parts: [AttributedText.Part]?) -> [AttributedText.Part] {
    parts ?? []
  }

  /// The first part of an `if` with an `else`.
  public static func buildEither(first parts: [AttributedText.Part]) -> [AttributedText.Part] {
    parts
  }

  /// The second part of an `if` with an `else`.
  public static func buildEither(second parts: [AttributedText.Part]) -> [AttributedText.Part] {
    parts
  }

  /// The parts of a loop.
  public static func buildArray(_ parts: [[AttributedText.Part]]) -> [AttributedText.Part] {
    Array(parts.joined())
  }
}

extension AttributedText {
  /// What a builder puts together: it adds itself to a text, given the style around it.
  public struct Part {
    private let body: (inout AttributedText, TextStyle) -> Void

    init(_ body: @escaping (inout AttributedText, TextStyle) -> Void) {
      self.body = body
    }

    func add(to text: inout AttributedText, around style: TextStyle) { body(&text, style) }
  }

  /// Builds text from parts, strings among them taking a style.
  public init(style: TextStyle = TextStyle(), @AttributedTextBuilder _ content: () -> [Part]) {
    self.init("", style: style)
    for part in content() { part.add(to: &self, around: style) }
  }
}

/// Part of a text that is built, with what its style changes of the text around it.
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

  /// A string, its style changed from that of the text around it.
  public init(_ string: String, _ change: @escaping (inout TextStyle) -> Void) {
    self.init(change) { string }
  }

  /// Parts, the style of all of them changed from that of the text around them.
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
