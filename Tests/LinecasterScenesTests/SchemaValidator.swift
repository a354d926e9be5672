import LinecasterBase
import Testing

@testable import LinecasterScenes

/// Validates values by the keywords of JSON Schema (2020-12) that the schema of scenes uses.
struct SchemaValidator {
  private let definitions: [ExactText: JSONValue]
  private let root: JSONValue

  /// An unsupported keyword or reference.
  struct Unknown: Error {
    let name: String
  }

  init(_ schema: JSONValue) {
    root = schema
    guard case .object(let list)? = schema["$defs"]?.content else {
      definitions = [:]
      return
    }
    definitions = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.value) })
  }

  func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, root) }

  /// Whether a part of the schema accepts a value.
  func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    switch schema.content {
    case .bool(let isAccepted): return isAccepted
    case .object(let keywords):
      for keyword in keywords {
        guard try accepts(value, keyword, of: schema) else { return false }
      }
      return true
    default: throw Unknown(name: schema.kind)
    }
  }

  private func accepts(
    _ value: JSONValue, _ keyword: JSONMember, of schema: JSONValue
  ) throws -> Bool {
    let wanted = keyword.value
    switch keyword.name.string {
    case "$schema", "$defs", "title", "description", "examples": return true
    case "$ref": return try accepts(value, definition(wanted))
    case "type": return value.isType(wanted.text)
    case "enum": return wanted.elements.contains(value)
    case "anyOf": return try wanted.elements.contains { try accepts(value, $0) }
    case "oneOf": return try wanted.elements.count { try accepts(value, $0) } == 1
    case "not": return try !accepts(value, wanted)
    case "minimum", "maximum":
      guard case .number(let number) = value.content, case .number(let bound) = wanted.content
      else { return true }
      return keyword.name == "minimum" ? number >= bound : number <= bound
    case "pattern":
      guard case .string(let text) = value.content else { return true }
      return try Regex(wanted.text).firstMatch(in: text) != nil
    case "items":
      return try value.elements.allSatisfy { try accepts($0, wanted) }
    case "minItems": return Double(value.elements.count) >= wanted.double
    case "maxItems": return Double(value.elements.count) <= wanted.double
    default: return try acceptsMembers(of: value, keyword, of: schema)
    }
  }

  private func acceptsMembers(
    of value: JSONValue, _ keyword: JSONMember, of schema: JSONValue
  ) throws -> Bool {
    guard case .object(let members) = value.content else { return true }
    let wanted = keyword.value
    switch keyword.name.string {
    case "required":
      return wanted.elements.allSatisfy { name in members.contains { $0.name.string == name.text } }
    case "properties":
      return try members.allSatisfy { member in
        try wanted[member.name.string].map { try accepts(member.value, $0) } ?? true
      }
    case "additionalProperties":
      return try members.allSatisfy { member in
        try schema["properties"]?[member.name.string] != nil || accepts(member.value, wanted)
      }
    case "propertyNames":
      return try members.allSatisfy { try accepts(.string($0.name.string), wanted) }
    case "minProperties": return Double(members.count) >= wanted.double
    case "maxProperties": return Double(members.count) <= wanted.double
    default: throw Unknown(name: keyword.name.string)
    }
  }

  func definition(_ reference: JSONValue) throws -> JSONValue {
    let start = "#/$defs/"
    guard reference.text.hasPrefix(start) else { throw Unknown(name: reference.text) }
    let path = reference.text.dropFirst(start.count).split(separator: "/").map(String.init)
    var found = path.first.flatMap { definitions[ExactText($0)] }
    for step in path.dropFirst() {
      found = Int(step).map { found?.elements[$0] } ?? found?[step]
    }
    guard let found else { throw Unknown(name: reference.text) }
    return found
  }
}

extension JSONValue {
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == ExactText(name) }?.value
  }

  var elements: [JSONValue] {
    if case .array(let elements) = content { elements } else { [] }
  }

  /// The characters of a string; empty for other values.
  var text: String { if case .string(let text) = content { text } else { "" } }

  var double: Double { if case .number(let number) = content { number } else { 0 } }

  fileprivate func isType(_ name: String) -> Bool {
    switch (content, name) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}

@Suite struct SchemaValidatorTests {
  private func accepts(_ value: String, _ schema: String) throws -> Bool {
    try SchemaValidator(JSONValue(json: Array(schema.utf8)))
      .accepts(JSONValue(json: Array(value.utf8)))
  }

  @Test(arguments: [
    ("1", #"{"type": "number"}"#, true), (#""1""#, #"{"type": "number"}"#, false),
    ("1.0", #"{"type": "integer", "maximum": 1}"#, true), ("1.5", #"{"type": "integer"}"#, false),
    ("2", #"{"maximum": 1}"#, false), (#""a""#, #"{"enum": ["a", null]}"#, true),
    (#""b""#, #"{"enum": ["a", null]}"#, false), (#""abc""#, #"{"pattern": "^b"}"#, false),
    ("[1, 2]", #"{"items": {"type": "number"}, "maxItems": 2}"#, true),
    ("[1]", #"{"minItems": 2}"#, false), ("[1, 2]", #"{"maxItems": 1}"#, false),
    (#"[1, ""]"#, #"{"items": {"type": "number"}}"#, false),
    ("1", #"{"anyOf": [{"type": "string"}, {"type": "number"}]}"#, true),
    ("1", #"{"oneOf": [{"minimum": 0}, {"type": "number"}]}"#, false),
    ("1", #"{"not": {"type": "number"}}"#, false), (#"{"a": 1}"#, #"{"required": ["b"]}"#, false),
    (#"{"a": 1}"#, #"{"properties": {"a": {"type": "string"}}}"#, false),
    (#"{"a": 1}"#, #"{"properties": {"b": {}}, "additionalProperties": false}"#, false),
    (#"{"a": 1}"#, #"{"additionalProperties": {"type": "number"}}"#, true),
    (#"{"ab": 1}"#, #"{"propertyNames": {"pattern": "^.$"}}"#, false),
    (#"{"ab": 1}"#, #"{"minProperties": 2}"#, false), ("{}", #"{"maxProperties": 0}"#, true),
    ("[[[]]]", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}"##, true),
    (
      "[[1]]",
      ##"{"$ref":"#/$defs/a", "$defs":{"a":{"type": "array", "items":{"$ref": "#/$defs/a"}}}}"##,
      false
    ),
  ])
  func keywordsMeanWhatTheStandardSays(value: String, schema: String, isFine: Bool) throws {
    #expect(try accepts(value, schema) == isFine)
  }

  @Test func keywordsThatAreNotKnownAreErrors() {
    #expect(throws: SchemaValidator.Unknown.self) { try accepts("{}", #"{"if": {}}"#) }
    #expect(throws: SchemaValidator.Unknown.self) { try accepts("1", ##"{"$ref": "#/a"}"##) }
  }
}
