import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Logging
import Testing

@testable import LinecasterServer

/// The service gives the bytes of the painter. The tests of the command read the same requests, and
/// show that the command and previews give them, too.
@Suite(.timeLimit(.minutes(60))) struct RenderServiceTests {
  /// Requests in JSON, each with the limit of pixels in memory.
  static let requests = Result {
    let file = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Tests/LinecasterTestSupport/Fixtures/requests.jsonl")
    return try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
      .split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let request = try #require(object?["request"])
        return (
          json: try JSONSerialization.data(withJSONObject: request),
          pixels: object?["maximumPixels"] as? Int
        )
      }
  }

  @Test func picturesAreThoseOfThePainter() async throws {
    let folder = try TemporaryFolder()
    let swatch = try Bitmap(width: 30, height: 20, background: Color(rgb: 0x4361EE))
    try Data(PNGEncoder().encode(swatch))
      .write(to: URL(fileURLWithPath: "\(folder.path)/swatch.png"))
    let requests = try Self.requests.get()
    #expect(requests.count > 5)
    for (json, pixels) in requests {
      var configuration = ServerConfiguration(fonts: try .bundled())
      configuration.files = folder.path
      if let pixels { configuration.budget.pixelCount = pixels }
      let server = try PictureServer(
        configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let painter = PicturePainter(
        fonts: configuration.fonts, folder: folder.path, budget: configuration.budget)
      let request = try PictureRequest(json: Array(json), named: "scene")
      let name = String(decoding: json, as: UTF8.self)
      let served = try await server.service.picture(RenderJob(key: name) { _ in request })
      let expected = try painter.picture(of: request)
      #expect(expected.imageFaults.isEmpty, "\(name)")
      #expect(served.file.bytes == expected.bytes, "\(name)")
    }
  }
}
