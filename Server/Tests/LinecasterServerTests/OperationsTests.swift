import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterScenes
import Logging
import NIOCore
import Synchronization
import Testing

@testable import LinecasterServer

/// The server in operation: authorization, metrics, slow clients and broken disks.
@Suite(.timeLimit(.minutes(60)), .serialized) struct OperationsTests {
  private let folder: TemporaryFolder
  private var configuration: ServerConfiguration
  private static let fonts = Result { try FontCollection.bundled() }
  private static let scene = #"{"width": 120, "body": {"Text": "Hello"}}"#
  private static let badge = #"{"data": {"name": "Eve"}, "body": {"Text": "{{name}}"}}"#

  init() throws {
    folder = try TemporaryFolder()
    configuration = ServerConfiguration(fonts: try Self.fonts.get())
    configuration.port = 0
  }

  private func server(_ configuration: ServerConfiguration) throws -> PictureServer {
    try PictureServer(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func post(
    _ client: some TestClientProtocol, token: String? = nil, body: String = scene
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    if let token { headers[.authorization] = token }
    return try await client.execute(
      uri: "/render", method: .post, headers: headers, body: ByteBuffer(string: body))
  }

  /// RFC 6750 §2.1 and §3: a missing token has no error code, and a wrong one has.
  @Test func scenesNeedAToken() async throws {
    var configuration = configuration
    let tokens = ["0123456789abcdef", "fedcba9876543210"]
    configuration.tokens = tokens.compactMap(BearerToken.init)
    configuration.templates = folder.path
    configuration.drawsUnsigned = true
    try folder.write(Self.badge, to: "badge.json")
    try await server(configuration).application().test(.live) { client in
      for token in tokens {
        #expect(try await post(client, token: "Bearer \(token)").status == .ok)
      }
      #expect(try await post(client, token: "bearer \(tokens[0])").status == .ok)
      let missing = try await post(client)
      #expect(missing.status == .unauthorized)
      #expect(missing.headers[.wwwAuthenticate] == "Bearer realm=\"linecaster\"")
      #expect(String(buffer: missing.body).contains(#""code":"unauthorized""#))
      for wrong in [
        "Bearer \(tokens[0])0", "Bearer \(tokens[0].dropLast())", "Bearer ", "", tokens[0],
        "Basic \(tokens[0])",
      ] {
        let answer = try await post(client, token: wrong)
        #expect(answer.status == .unauthorized, "\(wrong)")
        let challenge = answer.headers[.wwwAuthenticate]
        #expect(challenge == "Bearer realm=\"linecaster\", error=\"invalid_token\"", "\(wrong)")
      }
      // Cards need a signature instead of a token.
      let card = try await client.execute(uri: "/card/badge.png?name=Ada", method: .get)
      #expect(card.status == .ok)
    }
  }

  @Test(arguments: ["short", "0123456789 abcdef", "0123456789abcdeé", ""])
  func tokensAreLongAndVisible(secret: String) {
    #expect(BearerToken(secret) == nil)
  }

  @Test func healthAndMetricsHaveAPort() async throws {
    var configuration = configuration
    configuration.metricsPort = 0
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = try server(configuration).application { _ in
    } metricsStarted: {
      found.yield($0)
    }
    try await application.test(.live) { client in
      let port = try #require(await ports.first { _ in true })
      #expect(try await post(client).status == .ok)
      let health = await RawConnection.get("/health", port: port)
      #expect(health.hasPrefix("HTTP/1.1 200 ") && health.hasSuffix("\r\n\r\nok\n"), "\(health)")
      let metrics = await RawConnection.get("/metrics", port: port)
      #expect(metrics.contains(#"linecaster_requests_total{route="render",status="200"} 1"#))
      for path in ["/", "/render", "/card/badge.png"] {
        #expect(await RawConnection.get(path, port: port).hasPrefix("HTTP/1.1 404 "), "\(path)")
      }
      for path in ["/health", "/metrics"] {
        #expect(try await client.execute(uri: path, method: .get).status == .notFound, "\(path)")
      }
    }
  }

  @Test func otherMethodsAreNotAllowed() async throws {
    try await server(configuration).application().test(.live) { client in
      let answer = try await client.execute(uri: "/render", method: .get)
      #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "POST")
      let other = try await client.execute(uri: "/health", method: .delete)
      #expect(other.status == .methodNotAllowed && other.headers[.allow] == "GET, HEAD")
    }
  }

  /// Sending a byte now and then does not keep a connection open.
  @Test func slowBodiesEndTheirConnection() async throws {
    var configuration = configuration
    configuration.bodyTimeLimit = .milliseconds(400)
    try await server(configuration).application().test(.live) { client in
      let port = try #require(client.port)
      let connection = try #require(RawConnection(port: port))
      let head = "POST /render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
      // The body of a second request is limited too.
      #expect(connection.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" + head))
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(100))
      var sent = 0
      while ContinuousClock.now - start < .seconds(20), connection.send("x") {
        sent += 1
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(sent > 1 && ContinuousClock.now - start < .seconds(10), "\(sent)")
      #expect(try await post(client).status == .ok)
    }
  }

  /// Pictures are drawn even if they cannot be cached.
  @Test func picturesAreAnsweredWithoutACache() async throws {
    var configuration = configuration
    configuration.cache = "\(folder.path)/cache"
    try await server(configuration).application().test(.live) { client in
      try FileManager.default.removeItem(atPath: "\(folder.path)/cache")
      try folder.write("not a folder", to: "cache")
      for _ in 0..<2 { #expect(try await post(client).status == .ok) }
      let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(text.contains("linecaster_cache_failures_total 2\n"))
      try FileManager.default.removeItem(atPath: "\(folder.path)/cache")
      for _ in 0..<2 { #expect(try await post(client).status == .ok) }
      let later = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(later.contains("linecaster_cache_failures_total 2\n"))
      #expect(later.contains("linecaster_pictures_total{origin=\"kept\"} 1\n"))
    }
  }

  /// A proxy keeps one copy of a picture whose address determines the format.
  @Test func cardsVaryOnlyWithoutAnEnding() async throws {
    try folder.write(Self.badge, to: "my badge.json")
    var configuration = configuration
    configuration.templates = folder.path
    let key = try #require(SigningKey("a secret of some length"))
    configuration.keys = [key]
    try await server(configuration).application().test(.live) { client in
      func get(_ address: String) async throws -> TestResponse {
        try await client.execute(
          uri: try key.sign(address), method: .get, headers: [.accept: "image/jpeg"])
      }
      let png = try await get("/card/my%20badge.png?name=Ada")
      #expect(png.status == .ok && png.headers[.vary] == nil)
      #expect(png.headers[.contentType] == "image/png")
      let chosen = try await get("/card/my%20badge?name=Ada")
      #expect(chosen.headers[.vary] == "Accept" && chosen.headers[.contentType] == "image/jpeg")
      #expect(try await post(client).headers[.vary] == "Accept")
      let fine = try await get("/card/my%20badge.jpg?name=Ada&_quality=95")
      let coarse = try await get("/card/my%20badge.jpg?name=Ada&_quality=5")
      #expect(fine.status == .ok && coarse.status == .ok)
      #expect(coarse.body.readableBytes < fine.body.readableBytes)
    }
  }
}
