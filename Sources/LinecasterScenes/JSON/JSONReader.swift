package import LinecasterBase
import LinecasterText

extension JSONValue {
  /// Reads a text in UTF-8, with or without a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - scope: Whether reading is still wanted.
  /// - Throws: A fault with code `malformed`, or `tooDeep`, or `wrongValue` for numbers beyond any
  ///   `Double`, or `cancelled`.
  /// - Complexity: O(bytes), without recursion.
  package init(
    json bytes: [UInt8], _ scope: WorkScope = .unlimited
  ) throws(SceneFault) {
    var reader = JSONReader(bytes, scope)
    self = try reader.text()
  }
}

/// Reads a JSON text (RFC 8259) in one pass, recording the location of each value.
///
/// Duplicate names in an object and invalid UTF-8 are faults.
private struct JSONReader {
  private let bytes: [UInt8]
  private let scope: WorkScope
  private var index = 0
  /// The arrays and objects that are still open, outermost first.
  private var open: [Container] = []

  init(_ bytes: [UInt8], _ scope: WorkScope) {
    self.bytes = bytes
    self.scope = scope
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The root value of the text.
  mutating func text() throws(SceneFault) -> JSONValue {
    var whole: JSONValue?
    repeat {
      let start = index
      if let value = try next() { whole = try add(value) }
      try scope.pass(
        Self.valueSteps + Self.byteSteps * (index - start), orThrow: SceneFault.cancelled)
    } while whole == nil
    skipBlanks()
    guard let whole, index == bytes.count else {
      throw unexpected("unexpected text after the end")
    }
    return whole
  }

  /// The approximate cost of a value, and of a byte, in nanoseconds.
  private static let valueSteps = 50
  private static let byteSteps = 4

  /// The next value; `nil` if it opens a non-empty array or object, whose first value comes next.
  private mutating func next() throws(SceneFault) -> JSONValue? {
    skipBlanks()
    let start = index
    guard let first = peek else { throw fault("unexpected end of the text") }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try enter(isObject: first == UInt8(ascii: "{"))
      return takeAfterBlanks(open[open.count - 1].end) ? leave() : try name()
    case UInt8(ascii: "\""): return JSONValue(.string(try string()), offset: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try number()), offset: start)
    default: return try word()
    }
  }

  /// Adds a value to the innermost container and closes containers that end after it; returns the
  /// root value when it is complete.
  private mutating func add(_ value: JSONValue) throws(SceneFault) -> JSONValue? {
    var value = value
    while !open.isEmpty {
      open[open.count - 1].add(value)
      let end = open[open.count - 1].end
      if takeAfterBlanks(UInt8(ascii: ",")) {
        let comma = index - 1
        skipBlanks()
        guard peek != end else {
          throw fault("remove the ',' before '\(UnicodeScalar(end))'", at: comma)
        }
        _ = try name()
        return nil
      }
      guard take(end) else {
        throw unexpected("expected ',' or '\(UnicodeScalar(end))'")
      }
      value = leave()
    }
    return value
  }

  private mutating func enter(isObject: Bool) throws(SceneFault) {
    guard open.count < JSONValue.depthLimit else {
      throw SceneFault(.tooDeep, at: index, "nested deeper than \(JSONValue.depthLimit) levels")
    }
    open.append(Container(offset: index, isObject: isObject))
    index += 1
  }

  private mutating func leave() -> JSONValue { open.removeLast().value }

  /// Reads the name before a value of an object; always returns `nil`, because no value follows
  /// yet.
  private mutating func name() throws(SceneFault) -> JSONValue? {
    let last = open.count - 1
    guard open[last].isObject else { return nil }
    skipBlanks()
    let start = index
    guard peek == UInt8(ascii: "\"") else {
      throw unexpected("expected a name in quotes", hasWords: true)
    }
    let name = ExactText(try string())
    guard open[last].setName(name, at: start) else {
      throw fault("duplicate name '\(SceneFault.short(name.string))'", at: start)
    }
    guard takeAfterBlanks(UInt8(ascii: ":")) else { throw fault("expected ':'") }
    return nil
  }

  private mutating func word() throws(SceneFault) -> JSONValue {
    let start = index
    if take("true") { return JSONValue(.bool(true), offset: start) }
    if take("false") { return JSONValue(.bool(false), offset: start) }
    if take("null") { return JSONValue(.null, offset: start) }
    throw unexpected("expected a value", hasWords: true)
  }
}

/// An array or an object that is being read.
private struct Container {
  let offset: Int
  let isObject: Bool
  private var values: [JSONValue] = []
  private var members: [JSONMember] = []
  /// The name of the next value.
  private var name = ExactText("")
  private var nameOffset = 0
  /// The names of the members; filled once linear search would be slow.
  private var names: Set<ExactText> = []

  /// The most names that are searched linearly.
  private static let fewNames = 8

  init(offset: Int, isObject: Bool) {
    self.offset = offset
    self.isObject = isObject
  }

  var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  var value: JSONValue { JSONValue(isObject ? .object(members) : .array(values), offset: offset) }

  mutating func add(_ value: JSONValue) {
    if isObject {
      members.append(JSONMember(name, value, offset: nameOffset))
    } else {
      values.append(value)
    }
  }

  /// Sets the name of the next value; returns false if the name is taken.
  mutating func setName(_ name: ExactText, at offset: Int) -> Bool {
    self.name = name
    nameOffset = offset
    guard members.count >= Self.fewNames else { return !members.contains { $0.name == name } }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return names.insert(name).inserted
  }
}

extension JSONReader {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ reason: String, at offset: Int? = nil) -> SceneFault {
    SceneFault(.malformed, at: offset ?? index, "not JSON: \(reason)")
  }

  /// The fault of a character that JSON does not have in its place, with a hint for notations of
  /// other languages.
  ///
  /// - Parameter hasWords: Whether a word without quotes may be meant.
  private func unexpected(_ reason: String, hasWords: Bool = false) -> SceneFault {
    let rest = bytes[index...].prefix(Self.wordLength)
    if ["#", "//", "/*"].contains(where: { rest.starts(with: $0.utf8) }) {
      return fault("JSON has no comments; remove it")
    }
    guard hasWords else { return fault(reason) }
    if ["'", "`", "“", "”", "„", "‘", "’"].contains(where: { rest.starts(with: $0.utf8) }) {
      return fault("\(reason); use straight double quotes, \"…\"")
    }
    let word = String(decoding: rest.prefix(while: isWordByte), as: UTF8.self)
    guard !word.isEmpty else { return fault(reason) }
    let isKeyword = ["true", "false", "null"].contains(word.lowercased())
    return fault(
      isKeyword ? "write '\(word)' as \(word.lowercased())" : "'\(word)' needs double quotes")
  }

  /// The most bytes that hints look at.
  private static let wordLength = 32

  private func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
  }

  /// Passes over the white space of RFC 8259 §2.
  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func takeAfterBlanks(_ byte: UInt8) -> Bool {
    skipBlanks()
    return take(byte)
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// A number by the grammar of RFC 8259 §6, as the nearest double.
  private mutating func number() throws(SceneFault) -> Double {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let integer = digits()
    var isNumber = integer > 0 && (integer == 1 || bytes[index - integer] != UInt8(ascii: "0"))
    if take(UInt8(ascii: ".")) { isNumber = digits() > 0 && isNumber }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      isNumber = digits() > 0 && isNumber
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard isNumber, let number = Double(text) else {
      throw fault("'\(SceneFault.short(text))' is not a number", at: start)
    }
    guard number.isFinite else {
      throw SceneFault(
        .wrongValue, at: start, "the number '\(SceneFault.short(text))' is too large")
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
    var text = ""
    while true {
      try addCharacters(to: &text, of: start)
      guard let byte = peek else { throw fault("unterminated string", at: start) }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return text
      case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape())
      default: throw fault("control characters must be escaped")
      }
    }
  }

  /// Appends characters in chunks, up to a quote, an escape, a control character or the end.
  private mutating func addCharacters(to text: inout String, of start: Int) throws(SceneFault) {
    while true {
      let first = index
      let limit = min(bytes.count, first + Self.pieceLength)
      while index < limit, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      {
        index += 1
      }
      let isCut = index == first + Self.pieceLength
      // No chunk ends inside a character; if this goes back too far, the bytes are invalid.
      var back = 0
      while isCut, back < 3, index < bytes.count, bytes[index] & 0xC0 == 0x80 {
        index -= 1
        back += 1
      }
      guard let piece = String(validating: bytes[first..<index], as: UTF8.self) else {
        throw fault("the string is not valid UTF-8", at: start)
      }
      text += piece
      guard isCut else { return }
      try scope.pass(Self.byteSteps * piece.utf8.count, orThrow: SceneFault.cancelled)
    }
  }

  /// The length of a chunk of a string, in bytes.
  private static let pieceLength = 1 << 15

  private mutating func escape() throws(SceneFault) -> Unicode.Scalar {
    index += 1
    defer { index += 1 }
    switch peek {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return UnicodeScalar(bytes[index])
    case UInt8(ascii: "u"): return try scalar()
    default: throw fault("unknown escape sequence", at: index - 1)
    }
  }

  /// The character of `uXXXX`, or of two such escapes that form a surrogate pair; ends at its last
  /// digit.
  private mutating func scalar() throws(SceneFault) -> Unicode.Scalar {
    let start = index - 1
    var code = try hex(at: index + 1, of: start)
    index += 4
    if (0xD800..<0xDC00).contains(code), bytes[(index + 1)...].starts(with: "\\u".utf8) {
      let low = try hex(at: index + 3, of: start)
      if (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        index += 6
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw fault("unpaired surrogate", at: start)
    }
    return scalar
  }

  private func hex(at offset: Int, of start: Int) throws(SceneFault) -> UInt32 {
    let digits = bytes.dropFirst(offset).prefix(4)
    let isHex =
      digits.count == 4 && digits.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    guard isHex, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw fault("'\\u' needs four hexadecimal digits", at: start)
    }
    return code
  }
}

/// A parsed JSON text: its value, and the bytes and the name for the locations in messages.
///
/// Scenes, templates and data may be parts of it; errors in them refer to the lines and the name of
/// the whole text.
package struct JSONDocument: Sendable {
  package let value: JSONValue
  package let bytes: [UInt8]
  /// The name of the text in messages.
  let name: String

  /// Parses a text.
  ///
  /// - Throws: `SceneError` if it is longer than a scene may be, or is not JSON.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8], named name: String) throws(SceneError) {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    do {
      value = try JSONValue(json: bytes)
    } catch {
      throw SceneError(error, in: bytes, nil, source: name)
    }
  }

  /// Parses a text as part of other work.
  ///
  /// - Throws: The same; `CancellationError` if the scope is cancelled.
  init(_ bytes: [UInt8], named name: String, _ scope: WorkScope) throws {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    value = try Self.reading(bytes, nil, named: name, scope) { scope throws(SceneFault) in
      try JSONValue(json: bytes, scope)
    }
  }

  /// Converts a fault to an error with its location.
  package func error(_ fault: SceneFault) -> SceneError {
    SceneError(fault, in: bytes, value, source: name)
  }

  /// Returns a value if it is an object.
  ///
  /// - Throws: `SceneError` if the value is of another kind.
  func object(_ value: JSONValue, _ wanted: String) throws(SceneError) -> JSONValue {
    guard case .object = value.content else { throw error(SceneFault(value, isNot: wanted)) }
    return value
  }

  /// The path to a value, with the name of the text, the line and the column.
  func place(of offset: Int) -> String {
    let error = error(SceneFault(.wrongValue, at: offset, ""))
    let numbers = [error.line, error.column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "'\(error.path)' at \(name)\(numbers)"
  }

  /// Reads part of the text within other work.
  ///
  /// - Throws: `SceneError` or `RenderBudget.Excess` with the location of the first fault;
  ///   `CancellationError`.
  func reading<Result: Sendable>(
    _ scope: WorkScope,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Result
  ) throws -> Result {
    try Self.reading(bytes, value, named: name, scope, read)
  }

  /// Reads part of a text, on another thread if that may take long.
  private static func reading<Value: Sendable>(
    _ bytes: [UInt8], _ root: JSONValue?, named name: String, _ scope: WorkScope,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Value
  ) throws -> Value {
    let outcome = try scope.run(over: bytes.count) {
      scope throws(CancellationError) -> Result<Value, any Error> in
      do throws(SceneFault) {
        return .success(try read(scope))
      } catch {
        if error.isCancelled { throw CancellationError() }
        return .failure(SceneError(error, in: bytes, root, source: name).failure(of: error))
      }
    }
    return try outcome.get()
  }
}
