import LinecasterBase

@testable import LinecasterScenes

/// The accepted values of a schema, in the words of the articles.
struct SchemaWords {
  private let validator: SchemaValidator

  init(_ schema: JSONValue) {
    validator = SchemaValidator(schema)
  }

  /// The definitions that the articles explain.
  private static let known = [
    "color": "a colour", "themeColor": #"a colour, or `{"light": …, "dark": …}`"#,
    "length": "a length", "edges": "edges", "paint": "a paint", "layer": "a layer",
    "text": "a text", "unpairedText": "a text", "textStyle": "a style", "node": "a node",
    "spacing": "a number, or a length in em", "tracks": "tracks", "gridRange": "a line or two",
    "radii": "a radius, or an object with one for each corner",
    "distances": "a number, or an object with one for each edge",
    "track": "a track", "shadows": "a shadow, or a list of them", "size": "a size",
    "transforms": "a transform, or a list of them", "filters": "a filter, or a list of them",
  ]

  func words(_ schema: JSONValue) throws -> String {
    if let example = schema["examples"]?.elements.first {
      return try type(schema) + ", for example `\(JSONWriter.text(of: example).oneLine)`"
    }
    return try type(schema)
  }

  /// A default in the words of the articles: a keyword as it is named among the values.
  func words(_ member: JSONMember?) -> String {
    switch member?.value.content {
    case nil, .null?: return "none"
    case .string(let text)?: return "`\(text)`"
    case .array(let elements)? where elements.isEmpty: return "none"
    case .object(let members)? where members.isEmpty: return "none"
    case .some: return "`\(JSONWriter.text(of: member?.value ?? .null).oneLine)`"
    }
  }

  private func type(_ schema: JSONValue) throws -> String {
    if let reference = schema["$ref"] {
      let known = Self.known[String(reference.text.dropFirst("#/$defs/".count))]
      return try known ?? words(validator.definition(reference))
    }
    if let values = schema["enum"]?.elements {
      return values.map { "`\($0.text.isEmpty ? JSONWriter.text(of: $0).oneLine : $0.text)`" }
        .joined(separator: ", ")
    }
    if let choices = schema["anyOf"]?.elements {
      let words = try choices.filter { $0["type"]?.text != "null" }.map(type)
      return words.joined(separator: words.contains { $0.contains(",") } ? ", or " : " or ")
    }
    switch schema["type"]?.text {
    case "boolean": return "`true` or `false`"
    case "number": return "a number" + range(schema)
    case "integer": return "a whole number" + range(schema)
    case "array": return "a list of " + (try schema["items"].map(type).map(plural) ?? "values")
    case "object": return try object(schema)
    default: return "a text"
    }
  }

  /// The plural of a kind: "tracks" for "a track".
  private func plural(_ words: String) -> String {
    let isOne = words.hasPrefix("a ") && words.count { $0 == " " } == 1
    return isOne ? "\(words.dropFirst(2))s" : words
  }

  /// The limits of a number; empty if they are those of exact integers.
  private func range(_ schema: JSONValue) -> String {
    guard let least = schema["minimum"]?.double, let most = schema["maximum"]?.double,
      most < 1_000_000
    else { return "" }
    return " from \(JSONWriter.number(least)) to \(JSONWriter.number(most))"
  }

  private func object(_ schema: JSONValue) throws -> String {
    guard let properties = schema["properties"]?.members else {
      return "an object with values by name"
    }
    let names = try properties.map { property in
      guard let values = property.value["enum"]?.elements, values.count > 1 else {
        return "`\(property.name)`"
      }
      return "`\(property.name)` (\(try type(property.value)))"
    }
    let isChoice = schema["maxProperties"]?.double == 1
    return "an object with " + (isChoice ? "one of " : "") + names.joined(separator: ", ")
  }
}

extension String {
  /// The text on one line, as JSON in a sentence.
  fileprivate var oneLine: String {
    split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
