import Linecaster
import LinecasterPictures

/// What a row of a batch asks for: a scene, or a template with data, and how it is drawn.
struct BatchRequest {
  /// The scene, or the template, that the row brings along; nil for the one of the batch.
  let scene: JSONValue?
  /// Whether that is a template.
  let isTemplate: Bool
  /// The data for a template; nil for its own.
  let data: JSONValue?
  /// In layout points; nil for what the batch or the scene asks for.
  let width: Double?
  let scale: Double?
  let theme: Theme?
  let format: PictureFormat?

  static let names = ["id", "scene", "template", "data", "width", "scale", "theme", "format"]

  /// Reads a request.
  ///
  /// - Throws: A fault that names the member it is in.
  init(_ value: JSONValue) throws(BatchFault) {
    let members = try Self.members(value)
    scene = members["scene"] ?? members["template"]
    isTemplate = members["template"] != nil || Self.hasData(members["scene"])
    data = members["data"]
    width = try Self.number("width", members["width"], in: Scene.widths)
    scale = try Self.number("scale", members["scale"], in: PictureRequest.scales)
    theme = try Self.word("theme", members["theme"], Theme.allCases.map { ($0.rawValue, $0) })
    format = try Self.word(
      "format", members["format"],
      PictureFormat.allCases.flatMap { format in format.endings.map { ($0, format) } })
    guard members["scene"] == nil || members["template"] == nil else {
      throw BatchFault(
        code: "wrongValue", path: "template", reason: "there is a scene and a template")
    }
    guard data == nil || members["scene"] == nil else {
      throw BatchFault(
        code: "wrongValue", path: "data",
        reason: "data are for templates; a scene has them as its member 'data'")
    }
  }

  /// Which row it is: a whole number of 64 bits, or a string.
  ///
  /// - Parameter json: The text of the request.
  static func identifier(of value: JSONValue, in json: [UInt8]) throws(BatchFault) -> ItemIdentifier
  {
    guard case .object(let members) = value.content else {
      throw BatchFault(code: "wrongValue", reason: "a request is an object, such as \(example)")
    }
    guard let id = members.first(where: { $0.name == "id" })?.value else {
      throw BatchFault(code: "missing", reason: "'id' is missing")
    }
    switch id.content {
    case .string(let name): return .name(name)
    case .number: if let number = id.integer(in: json) { return .number(number) }
    default: break
    }
    throw BatchFault(
      code: "wrongValue", path: "id",
      reason: "'id' is neither a whole number of 64 bits nor a string")
  }

  private static let example = #"{"id": 1, "scene": {"body": {"Text": "Hello"}}}"#

  /// The members by their names; those that requests do not have are faults.
  private static func members(_ value: JSONValue) throws(BatchFault) -> [String: JSONValue] {
    guard case .object(let list) = value.content else { return [:] }
    var members: [String: JSONValue] = [:]
    for member in list {
      let name = member.name.string
      guard names.contains(name) else {
        let nearest = NearestName.of(name, among: names).map { "; is it '\($0)'?" } ?? ""
        let short = CommandFailure.printable(String(name.prefix(40)))
        throw BatchFault(
          code: "unknownName", path: short,
          reason: "there is no member '\(short)' of requests" + nearest)
      }
      if case .null = member.value.content { continue }
      members[name] = member.value
    }
    return members
  }

  private static func hasData(_ value: JSONValue?) -> Bool {
    guard case .object(let members)? = value?.content else { return false }
    return members.contains { $0.name == "data" }
  }

  private static func number(
    _ name: String, _ value: JSONValue?, in range: ClosedRange<Double>
  ) throws(BatchFault) -> Double? {
    guard let value else { return nil }
    if case .number(let number) = value.content, range.contains(number) { return number }
    let (least, greatest) = (
      HTMLText.number(range.lowerBound), HTMLText.number(range.upperBound)
    )
    throw BatchFault(
      code: "wrongValue", path: name, reason: "'\(name)' is no number from \(least) to \(greatest)")
  }

  private static func word<Value>(
    _ name: String, _ value: JSONValue?, _ words: [(String, Value)]
  ) throws(BatchFault) -> Value? {
    guard let value else { return nil }
    if case .string(let text) = value.content, let found = words.first(where: { $0.0 == text }) {
      return found.1
    }
    let known = words.map(\.0).joined(separator: ", ")
    throw BatchFault(code: "wrongValue", path: name, reason: "'\(name)' is none of \(known)")
  }
}

extension SHA256 {
  /// Takes a value of JSON, as what it says, whatever its text looks like: kinds, lengths and
  /// contents.
  ///
  /// - Complexity: O(values), without recursion.
  mutating func add(_ value: JSONValue) {
    var values = [value]
    while let value = values.popLast() {
      switch value.content {
      case .null: add("n")
      case .bool(let isTrue): add(isTrue ? "t" : "f")
      case .number(let number):
        add("d")
        add((number == 0 ? 0 : number).bitPattern)
      case .string(let text): add(counted: text, "s")
      case .array(let elements):
        add("a")
        add(UInt64(elements.count))
        values += elements.reversed()
      case .object(let members):
        add("o")
        add(UInt64(members.count))
        for member in members { add(counted: member.name.string, "m") }
        values += members.reversed().lazy.map(\.value)
      }
    }
  }

  /// Takes a text with its length, so that no two lists of texts are the same bytes.
  mutating func add(counted text: String, _ kind: String = "s") {
    add(kind)
    add(UInt64(text.utf8.count))
    add(text)
  }
}
