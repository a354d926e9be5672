import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Logging
import NIOCore
import Synchronization
import Testing
import Tracing

@testable import LinecasterServer

/// The server as its clients see it, over connections.
@Suite(.timeLimit(.minutes(60)), .serialized) struct PictureServerTests {
  private let folder: TemporaryFolder
  private var configuration: ServerConfiguration
  private static let fonts = Result { try FontCollection.bundled() }

  init() throws {
    folder = try TemporaryFolder()
    configuration = ServerConfiguration(fonts: try Self.fonts.get())
    configuration.port = 0
  }

  private static let card = #"{"width": 120, "body": {"Text": "Hello"}}"#
  private static let badge =
    #"{"data": {"name": "nobody"}, "defaults": {"age": 1}, "#
    + #""body": {"Text": "{{name}} {{age}}"}, "width": 200}"#

  private func server(_ configuration: ServerConfiguration? = nil) throws -> PictureServer {
    try PictureServer(
      configuration ?? self.configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func post(
    _ client: some TestClientProtocol, _ body: String, _ uri: String = "/render",
    accept: String = "*/*"
  ) async throws -> TestResponse {
    try await client.execute(
      uri: uri, method: .post, headers: [.accept: accept], body: ByteBuffer(string: body))
  }

  private func faults(_ response: TestResponse) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
    return try #require((object as? [String: Any])?["faults"] as? [[String: Any]])
  }

  @Test func scenesAreDrawnInTheFormatThatIsLiked() async throws {
    let painter = PicturePainter(fonts: try Self.fonts.get(), folder: "/nonexistent")
    try await server().application().test(.live) { client async throws in
      for format in PictureFormat.builtIn {
        var request = PictureRequest(try SceneSource(json: Array(Self.card.utf8)))
        request.options.encoding.format = format
        request.options.scale = 2
        let expected = try painter.picture(of: request)
        let answer = try await post(
          client, Self.card, "/render?scale=2", accept: "\(format.mediaType), */*;q=0.1")
        #expect(answer.status == .ok && answer.headers[.contentType] == format.mediaType)
        #expect(Array(answer.body.readableBytesView) == expected.bytes)
        #expect(answer.headers[.eTag]?.count == 66)
      }
      #expect(try await post(client, Self.card, accept: "text/html").status == .notAcceptable)
    }
  }

  /// Scenes, templates with their own data, and requests are distinguished.
  @Test func bodiesAreScenesOrRequests() async throws {
    try await server().application().test(.live) { client async throws in
      let scene = try await post(client, #"{"width": 200, "body": {"Text": "nobody 1"}}"#)
      #expect(try await post(client, Self.badge).body == scene.body)
      let request = #"{"template": \#(Self.badge), "data": {"name": "Ada"}}"#
      let ada = try await post(client, #"{"width": 200, "body": {"Text": "Ada 1"}}"#)
      #expect(try await post(client, request).body == ada.body && ada.body != scene.body)
      let webP = try await post(client, #"{"scene": \#(Self.card), "format": "webp"}"#)
      #expect(webP.headers[.contentType] == "image/webp")
      let taken = try await post(
        client, #"{"scene": \#(Self.card), "format": "webp"}"#, accept: "image/png")
      #expect(taken.headers[.contentType] == "image/png")
      let wide = try await post(client, #"{"scene": \#(Self.card), "width": 300}"#)
      #expect(try await post(client, Self.card, "/render?width=300").body == wide.body)
    }
  }

  @Test func allFaultsAreToldWithTheirPlaces() async throws {
    try await server().application().test(.live) { client async throws in
      let answer = try await post(
        client, "{\"body\": {\"Row\": [\n{\"Texd\": 1}, {\"Text\": \"a\", \"gro\": 1}]}}")
      #expect(answer.status == .unprocessableContent)
      let faults = try faults(answer)
      #expect(faults.count == 2 && faults[0]["line"] as? Int == 2)
      #expect(faults[0]["path"] as? String == "body.Row[0].Texd")
      for (body, status) in [
        ("{", HTTPResponse.Status.unprocessableContent), ("", .unprocessableContent),
        (String(repeating: "x", count: 2 << 20), .contentTooLarge),
        (
          #"{"width": 10000, "body": {"Spacer": {}, "frame": {"height": 100000000}}}"#,
          .contentTooLarge
        ),
      ] {
        let answer = try await post(client, body)
        #expect(answer.status == status, "\(body.prefix(80))")
        #expect(try self.faults(answer).first?["reason"] is String)
      }
      #expect(try await post(client, Self.card, "/render?scale=big").status == .badRequest)
      #expect(try await post(client, Self.card, "/render?sacle=2").status == .badRequest)
      let missing = try await client.execute(uri: "/nothing", method: .get)
      #expect(missing.status == .notFound)
    }
  }

  @Test func charactersWithoutAFontAreTold() async throws {
    try await server().application().test(.live) { client in
      let name = try #require(HTTPField.Name.warnings)
      let answer = try await post(client, "{\"body\": {\"Text\": \"a\u{10FFFD}\"}}")
      let warnings = try SignedAddress.unescaped((answer.headers[name] ?? "").utf8)
      #expect(answer.status == .ok && warnings.contains("no font has U+10FFFD"))
      #expect(try await post(client, Self.card).headers[name] == nil)
    }
  }

  /// The header names the node that does not fit each time, because such pictures are not cached.
  @Test func contentThatDoesNotFitIsReported() async throws {
    var configuration = configuration
    configuration.cache = "\(folder.path)/cache"
    let scene = #"{"height": 30, "body": {"Column": [{"Text": "a"}, {"Text": "b"}]}}"#
    try await server(configuration).application().test(.live) { client async throws in
      let name = try #require(HTTPField.Name.warnings)
      for _ in 0..<2 {
        let answer = try await post(client, scene)
        let warnings = try SignedAddress.unescaped((answer.headers[name] ?? "").utf8)
        #expect(answer.status == .ok && warnings.contains(#""code":"overflow""#), "\(warnings)")
        #expect(warnings.contains(#""path":"body.Column[1]""#), "\(warnings)")
      }
      let strict = try await post(client, #"{"scene": \#(scene), "strict": true}"#)
      #expect(strict.status == .unprocessableContent)
    }
  }

  /// Large pictures are refused even if bands could draw them.
  @Test func sizesAreLimited() async throws {
    try await server().application().test(.live) { client async throws in
      let scene = #"{"width": 10000, "height": 10000, "body": {"Spacer": {}}}"#
      let answer = try await post(client, scene)
      #expect(answer.status == .contentTooLarge)
      #expect(String(buffer: answer.body).contains("takes 100000000 pixels in all"))
    }
  }

  @Test func cardsHaveToBeSigned() async throws {
    try folder.write(Self.badge, to: "badge.json")
    var configuration = configuration
    configuration.templates = folder.path
    let key = try #require(SigningKey("a secret of some length"))
    configuration.keys = [key]
    try await server(configuration).application().test(.live) { client async throws in
      let path = try SignedAddress.sign(
        "/card/badge.png?name=Ada+%26+Eve&age=36&_scale=2", with: key)
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .ok && answer.headers[.contentType] == "image/png")
      #expect(answer.headers[.cacheControl] == "public, max-age=3600")
      let scene = #"{"width": 200, "body": {"Text": "Ada & Eve 36"}}"#
      #expect(try await post(client, scene, "/render?scale=2").body == answer.body)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == .ok && head.headers[.eTag] == answer.headers[.eTag])
      for uri in [
        "/card/badge.png?name=Ada", path.replacing("Ada", with: "Eva"), "/card/badge.png",
      ] {
        #expect(try await client.execute(uri: uri, method: .get).status == .forbidden)
      }
      for (uri, status) in [
        ("/card/other.png", HTTPResponse.Status.notFound),
        ("/card/badge.png?age=old", .badRequest),
        ("/card/badge.png?name=Ada&unknown=1", .unprocessableContent),
        ("/card/badge.png?nmae=Ada", .unprocessableContent),
        ("/card/badge.png", .unprocessableContent),
        ("/card/..%2Fbadge.png", .notFound), ("/card/badge.png?name=Ada&_quality=30", .badRequest),
      ] {
        let uri = try SignedAddress.sign(uri, with: key)
        #expect(try await client.execute(uri: uri, method: .get).status == status, "\(uri)")
      }
      // A changed template gives another picture.
      try folder.write(Self.badge.replacing("200", with: "210"), to: "badge.json")
      var changed = answer
      while changed.body == answer.body {
        try await Task.sleep(for: .milliseconds(50))
        changed = try await client.execute(uri: path, method: .get)
      }
      #expect(changed.status == .ok)
    }
  }

  @Test func clientsThatHaveAPictureAreToldSo() async throws {
    try await server().application().test(.live) { client async throws in
      let tag = try #require(try await post(client, Self.card).headers[.eTag])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let answer = try await client.execute(
          uri: "/render", method: .post, headers: [.ifNoneMatch: known],
          body: ByteBuffer(string: Self.card))
        #expect(answer.status == .notModified && answer.body.readableBytes == 0, "\(known)")
      }
      let other = try await client.execute(
        uri: "/render", method: .post, headers: [.ifNoneMatch: "\"x\""],
        body: ByteBuffer(string: Self.card))
      #expect(other.status == .ok)
    }
  }

  /// Pictures are cached for the next server; a changed image invalidates them.
  @Test func picturesAreKept() async throws {
    var configuration = configuration
    configuration.cache = "\(folder.path)/cache"
    configuration.files = folder.path
    let scene = #"{"body": {"Image": {"image": "a.png"}, "frame": {"width": 20, "height": 20}}}"#
    let metric = "linecaster_pictures_total{origin=\"kept\"} "
    let bodies = Mutex<[ByteBuffer]>([])
    for round in 0..<2 {
      try await server(configuration).application().test(.live) { client async throws in
        // A picture with a missing image is not cached.
        let hole = try await post(client, scene)
        if round == 0 {
          let name = try #require(HTTPField.Name.warnings)
          #expect(hole.headers[name] != nil)
          let red =
            ##"{"width": 8, "body": {"Spacer": {}, "frame": {"height": 8}, "background": "#F00"}}"##
          let image = try await post(client, red)
          try Data(image.body.readableBytesView)
            .write(to: URL(fileURLWithPath: "\(folder.path)/a.png"))
        }
        let first = try await post(client, scene)
        let second = try await post(client, scene)
        #expect(first.body == second.body && first.headers[.eTag] == second.headers[.eTag])
        #expect(round == 1 || first.body != hole.body)
        bodies.withLock { $0.append(first.body) }
        let metrics = try await client.execute(uri: "/metrics", method: .get)
        let count = String(buffer: metrics.body).split(separator: "\n")
          .first { $0.hasPrefix(metric) }.flatMap { Int($0.dropFirst(metric.count)) }
        #expect(count == (round == 0 ? 1 : 3))
      }
    }
    #expect(bodies.withLock { $0[0] == $0[1] })
  }

  @Test func tooMuchIsTurnedAwayAndTooLongIsEnded() async throws {
    var configuration = configuration
    (configuration.workerCount, configuration.waitingLimit) = (1, 1)
    configuration.timeLimit = .milliseconds(300)
    configuration.budget.pixelCount = 1 << 30
    configuration.budget.byteCount = 1 << 32
    configuration.budget.pictureSize = .max
    configuration.budget.blendedPixelCount = .max
    let server = try server(configuration)
    try await server.application().test(.ahc()) { client async throws in
      // Different widths keep the requests from being coalesced.
      let statuses = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for number in 0..<6 {
          group.addTask { try await post(client, Self.slow(2_000 + number)).head }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let busy = statuses.filter { $0.status == .tooManyRequests }
      #expect(busy.count >= 4 && busy.allSatisfy { $0.headerFields[.retryAfter] != nil })
      let late = statuses.filter { $0.status == .serviceUnavailable }
      #expect(!late.isEmpty && late.allSatisfy { $0.headerFields[.retryAfter] == "1" })
      // The server still works.
      #expect(try await post(client, Self.card).status == .ok)
      // A thread becomes free some moments after its answer.
      while server.service.queue.load != RenderQueue.Load() {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  /// Pictures over the budget are refused before they are drawn, with the numbers.
  @Test(arguments: [
    ("blendedPixels", RenderBudget(blendedPixelCount: 1)), ("nodes", RenderBudget(nodeCount: 1)),
    ("textUnits", RenderBudget(textUnitCount: 1)), ("pixels", RenderBudget(pixelCount: 1)),
    ("bytes", RenderBudget(byteCount: 1)), ("size", RenderBudget(pictureSize: 1)),
  ])
  func eachLimitIsToldInNumbers(limit: String, budget: RenderBudget) async throws {
    var configuration = configuration
    configuration.budget = budget
    let server = try server(configuration)
    try await server.application().test(.live) { client async throws in
      let scene = #"{"body": {"Row": [{"Text": "Hello"}]}}"#
      let answer = try await post(client, scene)
      let body = String(buffer: answer.body)
      #expect(answer.status == .contentTooLarge, "\(body)")
      #expect(body.contains(#""limit":"\#(limit)""#) && body.contains(#""allowed":1,"#), "\(body)")
      #expect(body.contains(#""code":"tooLarge""#) && body.contains(#""needed":"#), "\(body)")
    }
  }

  /// A scene that takes seconds to draw.
  private static func slow(_ width: Int, boxes count: Int = 400) -> String {
    let shadow = ##"{"blur": 200, "color": "#000"}"##
    let box = #"{"Spacer": {}, "frame": {"height": 20}, "shadow": [\#(shadow)]}"#
    let boxes = [String](repeating: box, count: count).joined(separator: ",")
    return #"{"width": \#(width), "body": {"Column": [\#(boxes)]}}"#
  }

  @Test func equalRequestsAreDrawnOnce() async throws {
    var configuration = configuration
    configuration.timeLimit = .seconds(60)
    let server = try server(configuration)
    let scene = Self.slow(700, boxes: 4)
    try await server.application().test(.ahc()) { client async throws in
      let bodies = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<8 { group.addTask { try await post(client, scene) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies.allSatisfy { $0.status == .ok })
      #expect(Set(bodies.map { Array($0.body.readableBytesView) }).count == 1)
      let metrics = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(metrics.contains("linecaster_pictures_total{origin=\"drawn\"} 1\n"), "\(metrics)")
      #expect(metrics.contains("linecaster_pictures_total{origin=\"joined\"} 7\n"))
    }
  }

  /// A disconnected client cancels its picture.
  @Test func drawingEndsWhenTheClientHasGone() async throws {
    var configuration = configuration
    configuration.timeLimit = .seconds(60)
    configuration.budget.pixelCount = 1 << 30
    configuration.budget.byteCount = 1 << 32
    configuration.budget.pictureSize = .max
    configuration.budget.blendedPixelCount = .max
    let server = try server(configuration)
    try await server.application().test(.live) { client async throws in
      let port = try #require(client.port)
      let body = Self.slow(3_000)
      let process = try Self.curl(
        ["-s", "--max-time", "0.3", "-d", body, "http://localhost:\(port)/render"])
      while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
      let start = ContinuousClock.now
      while server.service.queue.load.running > 0 { try await Task.sleep(for: .milliseconds(5)) }
      #expect(ContinuousClock.now - start < .seconds(5))
      let metrics = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(metrics.contains("linecaster_called_off_total 1\n"))
    }
  }

  private static func curl(_ words: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl"] + words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test func stagesAreSpansOfTheirRequest() async throws {
    let tracer = InMemoryTracer()
    let server = try PictureServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      tracer: tracer)
    try await server.application().test(.live) { client async throws in
      #expect(try await post(client, Self.card).status == .ok)
    }
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["read", "arrange", "draw", "encode", "render"])
    let whole = try #require(spans.last)
    #expect(spans.dropLast().allSatisfy { $0.parentSpanID == whole.spanID })
    #expect(whole.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
  }

  @Test func theServerTellsHowItIs() async throws {
    try await server().application().test(.live) { client async throws in
      #expect(String(buffer: try await client.execute(uri: "/health", method: .get).body) == "ok\n")
      _ = try await post(client, Self.card)
      let answer = try await client.execute(uri: "/metrics", method: .get)
      #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      let text = String(buffer: answer.body)
      for name in [
        #"linecaster_requests_total{route="health",status="200"} 1"#,
        #"linecaster_requests_total{route="render",status="200"} 1"#,
        #"linecaster_stage_seconds_count{stage="encode"} 1"#, "process_resident_memory_bytes ",
      ] {
        #expect(text.contains(name), "\(name)")
      }
    }
  }

  @Test func withoutAnEditorOnlyCardsAreDrawn() async throws {
    try folder.write(Self.badge, to: "badge.json")
    var configuration = configuration
    configuration.templates = folder.path
    configuration.hasEditor = false
    configuration.drawsUnsigned = true
    try await server(configuration).application().test(.live) { client async throws in
      #expect(try await post(client, Self.card).status == .notFound)
      #expect(try await client.execute(uri: "/", method: .get).status == .notFound)
      #expect(try await client.execute(uri: "/card/badge?name=A", method: .get).status == .ok)
      #expect(
        try await client.execute(uri: "/card/badge?_signature=ab", method: .get).status
          == .forbidden)
    }
  }

  /// The page in a browser: a scene is drawn, and faults are shown at their places.
  @Test(.enabled(if: try TestTools.has("chromium", Self.chromium != nil), "there is no chromium"))
  func theEditorDrawsAndTellsFaults() async throws {
    try await server().application().test(.live) { client async throws in
      let port = try #require(client.port)
      let good = try await Self.page("http://localhost:\(port)/")
      #expect(good.contains("data-state=\"drawn\""))
      #expect(good.contains("640 × "), "twice the width of the first scene")
      let faulty = Data("{\"body\":\n {\"Texd\": \"<b>\"}}".utf8).base64EncodedString()
      let bad = try await Self.page("http://localhost:\(port)/#\(faulty)")
      #expect(bad.contains("data-state=\"faulty\"") && bad.contains("2:3: body.Texd: "))
      #expect(bad.contains("<b>2</b>") && bad.contains("did you mean 'Text'?"))
    }
  }

  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The HTML of a page after its scripts have run.
  private static func page(_ address: String) async throws -> String {
    let profile = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: chromium ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)",
      "--virtual-time-budget=10000", "--dump-dom", address,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = await onThread { pipe.fileHandleForReading.readDataToEndOfFile() }
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    return String(decoding: data, as: UTF8.self)
  }
}
