import LinecasterDisplay
import LinecasterGeometry
import LinecasterPictures
import LinecasterScenes
import Testing

/// Requests in JSON.
@Suite struct PictureRequestTests {
  private func request(_ json: String) throws -> PictureRequest {
    try PictureRequest(json: Array(json.utf8), named: "r")
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
    #expect(try request.source.scene() == Scene(json: #"{"body": {"Text": "a"}}"#))
    #expect(request.width == nil && request.scale == 1 && request.theme == nil)
    #expect(request.textScale == 1 && request.rendering == nil && !request.isStrict)
    #expect(request.encoding == PictureEncoding())
  }

  @Test func allOfItIsRead() throws {
    let request = try request(
      """
      {"template": {"body": {"Text": "{{a}}"}}, "data": {"a": "b"}, "width": 120.5, "scale": 2,
      "theme": "dark", "textScale": 1.5, "rendering": "plain", "format": "webp", "quality": 70,
      "strict": true}
      """)
    #expect(try request.source.scene() == Scene(json: #"{"body": {"Text": "b"}}"#))
    #expect(request.width == 120.5 && request.scale == 2 && request.theme == .dark)
    #expect(request.textScale == 1.5 && request.rendering == .plain && request.isStrict)
    #expect(request.encoding == PictureEncoding(.webP, quality: 70))
    let compact = try self.request(#"{\#(Self.scene), "compact": true}"#)
    #expect(compact.encoding.isCompact)
  }

  @Test(
    arguments: [
      ("[]", "", "a request"), (#"{"width": 3}"#, "", "'scene' or a 'template'"),
      (#"{"scene": {}, "template": {}}"#, "scene", "no 'template'"),
      (#"{"scene": {}, "data": {}}"#, "scene", "no 'data'"),
      (#"{"template": {}, "data": [1]}"#, "", "an object with the data"),
      (#"{"template": 1}"#, "", "a template"),
      (#"{"scene": {}, "widht": 3}"#, "widht", "is it 'width'?"),
      (#"{"scene": {}, "width": 0}"#, "width", "from 1.0 to 10000.0"),
      (#"{"scene": {}, "scale": "2"}"#, "scale", "from 0.5 to 4.0"),
      (#"{"scene": {}, "textScale": 1e300}"#, "textScale", "from 0.25 to 8.0"),
      (#"{"scene": {}, "theme": "pink"}"#, "theme", "one of 'light', 'dark'"),
      (#"{"scene": {}, "rendering": 1}"#, "rendering", "'auto'"),
      (#"{"scene": {}, "format": "gif"}"#, "format", "'png'"),
      (#"{"scene": {}, "quality": 5}"#, "quality", "not for PNG"),
      (#"{"scene": {}, "format": "jpeg", "quality": 5.5}"#, "quality", "whole number"),
      (#"{"scene": {}, "format": "jpeg", "compact": true}"#, "compact", "for PNG"),
      (#"{"scene": {}, "strict": 1}"#, "strict", "true or false"),
    ])
  func faultsNameTheirPlaceAndReason(json: String, path: String, reason: String) {
    let fault = fault(json)
    #expect(fault?.source == "r" && fault?.path == path, "\(json): \(fault?.description ?? "")")
    #expect(fault?.reason.contains(reason) == true, "\(json): \(fault?.description ?? "")")
  }

  /// Faults in the scene are told with their places in the whole request.
  @Test func faultsInTheSceneHaveLinesOfTheRequest() throws {
    let request = try request("{\"scene\":\n {\"body\": {\"Texd\": 1}}}")
    let fault = try #require(request.source.faults.first)
    #expect(fault.line == 2 && fault.column == 12 && fault.path == "body.Texd")
  }

  @Test func endingsAndMediaTypesAreThoseOfTheFormats() {
    #expect(PictureFormat(ending: "JPEG") == .jpeg && PictureFormat(ending: "webp") == .webP)
    #expect(PictureFormat(ending: "gif") == nil)
    #expect(PictureFormat.allCases.map(\.mediaType).contains("image/webp"))
    #expect(PictureFormat.builtIn.contains(.png))
  }
}
