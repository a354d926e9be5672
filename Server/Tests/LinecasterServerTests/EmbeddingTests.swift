import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterServer
import Logging
import NIOCore
import Testing

// The code between these lines and the article is the same.

private func makePictures(secret: String, folder: String) throws -> PictureServer {
  var configuration = ServerConfiguration(fonts: try .bundled())
  configuration.templates = folder
  configuration.keys = [SigningKey(secret)].compactMap { $0 }
  return try PictureServer(configuration, logger: Logger(label: "pictures"))
}

private func addCards(to router: Router<BasicRequestContext>, from pictures: PictureServer) {
  router.get("card/:file") { request, _ in
    let answer = await pictures.respond(to: ServerRequest(request.head))
    return Response(
      status: answer.head.status, headers: answer.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

/// A picture server as a part of another server, by its public interface only.
@Suite(.timeLimit(.minutes(60))) struct EmbeddingTests {
  private static let secret = "a secret of some length"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"data": {"name": ""}, "body": {"Text": "{{name}}"}}"#, to: "badge.json")
  }

  private func pictures() throws -> PictureServer {
    try makePictures(secret: Self.secret, folder: folder.path)
  }

  @Test func aRouteOfAnotherServerAnswersCards() async throws {
    let pictures = try pictures()
    let router = Router()
    addCards(to: router, from: pictures)
    router.get("other") { _, _ in "mine" }
    let address = try #require(SigningKey(Self.secret)).sign("/card/badge.png?name=Ada")
    try await Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
    ).test(.live) { client in
      let card = try await client.execute(uri: address, method: .get)
      #expect(card.status == .ok && card.headers[.contentType] == "image/png")
      let known = try await client.execute(
        uri: address, method: .get, headers: [.ifNoneMatch: card.headers[.eTag] ?? ""])
      #expect(known.status == .notModified)
      let unsigned = try await client.execute(uri: "/card/badge.png?name=Ada", method: .get)
      #expect(unsigned.status == .forbidden)
      #expect(String(buffer: try await client.execute(uri: "/other", method: .get).body) == "mine")
    }
  }

  /// Libraries with header types of their own pass plain values.
  @Test func plainValuesAreEnough() async throws {
    let pictures = try pictures()
    let headers = [(name: "accept", value: "image/jpeg"), (name: "not a name", value: "")]
    let body = Array(#"{"body": {"Text": "Hello"}}"#.utf8)
    let picture = await pictures.respond(
      to: ServerRequest(.post, "/render?scale=2", headers: headers, body: body))
    #expect(picture.status == 200 && picture.body.starts(with: [0xFF, 0xD8]))
    #expect(picture.headers.contains { $0 == ("Content-Type", "image/jpeg") })
    let faulty = await pictures.respond(to: ServerRequest(.post, "/render", body: [0x7B]))
    #expect(faulty.status == 422 && String(decoding: faulty.body, as: UTF8.self).contains("faults"))
    for (target, status) in [("/health", 200), ("/nothing", 404), ("", 200), ("/%F", 400)] {
      #expect(await pictures.respond(to: ServerRequest(.get, target)).status == status, "\(target)")
    }
    let long = ServerRequest(.post, "/render", body: [UInt8](repeating: 0x20, count: 2 << 20))
    #expect(await pictures.respond(to: long).status == 413)
  }

  /// Cancelling the task ends its drawing, with the status of a disconnected client.
  @Test func cancelledTasksEndTheirDrawing() async throws {
    let shadow = ##"{"blur": 200, "color": "#000"}"##
    let box = #"{"Spacer": {}, "frame": {"height": 20}, "shadow": [\#(shadow)]}"#
    let boxes = [String](repeating: box, count: 400).joined(separator: ",")
    let scene = #"{"width": 3000, "body": {"Column": [\#(boxes)]}}"#
    var configuration = ServerConfiguration(fonts: try .bundled())
    configuration.timeLimit = .seconds(60)
    configuration.budget = RenderBudget(
      pixelCount: .max, byteCount: .max, blendedPixelCount: .max, nodeCount: .max,
      textUnitCount: .max, pictureSize: .max)
    let pictures = try PictureServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let task = Task {
      await pictures.respond(to: ServerRequest(.post, "/render", body: Array(scene.utf8)))
    }
    var metrics = ""
    while !metrics.contains("linecaster_rendering 1\n") {
      try await Task.sleep(for: .milliseconds(5))
      let answer = await pictures.respond(to: ServerRequest(.get, "/metrics"))
      metrics = String(decoding: answer.body, as: UTF8.self)
    }
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value.status == 499)
    #expect(ContinuousClock.now - start < .seconds(4))
  }

  @Test func maintenanceReloadsTemplatesUntilItIsCancelled() async throws {
    let pictures = try pictures()
    let maintenance = Task { await pictures.maintain() }
    let key = try #require(SigningKey(Self.secret))
    let request = ServerRequest(.get, try key.sign("/card/new.png?name=Ada"))
    #expect(await pictures.respond(to: request).status == 404)
    try folder.write(#"{"data": {"name": ""}, "body": {"Text": "{{name}}"}}"#, to: "new.json")
    while await pictures.respond(to: request).status != 200 {
      try await Task.sleep(for: .milliseconds(50))
    }
    maintenance.cancel()
    await maintenance.value
  }
}

/// The samples of the article: the Swift code is compiled above, and the JavaScript is run.
@Suite(.timeLimit(.minutes(60))) struct ServingArticleTests {
  private static let article = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Sources/Linecaster/Linecaster.docc/Serving.md")

  /// The article.
  static func text() throws -> String {
    String(decoding: try Data(contentsOf: article), as: UTF8.self)
  }

  private func blocks(_ language: String) throws -> [[Substring]] {
    try Self.text().components(separatedBy: "\n```\(language)\n").dropFirst().map { part in
      part.components(separatedBy: "\n```")[0].split(separator: "\n").map { $0.drop { $0 == " " } }
    }
  }

  @Test func swiftIsCompiledUnlessItSaysSo() throws {
    let here = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: #filePath)), as: UTF8.self
    )
    .split(separator: "\n").map { $0.drop { $0 == " " } }
    let blocks = try blocks("swift")
    let compiled = blocks.filter { !($0.first ?? "").contains("not compiled") }
    #expect(compiled.count >= 2 && blocks.count == compiled.count + 1)
    for block in compiled {
      #expect(
        here.indices.contains { here[$0...].starts(with: block) },
        "not compiled: \(block.joined(separator: "\n"))")
    }
  }

  @Test(.enabled(if: try TestTools.has("node", Self.node != nil), "there is no node"))
  func javaScriptDraws() async throws {
    let block = try #require(try blocks("js").first)
    let folder = try TemporaryFolder()
    let use = """
      const data = { name: 'Ada' };
      const png = await draw({ data: { name: '' }, body: { Text: '{{name}}' } }, data);
      let reason = '';
      try { await draw({ body: { Texd: 1 } }, {}); } catch (error) { reason = error.message; }
      console.log(png.subarray(1, 4).toString(), reason.includes('Texd'));
      """
    try folder.write((block + [Substring(use)]).joined(separator: "\n"), to: "pictures.mjs")
    var configuration = ServerConfiguration(fonts: try .bundled())
    let token = "0123456789abcdef"
    configuration.tokens = [BearerToken(token)].compactMap { $0 }
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    configuration.port = 0
    let server = try PictureServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await server.run { found.yield($0) } }
    let port = try #require(await ports.first { _ in true })
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.node ?? "")
    process.arguments = ["\(folder.path)/pictures.mjs"]
    process.environment = [
      "PICTURES": "http://127.0.0.1:\(port)", "LINECASTER_SERVE_TOKEN": token,
    ]
    let output = try await TestProcess.output(of: process)
    #expect(output == "PNG true\n", "\(output)")
    running.cancel()
    _ = await running.result
  }

  private static let node = ["/usr/bin/node", "/usr/local/bin/node"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}
