import LinecasterBase

/// An error in a scene, with its location.
///
///     do {
///       scene = try Scene(path: "card.json")
///     } catch {
///       print(error)  // card.json:1:37: body.Row[0].paddin: 'paddin' is not a modifier; …
///     }
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors in scenes.
  public enum Code: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The text is not JSON.
    case malformed
    /// Scenes do not define a name.
    case unknownName
    /// A value is not valid in its place.
    case wrongValue
    /// A required member is missing.
    case missing
    /// Stacks or parts are nested too deeply.
    case tooDeep
    /// Bytes, nodes or text exceed the limits of scenes.
    case tooLarge
    /// Content is outside of the picture.
    case overflow
    /// A name in braces is drawn as it is, because the scene is not a template.
    case unexpandedName
  }

  /// The kind of the error.
  public let code: Code
  /// The path of the file, or the name of a text that is not a file.
  public let source: String
  /// The line, counted from 1; `nil` if the error has no location.
  public let line: Int?
  /// The column in characters, counted from 1; `nil` if the error has no location.
  public let column: Int?
  /// The names and indices that lead to the value, for example `body.Row.content[2].padding`; empty
  /// for the scene itself.
  public let path: String
  /// A description of the error, without its location.
  public let reason: String

  init(
    code: Code, source: String, line: Int? = nil, column: Int? = nil, path: String = "",
    reason: String
  ) {
    self.code = code
    self.source = source
    self.line = line
    self.column = column
    self.path = path
    self.reason = reason
  }

  /// The location as compilers write it, the path in the scene, and the reason.
  public var description: String { "\(place): \(reason)" }

  /// The location as compilers write it, and the path in the scene.
  var place: String {
    let numbers = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(source)\(numbers)" + (path.isEmpty ? "" : ": \(path)")
  }
}

/// A fault in a scene, located by its byte offset; converted to `SceneError`.
package struct SceneFault: Error {
  package let code: SceneError.Code
  /// The offset of the first byte of the invalid value or name.
  let offset: Int
  package private(set) var reason: String
  /// The number that the reason begins with; `nil` for other reasons.
  private var number: Double?
  /// The excess over a budget; `nil` for other faults.
  private(set) var need: Need?

  /// The amount that is needed, and the amount that a budget allows.
  struct Need {
    let limit: RenderBudget.Limit
    let needed: Int
    let allowed: Int
  }

  /// A marker for cancelled reading; not a fault.
  static let cancelled = SceneFault(.unreadable, at: -1, "cancelled")
  package var isCancelled: Bool { offset < 0 }

  package init(_ code: SceneError.Code, at offset: Int, _ reason: String) {
    self.code = code
    self.offset = offset
    self.reason = reason
  }

  /// A fault for an excess over a budget.
  init(_ need: Need, at offset: Int) {
    self.init(.tooLarge, at: offset, "over the budget")
    self.need = need
  }

  /// A fault for a value that is not valid in its place.
  package init(_ value: JSONValue, isNot wanted: String) {
    self.init(.wrongValue, at: value.offset, "\(Self.shown(value)) is not \(wanted)")
    if case .number(let number) = value.content { self.number = number }
  }

  /// A fault for a value that is not a list.
  init(_ value: JSONValue, isNotListOf what: String) {
    guard case .string(let text) = value.content else {
      self.init(value, isNot: "a list of \(what)")
      return
    }
    self.init(value, isNot: "a list of \(what); write [\"\(Self.short(text))\"]")
  }

  /// A fault for a value that is not a number, with a hint for CSS notation.
  init(_ value: JSONValue, isNotNumber wanted: String) {
    var hint: String?
    if case .string(let text) = value.content { hint = SceneHint.number(text) }
    self.init(
      .wrongValue, at: value.offset,
      "\(Self.shown(value)) is not \(wanted)" + (hint.map { "; \($0)" } ?? ""))
  }

  /// The same fault, whose reason has a number as it is written in a text, with all of its digits.
  ///
  /// - Parameter offset: The first byte of the number.
  func asWritten(in text: [UInt8], at offset: Int) -> SceneFault {
    guard let number, text.indices.contains(offset) else { return self }
    let digits = text[offset...].prefix(Self.lengthShown).prefix { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
    let written = String(decoding: digits, as: UTF8.self)
    guard Double(written) == number else { return self }
    var fault = self
    fault.number = nil
    fault.reason = written + reason.dropFirst(JSONWriter.number(number).count)
    return fault
  }

  /// A fault for an unknown name.
  ///
  /// - Parameters:
  ///   - kind: The kind of name, for messages.
  ///   - name: The name.
  ///   - offset: The first byte of the name.
  ///   - names: The known names; the nearest is suggested.
  ///   - hint: A hint to show instead of the nearest name; `nil` without one.
  init(
    unknown kind: String, _ name: ExactText, at offset: Int, among names: [ExactText],
    hint: String? = nil
  ) {
    let hint = hint ?? NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
    let article = kind.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    self.init(
      .unknownName, at: offset,
      "'\(Self.short(name.string))' is not \(article) \(kind)" + (hint.map { "; \($0)" } ?? ""))
  }

  /// A fault for an unknown name in a place.
  init(
    unknown kind: String, _ name: ExactText, at offset: Int, among names: [ExactText],
    in place: ScenePlace
  ) {
    self.init(
      unknown: kind, name, at: offset, among: names,
      hint: SceneHint.hint(for: name, in: place))
  }

  /// A text from the input, shortened for messages.
  static func short(_ text: String) -> String {
    text.unicodeScalars.count <= lengthShown
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(lengthShown))) + "…"
  }

  private static let lengthShown = 40

  private static func shown(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "'\(short(text))'"
    case .number(let number): JSONWriter.number(number)
    case .bool(let flag): "\(flag)"
    default: value.kind
    }
  }
}

extension SceneError {
  /// Locates a fault: the line, the column, and the path.
  ///
  /// - Parameter value: The value of the text; `nil` if it is not JSON.
  /// - Complexity: O(bytes).
  init(_ fault: SceneFault, in text: [UInt8], _ value: JSONValue?, source: String) {
    var place = SourcePosition()
    place.move(to: fault.offset, in: text)
    let fault = fault.asWritten(in: text, at: fault.offset)
    self.init(fault, at: place, value, source: source)
  }

  /// Creates an error from a fault whose line and column are known.
  init(_ fault: SceneFault, at place: SourcePosition, _ value: JSONValue?, source: String) {
    self.init(
      code: fault.code, source: source, line: place.line, column: place.column,
      path: value.flatMap { Self.path(in: $0, to: fault.offset) } ?? "", reason: fault.reason)
  }

  /// The error to throw for a fault: `RenderBudget.Excess` with the location for an excess over a
  /// budget; otherwise this error.
  func failure(of fault: SceneFault) -> any Error {
    guard let need = fault.need else { return self }
    return RenderBudget.Excess(
      need.limit, of: place, needed: need.needed, allowed: need.allowed)
  }

  /// The path to the value or name at an offset.
  private static func path(in value: JSONValue, to offset: Int) -> String? {
    var value = value
    var path = ""
    while value.offset != offset {
      switch value.content {
      case .array(let values):
        guard let index = values.lastIndex(where: { $0.offset <= offset }) else { return nil }
        path += "[\(index)]"
        value = values[index]
      case .object(let members):
        guard let member = members.last(where: { $0.offset <= offset }) else { return nil }
        path += (path.isEmpty ? "" : ".") + SceneFault.short(member.name.string)
        if member.offset == offset { return path }
        value = member.value
      default: return nil
      }
    }
    return path
  }
}

/// Collects the faults of a scene, so reading continues after each.
///
/// Not thread-safe.
final class SceneFaultLog {
  private var faults: [SceneFault] = []
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    let offset: Int
    let reason: ExactText
  }

  /// Records a fault. Duplicates are ignored, because scenes are read for each theme, and parts for
  /// each use. Returns false if reading must stop: at the limit of faults, or if the rest cannot be
  /// read.
  func take(_ fault: SceneFault) -> Bool {
    switch fault.code {
    case .unknownName, .wrongValue, .missing, .overflow, .unexpandedName:
      note(fault)
      return faults.count < Scene.faultLimit
    case .unreadable, .malformed, .tooDeep, .tooLarge: return false
    }
  }

  /// Records the fault that stopped reading.
  func note(_ fault: SceneFault) {
    let place = Place(offset: fault.offset, reason: ExactText(fault.reason))
    if faults.count < Scene.faultLimit, seen.insert(place).inserted { faults.append(fault) }
  }

  /// The faults in text order.
  var inOrder: [SceneFault] {
    faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }

  /// The faults with their locations in a text.
  ///
  /// - Complexity: O(bytes).
  func errors(in text: JSONDocument) -> [SceneError] {
    var place = SourcePosition()
    return inOrder.map { fault in
      place.move(to: fault.offset, in: text.bytes)
      let fault = fault.asWritten(in: text.bytes, at: fault.offset)
      return SceneError(fault, at: place, text.value, source: text.name)
    }
  }
}

extension SceneScope {
  /// Reads part of a scene; when collecting faults, records one and returns a default value.
  @inline(__always)
  func attempt<Value>(
    _ plain: @autoclosure () -> Value, _ read: () throws(SceneFault) -> Value
  ) throws(SceneFault) -> Value {
    do throws(SceneFault) {
      return try read()
    } catch {
      try note(error)
      return plain()
    }
  }

  /// Records a fault and continues.
  ///
  /// - Throws: The fault, if reading must stop.
  @inline(never)
  func note(_ fault: SceneFault) throws(SceneFault) {
    guard let log, log.take(fault) else { throw fault }
  }
}

extension Scene {
  /// The maximum number of reported faults.
  public static let faultLimit = 100

  /// Returns all faults of a scene, in text order; empty if the scene is valid.
  ///
  ///     for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
  ///
  /// Reading continues after each fault, so all faults can be fixed at once. It stops at malformed
  /// JSON and if a limit is exceeded.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Returns: At most `faultLimit` faults.
  /// - Complexity: O(bytes). May run on any thread.
  public static func faults(json: [UInt8], source: String = "scene") -> [SceneError] {
    do throws(SceneError) {
      let text = try JSONDocument(json, named: source)
      return faults(text.value, of: text)
    } catch {
      return [error]
    }
  }

  /// All faults of a scene in a text.
  static func faults(_ value: JSONValue, of text: JSONDocument) -> [SceneError] {
    let log = SceneFaultLog()
    do throws(SceneFault) {
      _ = try SceneDocument(value, log: log)
    } catch {
      log.note(error)
    }
    return log.errors(in: text)
  }
}

/// A location in a text, which moves forward.
struct SourcePosition {
  private(set) var line = 1
  /// The column, in characters.
  private(set) var column = 1
  private var offset = 0

  /// Advances to a later byte.
  mutating func move(to offset: Int, in text: [UInt8]) {
    guard offset > self.offset else { return }
    for byte in text[self.offset..<min(offset, text.count)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.offset = offset
  }
}
