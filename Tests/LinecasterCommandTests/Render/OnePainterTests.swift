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
    /// The pixels held at once; `nil` for the usual number.
    var maximumPixels: Int?
    let scene: String

    /// The limits of its picture.
    var budget: RenderBudget {
      RenderBudget(pixelCount: maximumPixels ?? RenderBudget().pixelCount)
    }

    /// The limits on the command line.
    var limits: [String] { maximumPixels.map { ["--max-pixels", "\($0)"] } ?? [] }
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

  /// Several bands in few pixels.
  private static let tall = ##"""
    {"width": 200, "background": "#E8F0FE", "body": {"Column": {"spacing": 6, "content": [
       {"Text": {"string": "One line of a tall picture", "style": {"size": 30}}},
       {"Box": {"color": "#D62839", "size": {"width": 120, "height": 160}}},
       {"Text": {"string": "and another one", "style": {"size": 30}}}
     ]}}}
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
    Request(members: #", "format": "svg""#, options: [], ending: "svg", scene: card),
    Request(
      members: #", "scale": 2"#, options: ["--scale", "2"], maximumPixels: 100_000, scene: tall),
  ]

  @Test(arguments: requests)
  func renderBatchAndPainterGiveTheSameBytes(request: Request) async throws {
    let json = #"{"id": 1, "scene": \#(request.scene)\#(request.members)}"#
    let asked = try PictureRequest(JSONDocument(Array(json.utf8), named: "request"), others: ["id"])
    let painter = PicturePainter(
      fonts: try FontCollection.bundled(), folder: folder.path, budget: request.budget)
    let expected = try painter.picture(of: asked)
    let drawn = try painter.draw(painter.arrange(painter.read(asked)))
    #expect((drawn.picture.bandCount > 1) == (request.maximumPixels != nil))

    let scene = try folder.write(request.scene, to: "card.json")
    let output = folder.file("card.\(request.ending)")
    let render = try await LinecasterRun(
      ["render", scene, "-o", output] + request.options + request.limits)
    #expect(render.status == 0, "\(render.errors)")
    #expect(try Array(folder.read("card.\(request.ending)")) == expected.bytes)

    let line = json.replacingOccurrences(of: "\n", with: " ")
    let rows = try folder.write(line, to: "rows.jsonl")
    let batch = try await LinecasterRun(
      ["batch", "--files", folder.file("cards")] + request.limits, input: rows)
    #expect(batch.status == 0, "\(batch.errors)")
    #expect(try Array(folder.read("cards/1.\(request.ending)")) == expected.bytes)
  }

  /// Texts are no requests of batches; the painter, `render` and previews draw them.
  @Test func textsGiveTheSameBytes() async throws {
    let text = "# Office नमस्ते\n\nSome *marked-up* text:\n\n1. one\n2. two\n"
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let read = try painter.read(
      .markup(text, lineBreaks: .spaces, size: nil), options: PictureOptions(), named: "text",
      by: Deadline(RenderBudget()), lineLimit: 0)
    let expected = try painter.encode(painter.draw(painter.arrange(read)))

    let path = try folder.write(text, to: "text.md")
    let render = try await LinecasterRun(["render", path, "-o", folder.file("text.png")])
    #expect(render.status == 0, "\(render.errors)")
    #expect(try Array(folder.read("text.png")) == expected.bytes)

    let preview = Preview("a text") { environment in
      Markup(text).layout(
        MarkupStyle(theme: environment.theme, size: 16), imageWidth: environment.width - 16
      ) { _ in nil }.padding(8)
    }
    let environment = LayoutEnvironment(width: 360, background: ThemeColor(.white))
    let drawn = try await PreviewPainter(fonts: try .bundled(), images: nil)
      .draw(preview, in: environment)
    #expect(try Self.bytes(of: drawn.bitmap, PictureOptions()) == expected.bytes)
  }

  /// The bytes of a file as a painter encodes it.
  private static func bytes(of bitmap: Bitmap, _ options: PictureOptions) throws -> [UInt8] {
    let picture = BandedImage(bitmap)
    var bytes: [UInt8] = []
    try options.encoding.encoder(for: picture).encode(picture, name: "a", in: .unlimited) {
      bytes += $0
    }
    return bytes
  }

  /// Previews are drawn by lists, which have what a list keeps, in the same pixels.
  @Test(arguments: requests.filter { $0.ending == "png" })
  func previewsGiveTheSameBytes(request: Request) async throws {
    let json = #"{"scene": \#(request.scene)\#(request.members)}"#
    let asked = try PictureRequest(json: Array(json.utf8))
    let options = asked.options
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let expected = try painter.picture(of: asked)

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
    #expect(try Self.bytes(of: drawn.bitmap, options) == expected.bytes)
  }
}
