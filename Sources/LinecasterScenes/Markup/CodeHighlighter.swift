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

/// A highlighter of Swift and JSON; code in other languages stays plain.
///
///     var style = MarkupStyle(theme: .dark)
///     style.highlighter = BasicHighlighter()
///     let layout = Markup("```swift\nlet name = \"Ada\"\n```").layout(style)
public struct BasicHighlighter: CodeHighlighter {
  /// Creates a highlighter.
  public init() {}

  /// Returns the words, texts, numbers and comments of a line.
  ///
  /// - Complexity: O(bytes).
  public func tokens(in line: String, language: String, state: inout Int) -> [CodeToken] {
    switch language {
    case "swift":
      var scanner = CodeScanner(line)
      scanner.readSwift(&state)
      return scanner.tokens
    case "json":
      var scanner = CodeScanner(line)
      scanner.readJSON()
      return scanner.tokens
    default: return []
    }
  }
}

/// Reads a line of code from left to right.
private struct CodeScanner {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var tokens: [CodeToken] = []

  init(_ line: String) { bytes = Array(line.utf8) }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether the text at the current place begins with some letters.
  private func isAt(_ text: String) -> Bool {
    bytes[place...].starts(with: text.utf8)
  }

  /// Moves past bytes of a kind.
  private mutating func skip(while matches: (UInt8) -> Bool) {
    while let byte, matches(byte) { place += 1 }
  }

  private mutating func add(_ kind: CodeToken.Kind, from start: Int) {
    place = min(place, bytes.count)
    guard place > start else { return }
    tokens.append(CodeToken(kind, start..<place))
  }

  /// Reads a number that begins at the current place.
  private mutating func readNumber() {
    let start = place
    skip { $0.isWord }
    while byte == UInt8(ascii: "."), place + 1 < bytes.count, bytes[place + 1].isDigit {
      place += 1
      skip { $0.isWord }
    }
    if let sign = byte, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      bytes[place - 1] | 0x20 == UInt8(ascii: "e")
    {
      place += 1
      skip { $0.isWord }
    }
    add(.number, from: start)
  }
}

// MARK: - JSON

extension CodeScanner {
  mutating func readJSON() {
    while let byte {
      switch byte {
      case UInt8(ascii: "\""): readJSONString()
      case _ where byte.isDigit: readNumber()
      case _ where byte.isWord:
        let start = place
        skip { $0.isWord }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if ["true", "false", "null"].contains(word) { add(.keyword, from: start) }
      default: place += 1
      }
    }
  }

  private mutating func readJSONString() {
    let start = place
    place += 1
    while let byte, byte != UInt8(ascii: "\"") { place += byte == UInt8(ascii: "\\") ? 2 : 1 }
    place += 1
    add(.string, from: start)
    let end = place
    skip { $0 == UInt8(ascii: " ") }
    if byte == UInt8(ascii: ":"), !tokens.isEmpty { tokens[tokens.count - 1].kind = .name }
    place = end
  }
}

// MARK: - Swift

extension CodeScanner {
  /// Reads a line of Swift.
  ///
  /// - Parameter state: The depth of open comments; inside a text of several lines, the number of
  ///   its number signs and one more, below zero.
  mutating func readSwift(_ state: inout Int) {
    state = min(max(state, -Self.stateLimit), Self.stateLimit)
    if state > 0 { readComment(&state) }
    if state < 0 { readText(&state) }
    while let byte {
      let start = place
      switch byte {
      case UInt8(ascii: "/") where isAt("//"):
        place = bytes.count
        add(.comment, from: start)
      case UInt8(ascii: "/") where isAt("/*"): readComment(&state)
      case UInt8(ascii: "\""), UInt8(ascii: "#"): readSwiftString(&state)
      case UInt8(ascii: "@"):
        place += 1
        skip { $0.isWord }
        add(.keyword, from: start)
      case _ where byte.isDigit: readNumber()
      case _ where byte.isWord: readWord()
      default: place += 1
      }
    }
  }

  private mutating func readWord() {
    let start = place
    skip { $0.isWord }
    let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
    if (0x41...0x5A).contains(bytes[start]) {
      add(.type, from: start)
    } else if !isMember,
      Self.keywords.contains(String(decoding: bytes[start..<place], as: UTF8.self))
    {
      add(.keyword, from: start)
    }
  }

  /// Reads a comment, and those inside it, from its start or from inside it.
  private mutating func readComment(_ depth: inout Int) {
    let start = place
    repeat {
      if isAt("/*") {
        (depth, place) = (depth + 1, place + 2)
      } else if isAt("*/") {
        (depth, place) = (depth - 1, place + 2)
      } else {
        place += 1
      }
    } while depth > 0 && place < bytes.count
    add(.comment, from: start)
  }

  /// Reads a text or a directive that begins at a quotation mark or a number sign.
  private mutating func readSwiftString(_ state: inout Int) {
    let start = place
    skip { $0 == UInt8(ascii: "#") }
    let signs = place - start
    guard byte == UInt8(ascii: "\"") else {
      skip { $0.isWord }
      if place > start + 1 { add(.keyword, from: start) }
      return
    }
    if isAt("\"\"\"") {
      place += 3
      state = -1 - signs
      readText(&state, from: start)
    } else {
      place += 1
      readText(signs, quotes: 1)
      add(.string, from: start)
    }
  }

  /// Reads a text of several lines from inside it.
  private mutating func readText(_ state: inout Int, from start: Int? = nil) {
    let start = start ?? place
    if readText(-1 - state, quotes: 3) { state = 0 }
    if place > start { add(.string, from: start) }
  }

  /// Moves past the end of a text.
  ///
  /// - Returns: Whether it ends on the line.
  @discardableResult
  private mutating func readText(_ signs: Int, quotes: Int) -> Bool {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\\") where hasSigns(signs, at: place + 1):
        place += signs + 1
        if self.byte == UInt8(ascii: "(") { depth += 1 }
        place += 1
      case UInt8(ascii: "(") where depth > 0: (depth, place) = (depth + 1, place + 1)
      case UInt8(ascii: ")") where depth > 0: (depth, place) = (depth - 1, place + 1)
      case UInt8(ascii: "\"") where depth == 0 && isEnd(signs, quotes):
        place += quotes + signs
        return true
      default: place += 1
      }
    }
    return false
  }

  private func hasSigns(_ count: Int, at place: Int) -> Bool {
    bytes.dropFirst(place).prefix(count).count { $0 == UInt8(ascii: "#") } == count
  }

  private func isEnd(_ signs: Int, _ quotes: Int) -> Bool {
    let marks = bytes[place...].prefix(quotes)
    return marks.count == quotes && marks.allSatisfy { $0 == UInt8(ascii: "\"") }
      && hasSigns(signs, at: place + quotes)
  }

  /// The maximum depth of comments, and the maximum number of signs around a text.
  private static let stateLimit = 1 << 16

  private static let keywords: Set<String> = [
    "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "final", "for", "func", "guard", "if", "import", "in", "indirect", "init",
    "inout",
    "internal", "is", "lazy", "let", "mutating", "nil", "nonisolated", "open", "operator",
    "override",
    "package", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "weak", "where", "while",
  ]
}

extension UInt8 {
  /// Whether the byte belongs to a word; all letters beyond ASCII do.
  fileprivate var isWord: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self >= 0x80
  }
}
