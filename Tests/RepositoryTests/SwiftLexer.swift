/// Splits Swift source into tokens, well enough to find declarations and braces, without comments.
///
/// Compiler conditions (`#if` and its kin) are left out, so both branches are read. Regular
/// expression literals are recognized in their `#/…/#` form only.
struct SwiftLexer {
  private(set) var tokens: [SwiftToken] = []
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ source: String) {
    bytes = Array(source.utf8)
    while position < bytes.count { readNext() }
  }

  private mutating func readNext() {
    switch bytes[position] {
    case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      advance()
    case UInt8(ascii: "/") where starts("//"): readLineComment()
    case UInt8(ascii: "/") where starts("/*"): readBlockComment()
    case UInt8(ascii: "\""): readString(hashes: 0)
    case UInt8(ascii: "#"): readHash()
    case let byte where Self.isWord(byte) || byte == UInt8(ascii: "`"): readWord()
    default: readMark()
    }
  }

  private mutating func readLineComment() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  /// Skips a block comment, which may nest.
  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        position += 2
      } else if starts("*/") {
        depth -= 1
        position += 2
      } else {
        advance()
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readHash() {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let next = position + hashes < bytes.count ? bytes[position + hashes] : 0
    if next == UInt8(ascii: "\"") {
      position += hashes
      readString(hashes: hashes)
    } else if next == UInt8(ascii: "/") {
      readRegex(hashes: hashes)
    } else if ["#if", "#else", "#endif"].contains(where: starts) {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    } else {
      readMark()
    }
  }

  private mutating func readString(hashes: Int) {
    let first = line
    // Three quotes open a multiline string only at the end of a line: `#""""#` has two quotes.
    let quote = starts("\"\"\"\n") ? "\"\"\"" : "\""
    position += quote.utf8.count
    let start = position
    skipString(until: quote + String(repeating: "#", count: hashes), hashes: hashes)
    let end = max(start, position - quote.utf8.count - hashes)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    tokens.append(SwiftToken(kind: .string, text: text, line: first))
  }

  /// Leaves the position behind the closing delimiter.
  private mutating func skipString(until end: String, hashes: Int) {
    let escape = "\\" + String(repeating: "#", count: hashes)
    while position < bytes.count {
      if starts(end) {
        position += end.utf8.count
        return
      }
      if starts(escape + "(") {
        position += escape.utf8.count + 1
        skipInterpolation()
      } else if starts(escape) {
        position += escape.utf8.count
        advance()
      } else {
        advance()
      }
    }
  }

  /// Leaves the position behind the closing parenthesis; strings inside may hold parentheses.
  private mutating func skipInterpolation() {
    let kept = tokens.count
    var depth = 1
    while depth > 0, position < bytes.count {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
      readNext()
    }
    tokens.removeLast(tokens.count - kept)
  }

  private mutating func readRegex(hashes: Int) {
    let end = "/" + String(repeating: "#", count: hashes)
    position += hashes + 1
    while position < bytes.count, !starts(end) { advance() }
    position = min(bytes.count, position + end.utf8.count)
  }

  private mutating func readWord() {
    let start = position
    while position < bytes.count,
      Self.isWord(bytes[position]) || bytes[position] == UInt8(ascii: "`")
    {
      position += 1
    }
    tokens.append(SwiftToken(kind: .word, text: text(from: start), line: line))
  }

  private mutating func readMark() {
    let start = position
    position += 1
    tokens.append(SwiftToken(kind: .mark, text: text(from: start), line: line))
  }

  private mutating func advance() {
    guard position < bytes.count else { return }
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  private func starts(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Letters, digits, the underscore, and every byte of a character beyond ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// A lexical element of Swift source that is not a comment.
struct SwiftToken: Equatable {
  enum Kind {
    /// An identifier or a keyword, with its backticks if it has any.
    case word
    /// One character of an operator or of punctuation.
    case mark
    /// A whole string literal, interpolations included, without its delimiters.
    case string
  }

  let kind: Kind
  let text: String
  /// The line it begins on, from 1.
  let line: Int
}
