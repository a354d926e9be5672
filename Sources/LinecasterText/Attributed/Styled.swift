/// Part of a text that is built, with what its style changes of the text around it.
///
/// ```swift
/// AttributedText(style: body) {
///   "See "
///   Styled("the manual") { $0.color = .blue }
///   Styled({ $0.slant = .italic }) {
///     " if you "
///     Styled("must") { $0.weight = .bold }
///   }
/// }
/// ```
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
