import LinecasterBase
import LinecasterText

/// A highlighter of code in Markdown, which reads it line by line.
///
///     struct Todos: CodeHighlighter {
///       func tokens(in line: String, language: String, state: inout Int) -> [CodeToken] {
///         let bytes = Array(line.utf8)
///         guard let start = bytes.firstIndex(of: UInt8(ascii: "!")) else { return [] }
///         return [CodeToken(.comment, start..<bytes.count)]
///       }
///     }
///     var style = MarkupStyle()
///     style.highlighter = Todos()
///
/// Equal highlighters must give equal tokens. Called on any thread.
public protocol CodeHighlighter: Hashable, Sendable {
  /// Returns the parts of a line that have a colour, in order.
  ///
  /// Tokens that overlap, or are not in the line, have no effect.
  ///
  /// - Parameters:
  ///   - line: The line, without its line end. While code arrives, the last line is read again each
  ///     time.
  ///   - language: The language that the fence names, in lower case.
  ///   - state: A number that the line above has left, for example the depth of comments that are
  ///     open; 0 for the first line.
  func tokens(in line: String, language: String, state: inout Int) -> [CodeToken]
}

/// A part of a line of code that has a colour.
public struct CodeToken: Hashable, Sendable {
  /// The meaning of a token.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A word that belongs to the language.
    case keyword
    /// The name of a type.
    case type
    /// The name of a member.
    case name
    /// Text in quotation marks.
    case string
    /// A number.
    case number
    /// A comment.
    case comment
  }

  /// The meaning of the token.
  public var kind: Kind
  /// The place of the token, in UTF-8 bytes of the line.
  public var utf8Range: Range<Int>

  /// Creates a token.
  public init(_ kind: Kind, _ utf8Range: Range<Int>) {
    (self.kind, self.utf8Range) = (kind, utf8Range)
  }
}

extension CodeHighlighter {
  /// The state below lines of code that begin in a state.
  func state(below code: String, language: String, from state: Int) -> Int {
    var state = state
    for line in code.lines { _ = tokens(in: line, language: language, state: &state) }
    return state
  }
}

extension MarkupStyle {
  /// Code in the colours of its tokens.
  ///
  /// - Parameters:
  ///   - code: Whole lines of code.
  ///   - language: The language; `nil` for plain code.
  ///   - state: The state that the highlighter left above the lines.
  ///   - style: The style of plain code.
  func highlighted(
    _ code: String, _ language: String?, from state: Int, _ style: TextStyle
  ) -> AttributedText {
    guard let highlighter, let language = language?.lowercased() else {
      return AttributedText(code, style: style)
    }
    var state = state
    var text = AttributedText("", style: style)
    for (index, line) in code.lines.enumerated() {
      if index > 0 { text.append("\n", style: style) }
      let tokens = highlighter.tokens(in: line, language: language, state: &state)
      append(line, tokens, to: &text, style)
    }
    return text
  }

  private func append(
    _ line: String, _ tokens: [CodeToken], to text: inout AttributedText, _ style: TextStyle
  ) {
    var start = line.startIndex
    for token in tokens {
      guard let range = line.range(ofUTF8: token.utf8Range), range.lowerBound >= start else {
        continue
      }
      text.append(String(line[start..<range.lowerBound]), style: style)
      var colored = style
      if let color = codeColors[token.kind] { colored.color = color }
      text.append(String(line[range]), style: colored)
      start = range.upperBound
    }
    text.append(String(line[start...]), style: style)
  }
}

extension String {
  /// The lines between line feeds; at least one.
  fileprivate var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }

  /// The place of some bytes; `nil` if they are not in the text, or begin or end amid a character.
  fileprivate func range(ofUTF8 range: Range<Int>) -> Range<Index>? {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    guard let start = start.samePosition(in: unicodeScalars),
      let end = end.samePosition(in: unicodeScalars)
    else { return nil }
    return start..<end
  }
}
