extension JSONValue {
  /// Reads a text in UTF-8, with or without a byte order mark.
  ///
  /// - Throws: A fault with code `malformed`, or `tooDeep`.
  /// - Complexity: O(bytes).
  init(json bytes: [UInt8]) throws(SceneFault) {
    var reader = JSONReader(bytes)
    self = try reader.text()
  }
}

/// Reads a JSON text (RFC 8259) in one pass, remembering where everything stands.
///
/// Names that come twice in an object are faults, and so are bytes that are no UTF-8.
private struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The most nested arrays and objects: three a stack of a layout, and some around them.
  static let depthLimit = 3 * SceneReader.depthLimit + 16

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The value that the whole text is.
  mutating func text() throws(SceneFault) -> JSONValue {
    let value = try value()
    skipBlanks()
    guard index == bytes.count else { throw fault("text after the end") }
    return value
  }

  private mutating func value() throws(SceneFault) -> JSONValue {
    skipBlanks()
    let start = index
    guard let first = peek else { throw fault("the text ends too early") }
    switch first {
    case UInt8(ascii: "{"): return JSONValue(.object(try object()), offset: start)
    case UInt8(ascii: "["): return JSONValue(.array(try array()), offset: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try number()), offset: start)
    default: return try word()
    }
  }

  private mutating func word() throws(SceneFault) -> JSONValue {
    let start = index
    if take("true") { return JSONValue(.bool(true), offset: start) }
    if take("false") { return JSONValue(.bool(false), offset: start) }
    if take("null") { return JSONValue(.null, offset: start) }
    throw fault("neither a value nor the end of one")
  }

  private mutating func array() throws(SceneFault) -> [JSONValue] {
    try open()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    guard !takeAfterBlanks("]") else { return values }
    repeat { values.append(try value()) } while takeAfterBlanks(",")
    guard take("]") else { throw fault("a comma or ']' is missing") }
    return values
  }

  private mutating func object() throws(SceneFault) -> [JSONMember] {
    try open()
    defer { depth -= 1 }
    var members: [JSONMember] = []
    var names: Set<String> = []
    guard !takeAfterBlanks("}") else { return members }
    repeat {
      skipBlanks()
      let start = index
      guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes is missing") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw fault("'\(SceneFault.short(name))' is there twice", at: start)
      }
      guard takeAfterBlanks(":") else { throw fault("':' is missing") }
      members.append(JSONMember(name, try value(), offset: start))
    } while takeAfterBlanks(",")
    guard take("}") else { throw fault("a comma or '}' is missing") }
    return members
  }

  private mutating func open() throws(SceneFault) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw SceneFault(.tooDeep, at: index, "nested deeper than \(Self.depthLimit) levels")
    }
    index += 1
  }
}

extension JSONReader {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ reason: String, at offset: Int? = nil) -> SceneFault {
    SceneFault(.malformed, at: offset ?? index, "not JSON: \(reason)")
  }

  /// Passes over the white space of RFC 8259 §2.
  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count,
      "\(word)".utf8.elementsEqual(bytes[index..<index + count])
    else { return false }
    index += count
    return true
  }

  private mutating func takeAfterBlanks(_ word: StaticString) -> Bool {
    skipBlanks()
    return take(word)
  }

  /// A number by the grammar of RFC 8259 §6, as the nearest double.
  private mutating func number() throws(SceneFault) -> Double {
    let start = index
    _ = take("-")
    let integer = digits()
    var isNumber = integer > 0 && (integer == 1 || bytes[index - integer] != UInt8(ascii: "0"))
    if take(".") { isNumber = digits() > 0 && isNumber }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      isNumber = digits() > 0 && isNumber
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard isNumber, let number = Double(text), number.isFinite else {
      throw fault("'\(SceneFault.short(text))' is no number", at: start)
    }
    return number
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  /// A string by the grammar of RFC 8259 §7.
  private mutating func string() throws(SceneFault) -> String {
    let start = index
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("the string has bytes that are no UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"): try text.append(contentsOf: escape().utf8)
      case 0..<0x20: throw fault("a control character must be escaped")
      default:
        text.append(byte)
        index += 1
      }
    }
    throw fault("the string has no end", at: start)
  }

  private mutating func escape() throws(SceneFault) -> String {
    index += 1
    defer { index += 1 }
    switch peek {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(bytes[index]))
    case UInt8(ascii: "u"): return String(try scalar())
    default: throw fault("an escape that JSON does not have", at: index - 1)
    }
  }

  /// The character of `uXXXX`, or of two such that are a surrogate pair; ends at its last digit.
  private mutating func scalar() throws(SceneFault) -> Unicode.Scalar {
    let start = index - 1
    var code = try hex(at: index + 1, of: start)
    index += 4
    if (0xD800..<0xDC00).contains(code), bytes[(index + 1)...].starts(with: Array("\\u".utf8)) {
      let low = try hex(at: index + 3, of: start)
      if (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        index += 6
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw fault("half a surrogate pair is no character", at: start)
    }
    return scalar
  }

  private func hex(at offset: Int, of start: Int) throws(SceneFault) -> UInt32 {
    let digits = bytes.dropFirst(offset).prefix(4)
    let isHex =
      digits.count == 4 && digits.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    guard isHex, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw fault("an escape needs four hexadecimal digits", at: start)
    }
    return code
  }
}
