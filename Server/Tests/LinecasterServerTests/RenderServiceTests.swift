import LinecasterBundledFonts
import LinecasterFonts
import LinecasterScenes
import Logging
import Testing

@testable import LinecasterServer

/// The service gives the bytes of the painter, which are those of the command line.
@Suite(.timeLimit(.minutes(2))) struct RenderServiceTests {
  private static let card = ##"""
    {"width": 150, "background": "#fed", "body": {"Column": {"spacing": 4, "content": [
       {"Text": {"string": "Office नमस्ते שלום", "style": {"size": 17, "weight": "bold"}}},
       {"Box": {"color": "#4361EE", "size": {"width": 40, "height": 9}}}
     ]}, "padding": 7}}
    """##

  static let requests = [
    #"{"scene": \#(card)}"#,
    #"{"scene": \#(card), "scale": 2, "theme": "dark"}"#,
    #"{"scene": \#(card), "width": 90.5, "textScale": 1.5, "rendering": "plain"}"#,
    #"{"template": {"body": {"Text": "Hello {{name}}"}}, "data": {"name": "Ada"}}"#,
    #"{"scene": \#(card), "format": "pdf"}"#,
    #"{"scene": \#(card), "format": "svg"}"#,
  ]

  @Test func picturesAreThoseOfThePainter() async throws {
    let fonts = try FontCollection.bundled()
    let server = try PictureServer(
      ServerConfiguration(fonts: fonts),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let painter = PicturePainter(fonts: fonts, folder: "/nonexistent")
    for json in Self.requests {
      let request = try PictureRequest(json: Array(json.utf8))
      let served = try await server.service.picture(RenderJob(key: json) { _ in request })
      #expect(try served.file.bytes == painter.picture(of: request).bytes, "\(json)")
    }
  }
}
