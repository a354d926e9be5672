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
