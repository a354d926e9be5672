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

  /// A line of `Fixtures/requests.jsonl`, in the form of each program. The tests of the server read
  /// the same file.
  struct Request: Sendable {
    /// The name of the file that `render` draws, its content, and the data of a template.
    let file: String
    let content: String
    var data: String?
    /// The request in JSON.
    var json = ""
    /// Its options on the command line.
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
  }

  static let requests = Result {
    try String(contentsOfFile: Recordings.fixture("requests.jsonl"), encoding: .utf8)
      .split(separator: "\n").map { try Request(line: $0) }
  }

  /// The bytes of the painter are also those of the server, by the tests of the server.
  @Test(arguments: try requests.get())
  func everyProgramGivesTheSameBytes(request: Request) async throws {
    let swatch = try Bitmap(width: 30, height: 20, background: Color(rgb: 0x4361EE))
    try Data(PNGEncoder().encode(swatch))
      .write(to: URL(fileURLWithPath: folder.file("swatch.png")))
    let asked = try PictureRequest(json: Array(request.json.utf8), named: "scene")
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
    let line = #"{"id": 1, "# + request.json.dropFirst()
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
    let asked = try PictureRequest(json: Array(Self.requests.get()[0].json.utf8))
    let painter = PicturePainter(fonts: try .bundled(), folder: folder.path)
    let (layout, environment) = try parts(of: asked)
    let picture = try painter.picture(of: PictureRequest(.layout(layout, environment)))
    #expect(try picture.bytes == painter.picture(of: asked).bytes)
  }
}

extension OnePainterTests.Request {
  /// Reads an object with the request in JSON, and a limit of pixels.
  init(line: Substring) throws {
    let line = try #require(try Self.object(Data(line.utf8)))
    var request = try #require(line["request"] as? [String: Any])
    json = try Self.text(request)
    if let markdown = request.removeValue(forKey: "markdown") {
      (file, content) = ("text.md", try #require(markdown as? String))
    } else {
      let scene = request.removeValue(forKey: "scene") ?? request.removeValue(forKey: "template")
      (file, content) = ("card.json", try Self.text(#require(scene as? [String: Any])))
    }
    data = try (request.removeValue(forKey: "data") as? [String: Any]).map(Self.text)
    if let format = request.removeValue(forKey: "format") {
      ending = try #require(format as? String)
    }
    options = request.sorted { $0.key < $1.key }.flatMap { name, value in
      let words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      return ["--\(words.joined())", "\(value)"]
    }
    maximumPixels = line["maximumPixels"] as? Int
  }

  private static func object(_ json: Data) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: json) as? [String: Any]
  }

  private static func text(_ object: [String: Any]) throws -> String {
    let json = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return String(decoding: json, as: UTF8.self)
  }
}
