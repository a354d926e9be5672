import Foundation
import Linecaster
import LinecasterScenes
import LinecasterTestSupport
import Testing

@testable import LinecasterTesting

/// One painter draws for all programs: equal requests give equal bytes.
@Suite struct OnePainterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A request as programs have it.
  struct Request: Sendable {
    /// The request in JSON, without its scene.
    let members: String
    /// The same on the command line.
    let options: [String]
    var ending = "png"
    let scene: String
  }

  private static let card = ##"""
    {"width": 150, "background": "page", "colors": {"page": {"light": "#fed", "dark": "#123"}},
     "body": {"Column": {"spacing": 4, "content": [
       {"Text": {"string": "Office नमस्ते שלום", "style": {"size": 17, "weight": "bold"}}},
       {"Box": {"color": "#4361EE", "size": {"width": 40, "height": 9}}}
     ]}, "padding": 7, "shadow": {"color": "#0008", "blur": 5}}}
    """##

  private static let template = ##"""
    {"data": {"name": "Ada"}, "background": "white",
     "body": {"Text": "Hello {{name}}"}, "theme": "dark"}
    """##

  static let requests = [
    Request(members: "", options: [], scene: card),
    Request(
      members: #", "scale": 2, "theme": "dark""#, options: ["--scale", "2", "--theme", "dark"],
      scene: card),
    Request(
      members: #", "width": 90.5, "textScale": 1.5, "rendering": "plain""#,
      options: ["--width", "90.5", "--text-scale", "1.5", "--rendering", "plain"], scene: card),
    Request(members: "", options: [], scene: template),
    Request(members: #", "format": "pdf""#, options: [], ending: "pdf", scene: card),
  ]

  @Test(arguments: requests)
  func renderBatchAndPainterGiveTheSameBytes(request: Request) async throws {
    let json = #"{"id": 1, "scene": \#(request.scene)\#(request.members)}"#
    let asked = try PictureRequest(JSONDocument(Array(json.utf8), named: "request"), others: ["id"])
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let expected = try painter.picture(of: asked)

    let scene = try folder.write(request.scene, to: "card.json")
    let output = folder.file("card.\(request.ending)")
    let render = try await LinecasterRun(["render", scene, "-o", output] + request.options)
    #expect(render.status == 0, "\(render.errors)")
    #expect(try Array(folder.read("card.\(request.ending)")) == expected.bytes)

    let line = json.replacingOccurrences(of: "\n", with: " ")
    let rows = try folder.write(line, to: "rows.jsonl")
    let batch = try await LinecasterRun(["batch", "--files", folder.file("cards")], input: rows)
    #expect(batch.status == 0, "\(batch.errors)")
    #expect(try Array(folder.read("cards/1.\(request.ending)")) == expected.bytes)
  }

  /// Previews are drawn by lists, which have what a list keeps, in the same pixels.
  @Test(arguments: requests.filter { $0.ending == "png" })
  func previewsHaveTheSamePixels(request: Request) async throws {
    let json = #"{"scene": \#(request.scene)\#(request.members)}"#
    let asked = try PictureRequest(json: Array(json.utf8))
    let options = asked.options
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let expected = try ImageDecoder().decode(painter.picture(of: asked).bytes)

    let scene = try asked.source.scene()
    let theme = options.theme ?? scene.theme
    let environment = LayoutEnvironment(
      width: options.width ?? scene.width, scale: PixelScale(options.scale), theme: theme,
      fonts: FontPreference(scale: options.textScale),
      background: ThemeColor(scene.background(in: theme)),
      textRendering: options.rendering ?? scene.rendering)
    let preview = Preview("a card") { scene.layout(in: $0.theme) }
    let drawn = try await PreviewPainter(fonts: try .bundled(), images: nil)
      .draw(preview, in: environment)
    #expect(drawn.bitmap == expected)
  }
}
