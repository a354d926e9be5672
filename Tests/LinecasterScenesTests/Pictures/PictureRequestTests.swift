import LinecasterBase
import LinecasterDisplay
import LinecasterScenes
import Testing

/// Requests in JSON.
@Suite struct PictureRequestTests {
  private func request(_ json: String) throws -> PictureRequest {
    try PictureRequest(JSONDocument(Array(json.utf8), named: "r"))
  }

  private func fault(_ json: String) -> SceneError? {
    do {
      _ = try request(json)
      return nil
    } catch {
      return error as? SceneError
    }
  }

  private static let scene = #""scene": {"body": {"Text": "a"}}"#

  @Test func whatIsNotSaidIsAsUsual() throws {
    let request = try request("{\(Self.scene)}")
    #expect(try request.source.scene?.scene() == Scene(json: #"{"body": {"Text": "a"}}"#))
    #expect(request.options == PictureOptions())
  }

  @Test func allOfItIsRead() throws {
    let request = try request(
      """
      {"template": {"body": {"Text": "{{a}}"}}, "data": {"a": "b"}, "width": 120.5, "scale": 2,
      "theme": "dark", "textScale": 1.5, "rendering": "plain", "format": "webp", "quality": 70,
      "strict": true}
      """)
    #expect(try request.source.scene?.scene() == Scene(json: #"{"body": {"Text": "b"}}"#))
    let options = request.options
    #expect(options.width == 120.5 && options.scale == 2 && options.theme == .dark)
    #expect(options.textScale == 1.5 && options.rendering == .plain && options.isStrict)
    #expect(options.encoding == PictureEncoding(.webP, quality: 70))
    let compact = try self.request(#"{\#(Self.scene), "compact": true}"#)
    #expect(compact.options.encoding.isCompact)
    #expect(compact.options.encoding.effort == .standard)
    let small = try self.request(#"{\#(Self.scene), "compression": "small"}"#)
    #expect(small.options.encoding.effort == .small)
  }

  @Test(
    arguments: [
      ("[]", "", "a request"), (#"{"width": 3}"#, "", "'scene' or 'template' is missing"),
      (#"{"scene": {}, "template": {}}"#, "template", "'scene' and 'template' cannot"),
      (#"{"scene": {}, "data": {}}"#, "data", "'data' applies to templates"),
      (#"{"template": {}, "data": [1]}"#, "data", "an object with the data"),
      (#"{"template": 1}"#, "template", "a template"),
      (#"{"markdown": 1}"#, "markdown", "a text in Markdown"),
      (#"{"markdown": "a", "data": {}}"#, "markdown", "'markdown' and 'data' cannot be combined"),
      (#"{"scene": {}, "markdown": ""}"#, "markdown", "'markdown' and 'scene' cannot"),
      (#"{"scene": {}, "widht": 3}"#, "widht", "did you mean 'width'?"),
      (#"{"scene": {}, "width": 0}"#, "width", "from 1 to 10000"),
      (#"{"scene": {}, "scale": "2"}"#, "scale", "from 0.5 to 4"),
      (#"{"scene": {}, "textScale": 1e300}"#, "textScale", "from 0.25 to 8"),
      (#"{"scene": {}, "theme": "pink"}"#, "theme", "one of light, dark"),
      (#"{"scene": {}, "rendering": 1}"#, "rendering", "auto"),
      (#"{"scene": {}, "format": "gif"}"#, "format", "png"),
      (#"{"scene": {}, "quality": 5}"#, "quality", "does not apply to PNG"),
      (#"{"scene": {}, "format": "jpeg", "quality": 5.5}"#, "quality", "whole number"),
      (#"{"scene": {}, "format": "jpeg", "compact": true}"#, "compact", "to PNG only"),
      (#"{"scene": {}, "compression": "tiny"}"#, "compression", "one of fast, standard, small"),
      (#"{"scene": {}, "strict": 1}"#, "strict", "true or false"),
    ])
  func faultsNameTheirPlaceAndReason(json: String, path: String, reason: String) {
    let fault = fault(json)
    #expect(fault?.source == "r" && fault?.path == path, "\(json): \(fault?.description ?? "")")
    #expect(fault?.reason.contains(reason) == true, "\(json): \(fault?.description ?? "")")
  }

  /// Faults in the scene are reported with their places in the whole request.
  @Test func faultsInTheSceneHaveLinesOfTheRequest() throws {
    let request = try request("{\"scene\":\n {\"body\": {\"Texd\": 1}}}")
    let fault = try #require(request.source.faults.first)
    #expect(fault.line == 2 && fault.column == 12 && fault.path == "scene.body.Texd")
  }

  /// Options that are missing or null in the request have the values that the caller passes.
  @Test func optionsAreThoseOfTheReader() throws {
    var options = PictureOptions()
    options.encoding = PictureEncoding(.jpeg, quality: 60)
    options.width = 80
    let text = try JSONDocument(
      Array(#"{"id": 1, "data": {"a": "b"}, "width": null, "format": "png"}"#.utf8), named: "r")
    let template = try SceneTemplate(json: #"{"body": {"Text": "{{a}}"}}"#)
    let request = try PictureRequest(
      text, template: template, options: options, others: ["id"])
    #expect(request.options.width == 80 && request.options.encoding == PictureEncoding())
    #expect(try request.source.scene?.scene() == Scene(json: #"{"body": {"Text": "b"}}"#))
  }

  /// A scene alone is a request for its picture.
  @Test func scenesAreRequestsToo() throws {
    let scene = #"{"body": {"Text": "a"}}"#
    for json in [scene, #"{"scene": \#(scene)}"#, #"{"data": {}, "body": {"Text": "a"}}"#] {
      #expect(
        try PictureRequest(json: Array(json.utf8)).source.scene?.scene() == Scene(json: scene),
        "\(json)")
    }
  }

  @Test(arguments: [#"{"markdown": "a *b*"}"#, #"{"scene": null, "markdown": "a *b*"}"#])
  func markdownIsASource(json: String) throws {
    let request = try PictureRequest(json: Array(json.utf8))
    guard case .markup("a *b*", lineBreaks: .spaces, size: nil) = request.source else {
      Issue.record("\(request.source)")
      return
    }
    #expect(request.source.faults.isEmpty)
  }

  @Test func endingsAndMediaTypesAreThoseOfTheFormats() {
    #expect(PictureFormat(ending: "JPEG") == .jpeg && PictureFormat(ending: "webp") == .webP)
    #expect(PictureFormat(ending: "gif") == nil)
    #expect(PictureFormat.allCases.map(\.mediaType).contains("image/webp"))
    #expect(PictureFormat.builtIn.contains(.png))
  }
}
