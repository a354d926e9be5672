/// The CSS of a style sheet or of a `style` attribute (CSS Syntax 3), split into rules and
/// declarations.
///
/// Comments are removed. Delimiters inside strings and brackets are rejected, so the renderer
/// cannot split the CSS differently.
struct SVGStyle {
  private let bytes: [UInt8]

  /// Parses CSS; `nil` if it has escapes, unterminated strings or comments, or a brace, a semicolon
  /// or a comment inside a string or brackets.
  ///
  /// - Complexity: O(bytes).
  init?(_ css: some Collection<UInt8>) {
    var kept: [UInt8] = []
    kept.reserveCapacity(css.count)
    var quote: UInt8?
    var depth = 0
    var isComment = false
    // The previous byte, for the delimiters of comments.
    var last: UInt8 = 0
    for byte in css {
      if isComment {
        isComment = !(last == UInt8(ascii: "*") && byte == UInt8(ascii: "/"))
        last = isComment ? byte : 0
        continue
      }
      let isInside = quote != nil || depth > 0
      if last == UInt8(ascii: "/"), byte == UInt8(ascii: "*") {
        guard !isInside else { return nil }
        kept[kept.count - 1] = UInt8(ascii: " ")
        (isComment, last) = (true, 0)
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): return nil
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): if isInside { return nil }
      case 0x0A, 0x0C, 0x0D: if quote != nil { return nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      case UInt8(ascii: "("), UInt8(ascii: "["): if quote == nil { depth += 1 }
      case UInt8(ascii: ")"), UInt8(ascii: "]"): if quote == nil { depth = max(0, depth - 1) }
      default: break
      }
      kept.append(byte)
      last = byte
    }
    guard !isComment, quote == nil, depth == 0 else { return nil }
    bytes = kept
  }

  private init(inside bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  /// The rules with their selectors and declarations; `nil` if rules are nested or braces are
  /// unbalanced.
  var rules: [(selectors: [String], body: SVGStyle)]? {
    var rules: [(selectors: [String], body: SVGStyle)] = []
    var start = 0
    var selectors: [String]?
    func add(to end: Int) {
      guard let selectors else { return }
      rules.append((selectors, SVGStyle(inside: bytes[start..<end])))
    }
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") {
        guard selectors == nil else { return nil }
        selectors = bytes[start..<place].split(separator: UInt8(ascii: ",")).map(Self.text)
      } else if byte == UInt8(ascii: "}") {
        guard selectors != nil else { return nil }
        add(to: place)
        selectors = nil
      } else {
        continue
      }
      start = place + 1
    }
    add(to: bytes.count)
    return rules
  }

  /// The properties and their values, for example `fill: url(#a); stroke: red`.
  var declarations: [(key: String, value: String)] {
    bytes.split(separator: UInt8(ascii: ";")).compactMap { declaration in
      guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = declaration[..<colon].filter { $0 > 0x20 }
      return (Self.text(key).lowercased(), Self.text(declaration[(colon + 1)...]))
    }
  }

  /// Whether there are at-rules.
  var hasAtRules: Bool { bytes.contains(UInt8(ascii: "@")) }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }
}
