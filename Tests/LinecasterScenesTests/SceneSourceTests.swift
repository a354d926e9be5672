import LinecasterBase
import LinecasterDisplay
@testable import LinecasterScenes
import Testing

/// The source texts of scenes and templates.
@Suite struct SceneSourceTests {
  private func source(_ json: String) throws -> SceneSource {
    try SceneSource(json: Array(json.utf8), named: "a.json")
  }

  @Test func scenesAreReadAsTheyAre() throws {
    let json = #"{"body": {"Text": "Hello {{name}}"}}"#
    #expect(try source(json).scene() == Scene(json: json))
    #expect(try source(json).faults.isEmpty)
  }

  @Test func aMemberDataMakesATemplate() throws {
    let template = #"{"data": {"name": "Ada"}, "body": {"Text": "Hello {{name}}"}}"#
    #expect(try source(template).scene() == Scene(json: #"{"body": {"Text": "Hello Ada"}}"#))
  }

  @Test func givenDataTakeThePlaceOfThoseOfATemplate() throws {
    let template = try SceneTemplate(json: #"{"data": {"a": 1}, "body": {"Text": "{{a}} {{b}}"}}"#)
    let data = Array(#"{"b": 2}"#.utf8)
    let source = try SceneSource(template, data: data, names: .none)
    #expect(try source.scene() == Scene(json: #"{"body": {"Text": "1 2"}}"#))
    let checked = try SceneSource(template, data: data, named: "row.json")
    let error = #expect(throws: SceneError.self) { try checked.scene() }
    #expect(error == checked.faults.first && error?.source == "row.json")
  }

  /// Default values for names that data may omit make a text a template too.
  @Test func aMemberDefaultsMakesATemplate() throws {
    let template = #"{"defaults": {"name": "Ada"}, "body": {"Text": "Hello {{name}}"}}"#
    #expect(try source(template).scene() == Scene(json: #"{"body": {"Text": "Hello Ada"}}"#))
  }

  /// The first fault is thrown, and all are reported with their places.
  @Test func faultsHaveTheirPlaces() throws {
    let source = try source("{\"body\": {\"Row\": [\n{\"Texd\": 1}, {\"Text\": 2, \"gro\": 1}]}}")
    let error = #expect(throws: SceneError.self) { try source.scene() }
    #expect(error == source.faults.first && error?.line == 2 && error?.source == "a.json")
    #expect(source.faults.count == 3)
  }

  @Test func whatIsNotJSONIsAFaultAtOnce() {
    let error = #expect(throws: SceneError.self) { try source("{\n\"body\": ]}") }
    #expect(error?.code == .malformed && error?.line == 2)
  }

  @Test func dataHaveToBeAnObject() throws {
    let template = try SceneTemplate(json: #"{"body": {"Text": "{{a}}"}}"#)
    let error = #expect(throws: SceneError.self) {
      try SceneSource(template, data: Array("[1]".utf8), named: "rows")
    }
    #expect(error?.source == "rows" && error?.reason.contains("an object") == true)
  }

  /// Missing images are reported at their places in the scene, or in the template and the data.
  @Test func imagesThatAreMissingHaveTheirPlaces() throws {
    let reasons = [ImageReference("a.png"): "is not there"]
    let scene = try source(#"{"body": {"Column": [{"Text": "a"}, {"Image": {"image": "a.png"}}]}}"#)
    #expect(scene.faults(ofImages: reasons).map(\.path) == ["body.Column[1].Image.image"])
    let template = try source(
      #"{"data": {"a": "a.png"}, "body": {"Image": {"image": "{{a}}"}}}"#)
    let fault = try #require(template.faults(ofImages: reasons).first)
    #expect(fault.path == "body.Image.image" && fault.reason.contains("'data.a'"))
    #expect(scene.faults(ofImages: [:]).isEmpty)
  }

  @Test func readingIsCancelled() throws {
    let json = Array(#"{"body": {"Text": "a"}}"#.utf8)
    #expect(throws: CancellationError.self) { try SceneSource(json: json) { true } }
    #expect(throws: CancellationError.self) { try SceneSource(json: json).scene { true } }
  }
}
