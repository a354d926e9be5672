import Foundation
import LinecasterBase
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// The tables of the articles on scenes, and the fuzzers' dictionary, list exactly the fields of
/// the schema. `TABLES=record` writes them again.
@Suite struct SceneTablesTests {
  /// A table of an article, found by the first cell of its head.
  struct Table: Sendable {
    let article: String
    let head: String
    /// The members and indices that lead to the properties in the definitions of the schema.
    let path: [String]
  }

  private static let tables = [
    Table(article: "SceneNodes", head: "modifier", path: ["node"]),
    Table(article: "SceneNodes", head: "of a row or column", path: ["stack", "1"]),
    Table(article: "SceneNodes", head: "of a grid", path: ["grid", "1"]),
    Table(article: "SceneText", head: "of a style", path: ["textStyle", "1"]),
    Table(
      article: "SceneText", head: "of a paragraph style",
      path: ["textArgument", "2", "paragraphStyle"]),
    Table(article: "SceneText", head: "of a box", path: ["text", "3"]),
    Table(article: "SceneText", head: "of an attachment", path: ["attachment"]),
    Table(article: "SceneText", head: "of a pair", path: ["text", "5"]),
  ]

  /// The values of the styles that a scene begins with, by the heads of their tables.
  private static func defaults(of head: String) throws -> [JSONMember]? {
    switch head {
    case "of a style": try TextStyle.fields.write(TextStyle(), plain: nil)
    case "of a paragraph style": try ParagraphStyle.fields.write(ParagraphStyle(), plain: nil)
    default: nil
    }
  }

  /// Names that the articles explain outside of tables.
  private static let unexplained: Set<ExactText> = [
    "Row", "Column", "Grid", "Text", "Box", "Image", "Spacer", "Part", "content", "InlineBox",
    "Ruby",
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL
  private static let isRecording = ProcessInfo.processInfo.environment["TABLES"] == "record"

  private let schema: JSONValue

  init() throws {
    schema = try JSONValue(json: Array(Scene.schema.utf8))
  }

  private func properties(_ path: [String]) throws -> [JSONMember] {
    var value = try #require(schema["$defs"]?[path[0]])
    for step in path.dropFirst() {
      let next = Int(step).map { value["anyOf"]?.elements[$0] } ?? value["properties"]?[step]
      value = try #require(next)
    }
    return try #require(value["properties"]).members
  }

  /// The tables are checked one after the other because they share articles.
  @Test func tablesListTheFields() throws {
    for table in Self.tables { try check(table) }
  }

  private func check(_ table: Table) throws {
    let properties = try properties(table.path)
    let words = SchemaWords(schema)
    let defaults = try Self.defaults(of: table.head)
    var lines = [
      "| \(table.head) | value |\(defaults == nil ? "" : " default |") meaning |",
      "| --- | --- |\(defaults == nil ? "" : " --- |") --- |",
    ]
    for property in properties {
      guard let meaning = property.value["description"] else {
        #expect(Self.unexplained.contains(property.name), "\(property.name) has no description")
        continue
      }
      let value = try words.words(property.value)
      let usual = defaults.map { " \(words.words($0.first { $0.name == property.name })) |" } ?? ""
      lines.append("| `\(property.name)` | \(value) |\(usual) \(meaning.text) |")
    }
    // Every default is one of a row.
    let names = Set(properties.map(\.name))
    #expect(defaults?.allSatisfy { names.contains($0.name) } ?? true)
    let path = Self.root.appendingPathComponent(
      "Sources/Linecaster/Linecaster.docc/\(table.article).md")
    var page = try String(contentsOf: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let start = try #require(page.firstIndex { $0.hasPrefix("| \(table.head) |") })
    let end = page[start...].firstIndex { !$0.hasPrefix("|") } ?? page.endIndex
    if Self.isRecording {
      page.replaceSubrange(start..<end, with: lines)
      try Data(page.joined(separator: "\n").utf8).write(to: path)
    } else {
      #expect(
        Array(page[start..<end]) == lines,
        "\(table.article).md: TABLES=record make test FILTER=SceneTablesTests")
    }
  }

  @Test func examplesAreAccepted() throws {
    let validator = SchemaValidator(schema)
    var count = 0
    for table in Self.tables {
      for property in try properties(table.path) {
        for example in property.value["examples"]?.elements ?? [] {
          count += 1
          #expect(try validator.accepts(example, property.value), "\(property.name)")
        }
      }
    }
    #expect(count >= 10)
  }

  /// The names and words of a schema.
  private func names(in schema: JSONValue) -> Set<String> {
    var names: Set<String> = []
    var values = [schema]
    while let value = values.popLast() {
      for member in value.members where member.name != "examples" {
        values.append(member.value)
        if member.name == "properties" { names.formUnion(member.value.members.map(\.name.string)) }
        if member.name == "enum" { names.formUnion(member.value.elements.map(\.text)) }
      }
      values += value.elements
    }
    return names.subtracting([""])
  }

  @Test func theDictionaryOfFuzzersHasAllNames() throws {
    let path = Self.root.appendingPathComponent("Tests/Fuzz/Dictionaries/scene")
    let start = "# The names of the schema of scenes; TABLES=record writes them again."
    let file = try String(contentsOf: path, encoding: .utf8)
    let head = try #require(file.range(of: start)).upperBound
    let lines = names(in: schema).sorted().map { "\"\\x22\($0)\\x22\"\n" }
    #expect(lines.count > 200)
    let text = file[..<head] + "\n" + lines.joined()
    if Self.isRecording {
      try Data(text.utf8).write(to: path)
    } else {
      #expect(file == text, "TABLES=record make test FILTER=SceneTablesTests")
    }
  }
}
