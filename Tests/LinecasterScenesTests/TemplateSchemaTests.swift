import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// The schema of templates for editors agrees with the templates of the project and the reader.
@Suite struct TemplateSchemaTests {
  private let validator: SchemaValidator

  init() throws {
    validator = SchemaValidator(try JSONValue(json: Array(SceneTemplate.schema.utf8)))
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../..").standardizedFileURL

  private func accepts(_ text: String) throws -> Bool {
    try validator.accepts(JSONValue(json: Array(text.utf8)))
  }

  /// The templates of the gallery and of the documentation.
  private static func templates() throws -> [JSONValue] {
    let gallery = root.appendingPathComponent("Sources/Examples/Gallery")
    var texts = try FileManager.default.contentsOfDirectory(atPath: gallery.path)
      .filter { $0.hasSuffix(".json") }.sorted()
      .map { try Data(contentsOf: gallery.appendingPathComponent($0)) }
    texts += try DocumentBlock.all(of: "Sources/Linecaster/Linecaster.docc/Templates.md").map {
      Data($0.text.utf8)
    }
    return texts.compactMap { try? JSONValue(json: Array($0)) }.filter { $0["body"] != nil }
  }

  @Test func theTemplatesOfTheProjectAreAccepted() throws {
    let templates = try Self.templates()
    #expect(templates.count > 12)
    for template in templates {
      #expect(try validator.accepts(template), "\(JSONWriter.text(of: template).prefix(200))")
    }
  }

  /// A scene is a template without data.
  @Test func scenesAreTemplates() throws {
    var generator = SeededGenerator()
    for round in 0..<60 {
      let scene = try Scene(generator.layout())
      #expect(try validator.accepts(scene.value), "round \(round), seed \(generator.seed)")
    }
  }

  @Test(arguments: [
    #"{"body": {"Text": "{{a}}"}, "data": {"a": 1}}"#,
    #"{"body": {"Row": ["{{a}}", {"Repeat": 3, "content": {"Text": "a"}}]}}"#,
    #"{"body": {"Row": [{"Repeat": "a", "as": "b", "index": "i", "content": [{"Text": "a"}]}]}}"#,
    #"{"body": {"Row": [{"Repeat": "a", "content": {"Text": "a"}, "else": {"Spacer": {}}}]}}"#,
    #"{"body": {"If": "a", "then": {"Text": "a"}, "else": {"If": "b", "then": {"Row": []}}}}"#,
    #"{"body": {"If": "a", "is": 2, "then": {"Text": "a"}}}"#,
    #"{"body": {"Text": "a", "padding": "{{a}}"}}"#,
    #"{"body": {"Text": "a", "opacity": {"If": "a", "then": 1, "else": "{{b}}"}}}"#,
    #"{"parts": {"p": {"Text": "{{a}}"}}, "body": {"Part": "p", "with": {"a": {"Row": []}}}}"#,
    #"{"body": {"Text": [{"Repeat": "a", "content": ["b", {"Styled": "{{item}}"}]}, "{{c}}"]}}"#,
    #"{"body": {"Grid": {"columns": [{"Repeat": 2, "content": "1fr"}], "content": []}}}"#,
    #"{"width": "{{w}}", "body": "{{node}}"}"#,
  ])
  func whatTemplatesSayIsAccepted(text: String) throws { #expect(try accepts(text)) }

  @Test(arguments: [
    #"{"body": {"Row": [{"Repeat": "a", "contents": {"Text": "a"}}]}}"#,
    #"{"body": {"Row": [{"Repeat": "a"}]}}"#,
    #"{"body": {"Row": [{"Repeat": "a", "content": {"Txt": "a"}}]}}"#,
    #"{"body": {"If": "a", "then": {"Text": "a", "paddin": 3}}}"#,
    #"{"body": {"If": "a"}}"#,
    #"{"body": {"Text": "a", "opacity": "half"}}"#,
    #"{"body": {"Part": "p", "with": 3}}"#, #"{"data": 3, "body": {"Text": "a"}}"#,
    #"{"data": {}}"#,
  ])
  func whatTheyDoNotIsRefused(text: String) throws { #expect(try !accepts(text)) }
}
