import Foundation
import Linecaster
import LinecasterFeed
import LinecasterScenes
import LinecasterTestSupport
import Testing

@testable import LinecasterTesting

/// All programs use one painter: equal requests give equal bytes.
@Suite struct OnePainterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A request in the form of each program.
  struct Request: Sendable {
    /// The name of the file that `render` draws, its content, and the data of a template.
    let file: String
    let content: String
    var data: String?
    /// The options in the request in JSON.
    var members = ""
    /// The same options on the command line.
    var options: [String] = []
    var ending = "png"
    /// The limit of pixels in memory; `nil` for the default.
    var maximumPixels: Int?

    /// The limits of its picture.
    var budget: RenderBudget {
      RenderBudget(pixelCount: maximumPixels ?? RenderBudget().pixelCount)
    }

    /// The limits on the command line.
    var limits: [String] { maximumPixels.map { ["--max-pixels", "\($0)"] } ?? [] }

    /// The request in JSON, with further members first.
    func json(_ others: String = "") -> String {
      let source =
        if file.hasSuffix(".md") {
          "\"markdown\": \"\(content.replacingOccurrences(of: "\n", with: "\\n"))\""
        } else if let data {
          "\"template\": \(content), \"data\": \(data)"
        } else {
          "\"scene\": \(content)"
        }
      return "{\(others)\(source)\(members)}"
    }
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

  private static let text = "# Office नमस्ते\n\nSome *marked-up* text:\n\n1. one\n2. two\n"

  /// An image between texts, in the colours of a theme.
  private static let pictured = ##"""
    {"width": 160, "background": "page", "colors": {"page": {"light": "#fff", "dark": "#0B132B"},
       "ink": {"light": "#222", "dark": "#EEE"}},
     "body": {"Row": {"spacing": 8, "content": [
       {"Image": {"image": "swatch.png"}, "cornerRadius": 6},
       {"Text": {"string": "Beside an image", "style": {"size": 15, "color": "ink"}}}
     ]}, "padding": 9}}
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
    Request(file: "card.json", content: card),
    Request(
      file: "card.json", content: template, data: #"{"name": "Grace"}"#,
      members: #", "textScale": 1.5"#, options: ["--text-scale", "1.5"]),
    Request(file: "text.md", content: text),
    Request(
      file: "card.json", content: pictured, members: #", "scale": 2, "theme": "dark""#,
      options: ["--scale", "2", "--theme", "dark"]),
    Request(
      file: "card.json", content: tall, members: #", "scale": 2"#, options: ["--scale", "2"],
      maximumPixels: 100_000),
    Request(file: "card.json", content: template),
    Request(
      file: "card.json", content: card, members: #", "width": 90.5, "rendering": "plain""#,
      options: ["--width", "90.5", "--rendering", "plain"]),
    Request(
      file: "text.md", content: text, members: #", "width": 200, "theme": "dark""#,
      options: ["--width", "200", "--theme", "dark"]),
    Request(file: "card.json", content: card, members: #", "format": "pdf""#, ending: "pdf"),
    Request(file: "text.md", content: text, members: #", "format": "svg""#, ending: "svg"),
  ]

  /// The server calls a painter with a request in JSON, in the same stages as this test.
  @Test(arguments: requests)
  func everyProgramGivesTheSameBytes(request: Request) async throws {
    let swatch = try Bitmap(width: 30, height: 20, background: Color(rgb: 0x4361EE))
    try Data(PNGEncoder().encode(swatch))
      .write(to: URL(fileURLWithPath: folder.file("swatch.png")))
    let asked = try PictureRequest(json: Array(request.json().utf8), named: "scene")
    let painter = PicturePainter(
      fonts: try .bundled(), folder: folder.path, budget: request.budget)
    let drawn = try painter.draw(painter.arrange(painter.read(asked)))
    #expect((drawn.picture.bandCount > 1) == (request.maximumPixels != nil))
    let expected = try painter.encode(drawn)
    #expect(expected.imageFaults.isEmpty && expected.warnings.isEmpty)
    #expect(try painter.picture(of: asked).bytes == expected.bytes)

    #expect(try await rendered(request) == expected.bytes, "render")
    #expect(try await batched(request) == expected.bytes, "batch")
    if request.ending == "png" {
      #expect(try await previewed(asked) == expected.bytes, "preview")
    }
  }

  /// The file written by `render`.
  private func rendered(_ request: Request) async throws -> [UInt8] {
    let path = try folder.write(request.content, to: request.file)
    let output = "card.\(request.ending)"
    let data = try request.data.map { ["--data", try folder.write($0, to: "data.json")] } ?? []
    let run = try await LinecasterRun(
      ["render", path, "-o", folder.file(output)] + data + request.options + request.limits)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try Array(folder.read(output))
  }

  /// The file written by `batch`.
  private func batched(_ request: Request) async throws -> [UInt8] {
    let line = request.json(#""id": 1, "#).replacingOccurrences(of: "\n", with: " ")
    let run = try await LinecasterRun(
      ["batch", "--files", folder.file("cards"), "--images", folder.path] + request.limits,
      input: try folder.write(line, to: "rows.jsonl"))
    #expect(run.status == 0, "\(run.errors)")
    return try Array(folder.read("cards/1.\(request.ending)"))
  }

  /// The encoded pixels of a preview, which has a layout in Swift and an environment.
  private func previewed(_ request: PictureRequest) async throws -> [UInt8] {
    let (layout, environment) = try parts(of: request)
    let drawn = try await PreviewPainter(
      fonts: try .bundled(), images: ImageFileProvider(folder: folder.path)
    ).draw(Preview("a card") { layout }, in: environment)
    #expect(drawn.remarks.isEmpty)
    return try file(of: drawn.bitmap, request.options)
  }

  private func file(of bitmap: Bitmap, _ options: PictureOptions) throws -> [UInt8] {
    let picture = BandedImage(bitmap)
    var bytes: [UInt8] = []
    try options.encoding.encoder(for: picture).encode(picture, name: "a", in: .unlimited) {
      bytes += $0
    }
    return bytes
  }

  /// The layout and the environment of a request.
  private func parts(of request: PictureRequest) throws -> (LayoutNode, LayoutEnvironment) {
    let options = request.options
    switch request.source {
    case .scene(let source):
      let scene = try source.scene()
      var environment = options.environment(
        width: scene.width, theme: scene.theme, rendering: scene.rendering)
      environment.background = scene.background
      return (scene.layout, environment)
    case .markup(let text, let lineBreaks, _):
      var environment = options.environment()
      environment.background = ThemeColor(environment.theme == .dark ? .black : .white)
      let style = MarkupStyle(theme: environment.theme, size: 16)
      let layout = Markup(text, lineBreaks: lineBreaks)
        .layout(style, imageWidth: environment.width - 16) { _ in nil }
      return (layout.padding(8), environment)
    case .layout(let layout, let environment): return (layout, environment)
    }
  }

  /// The rows of a table are drawn by the painter, too: `render` draws a feed, at once or in bands,
  /// and a preview shows the same table as its host does.
  @Test(arguments: [nil, 100_000] as [Int?])
  func tablesGiveTheSameBytes(maximumPixels: Int?) async throws {
    let lines = (1...6).map { number in
      #"{"id": \#(number), "author": "Ada", "time": "today", "body": "Office नमस्ते \#(number)"}"#
    }
    let request = Request(
      file: "feed.jsonl", content: lines.joined(separator: "\n"), options: ["--scale", "2"],
      maximumPixels: maximumPixels)
    let feed = FeedReader(imageFolder: folder.path)
      .read(Data(request.content.utf8), source: "feed")
    #expect(feed.errors.isEmpty && feed.items.count == lines.count)
    var options = PictureOptions()
    options.scale = 2
    var environment = options.environment()
    environment.background = ThemeColor(.clear)
    let drawn = try await PreviewPainter(fonts: try .bundled(), images: nil)
      .draw(Preview("a feed") { TableModel(feed: feed.items) }, in: environment)
    #expect(drawn.remarks.isEmpty)
    let size = (drawn.bitmap.width, drawn.bitmap.height)
    #expect(size.0 == 720 && size.0 * size.1 > 100_000)
    #expect(try await rendered(request) == file(of: drawn.bitmap, options))
  }

  /// A layout in Swift has the bytes of its scene.
  @Test func layoutsGiveTheBytesOfTheirScene() throws {
    let asked = try PictureRequest(json: Array(Self.requests[0].json().utf8))
    let painter = PicturePainter(fonts: try .bundled(), folder: folder.path)
    let (layout, environment) = try parts(of: asked)
    let picture = try painter.picture(of: PictureRequest(.layout(layout, environment)))
    #expect(try picture.bytes == painter.picture(of: asked).bytes)
  }
}
