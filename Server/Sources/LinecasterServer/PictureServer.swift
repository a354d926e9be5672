import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LinecasterBase
import LinecasterFonts
import LinecasterScenes
package import Logging
import NIOCore
import ServiceLifecycle
package import Tracing

/// An HTTP server that draws pictures of scenes and cards.
///
///     let server = try PictureServer(configuration, logger: Logger(label: "pictures"))
///     try await server.run()
///
/// It answers:
///
/// - `POST /render`: a picture of the scene that is sent;
/// - `GET /card/NAME.png?name=value…`: a picture of a template with data, in a signed address;
/// - `GET /`: a page to write scenes in;
/// - `GET /health` and `GET /metrics`: how it is.
package struct PictureServer: Sendable {
  let configuration: ServerConfiguration
  let service: RenderService
  let templates: TemplateStore?
  let metrics = ServerMetrics()
  let logger: Logger
  private let clients = ClientWatch()
  /// The engine and font digest, part of all cache keys: other fonts draw other pictures.
  private let context: String
  private let tracer: any Tracer

  /// Creates a server, and reads its folders.
  ///
  /// - Parameter tracer: The tracer for requests and their stages; `nil` uses the process-wide one.
  /// - Throws: A file system error if a folder cannot be read or created.
  package init(
    _ configuration: ServerConfiguration, logger: Logger, tracer: (any Tracer)? = nil
  ) throws {
    self.configuration = configuration
    self.logger = logger
    self.tracer = tracer ?? InstrumentationSystem.tracer
    templates = try configuration.templates.map { try TemplateStore(folder: $0, logger: logger) }
    let folder = configuration.files ?? Self.emptyFolder
    service = RenderService(
      painter: PicturePainter(
        fonts: configuration.fonts, folder: folder, budget: configuration.budget),
      folder: folder,
      queue: RenderQueue(
        workerCount: configuration.workerCount, waitingLimit: configuration.waitingLimit),
      store: try configuration.cache.map {
        try PictureStore(folder: $0, byteLimit: configuration.cacheByteLimit)
      },
      timeLimit: configuration.timeLimit, metrics: metrics, tracer: self.tracer)
    context = "\(PicturePainter.engine) \(try service.painter.fontDigest())"
  }

  /// A path with no files below it, for servers without a folder.
  private static let emptyFolder = "/dev/null"

  /// Serves requests until the process is asked to end, then finishes those under way.
  ///
  /// - Parameter started: Receives the port once the server listens.
  package func run(started: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
    try await application(started: started).runService()
  }

  /// The HTTP application, for the caller to run.
  func application(
    started: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var application = Application(
      router: router(),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [clients.handler],
          idleTimeout: .nanoseconds(configuration.idleLimit.nanoseconds),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: "linecaster",
        availableConnectionsDelegate: MaximumAvailableConnections(configuration.connectionLimit)),
      onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) },
      logger: logger)
    application.addServices(MemoryReturn(queue: service.queue, painter: service.painter))
    if let templates { application.addServices(templates) }
    return application
  }

  private func router() -> Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.get("health") { request, context in
      await answer("health", request, context) { Response(status: .ok, text: "ok\n") }
    }
    router.get("metrics") { request, context in
      await answer("metrics", request, context) {
        Response(
          status: .ok,
          text: metrics.exposition(service.queue.load, storedByteCount: service.store?.byteCount),
          type: "text/plain; version=0.0.4; charset=utf-8")
      }
    }
    if templates != nil {
      router.get("card/:file") { request, context in
        await answer("card", request, context) { try await card(request, context) }
      }
    }
    guard configuration.hasEditor else { return router }
    router.post("render") { request, context in
      await answer("render", request, context) { try await render(request, context) }
    }
    router.get { request, context in
      await answer("editor", request, context) { editor() }
    }
    return router
  }

  /// Answers a request, with faults if the work throws; counts and traces it.
  private func answer(
    _ route: String, _ request: Request, _ context: ServerContext,
    _ work: @escaping @Sendable () async throws -> Response
  ) async -> Response {
    let start = ContinuousClock.now
    let response = await tracer.withSpan(route, ofKind: .server) { span in
      let response: Response
      do {
        response = try await whileThere(context, work)
      } catch {
        if !(error is CancellationError) { log(error, route) }
        response = FaultAnswer(error).response
      }
      span.attributes["http.response.status_code"] = response.status.code
      return response
    }
    metrics.count(
      route: route, status: response.status.code, time: ContinuousClock.now - start)
    return response
  }

  private func whileThere(
    _ context: ServerContext, _ work: @escaping @Sendable () async throws -> Response
  ) async throws -> Response {
    guard let channel = context.channel else { return try await work() }
    return try await clients.whileThere(channel, work)
  }

  /// Logs server errors, not errors of the client.
  private func log(_ error: any Error, _ route: String) {
    let answer = FaultAnswer(error)
    guard answer.status.kind == .serverError else { return }
    logger.warning("\(route): \(error)")
  }
}

extension PictureServer {
  /// Draws the scene in a request body: a scene or template with options in the query, or a request
  /// in the form of `PictureRequest`.
  private func render(_ request: Request, _ context: ServerContext) async throws -> Response {
    let body = try await body(of: request)
    let address = try SignedAddress(path: request.uri.path, query: request.uri.query ?? "")
    let liked = try formats(request)
    let options = try options(address.parameters, liked)
    let job = RenderJob(
      key: key(["render", address.canonical] + liked.map(\.rawValue), body)
    ) { isCancelled in
      try sentRequest(body, options, liked, isCancelled)
    }
    do {
      return respond(request, try await service.picture(job), age: nil)
    } catch let error as SceneError {
      // Report all faults, not only the first.
      let faults = try? sentRequest(body, options, liked) { false }.source.faults
      return FaultAnswer(faults.flatMap { $0.isEmpty ? nil : $0 } ?? [error]).response
    }
  }

  /// Draws a template with the data of the address.
  private func card(_ request: Request, _ context: ServerContext) async throws -> Response {
    let file = context.parameters.get("file") ?? ""
    let address = try SignedAddress(path: request.uri.path, query: request.uri.query ?? "")
    if !configuration.drawsUnsigned || address.given != nil {
      try address.check(configuration.keys, at: Date())
    }
    let card = try CardAddress(file, address.parameters)
    guard let template = templates?.template(named: card.name) else {
      throw ServerFault.unknown("unknown template '\(card.name)'")
    }
    let format = try card.format ?? formats(request)[0]
    let data = try card.data(template.defaults)
    var options = card.options
    options.encoding.format = format
    let job = RenderJob(key: key(["card", template.digest, "\(options)"], data)) {
      [options] _ in
      PictureRequest(
        try SceneSource(template.template, data: data, named: "the address"), options: options)
    }
    do {
      return respond(request, try await service.picture(job), age: configuration.age)
    } catch let error as SceneError {
      // Report all faults, not only the first.
      let faults = try SceneSource(template.template, data: data, named: "the address").faults
      return FaultAnswer(faults.isEmpty ? [error] : faults).response
    }
  }

  private func editor() -> Response {
    var response = Response(
      status: .ok,
      text: EditorPage.html(formats: PictureFormat.builtIn.map { ($0.name, $0.mediaType) }),
      type: "text/html; charset=utf-8")
    response.headers[.contentSecurityPolicy] = EditorPage.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }
}

extension PictureServer {
  /// Returns the body of a request.
  private func body(of request: Request) async throws -> [UInt8] {
    let limit = configuration.bodyLimit
    do {
      let buffer = try await request.body.collect(upTo: limit)
      return Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw ServerFault.tooLong(limit: limit)
    }
  }

  /// Returns the formats that a client accepts, preferred ones first; at least one.
  private func formats(_ request: Request) throws(ServerFault) -> [PictureFormat] {
    let formats = PictureFormat.builtIn
    let liked = AcceptedTypes(request.headers[.accept]).liked(of: formats.map(\.mediaType))
    guard !liked.isEmpty else {
      let names = formats.map(\.mediaType).joined(separator: ", ")
      throw .unacceptable("the Accept header allows none of \(names)")
    }
    return liked.compactMap { type in formats.first { $0.mediaType == type } }
  }

  /// Returns the options of a picture from the query.
  private func options(
    _ parameters: [String: String], _ liked: [PictureFormat]
  ) throws(ServerFault) -> PictureOptions {
    var options = PictureOptions()
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      try options.take(name, value)
    }
    options.encoding.format = liked[0]
    return options
  }

  /// Parses a body: a scene, or a request with one, which may set any format that the client
  /// accepts.
  private func sentRequest(
    _ body: [UInt8], _ options: PictureOptions, _ liked: [PictureFormat], _ isCancelled: () -> Bool
  ) throws -> PictureRequest {
    var request = try PictureRequest(
      json: body, named: "scene", options: options, isCancelled: isCancelled)
    if !liked.contains(request.options.encoding.format) {
      request.options.encoding = request.options.encoding.changed(to: liked[0])
    }
    return request
  }

  /// Returns the cache key: a digest of everything that a picture depends on, except files.
  private func key(_ words: [String], _ content: [UInt8]) -> String {
    var bytes: [UInt8] = []
    // With lengths, so different lists of words never give the same bytes.
    for word in [context] + words { bytes += Array("\(word.utf8.count):\(word)".utf8) }
    return PictureStore.digest(of: bytes + content)
  }

  /// Responds with a picture, or with 304 if the client has it (RFC 9110 §13.1.2).
  ///
  /// - Parameter age: The time for which it may be cached; `nil` revalidates each time.
  private func respond(_ request: Request, _ picture: ServedPicture, age: Duration?) -> Response {
    let tag = "\"\(picture.file.digest)\""
    var headers: HTTPFields = [
      .eTag: tag, .vary: "Accept", .xContentTypeOptions: "nosniff",
      .cacheControl: age.map { "public, max-age=\($0.components.seconds)" } ?? "no-cache",
    ]
    if let name = HTTPField.Name.warnings, !picture.warnings.isEmpty {
      headers[name] = Self.text(of: picture.warnings)
    }
    let known = (request.headers[.ifNoneMatch] ?? "").split(separator: ",").map { part in
      let tag = part.filter { !$0.isWhitespace }
      return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag)
    }
    if known.contains(tag) || known == ["*"] {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] =
      PictureFormat(ending: picture.file.ending)?.mediaType ?? "application/octet-stream"
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.file.bytes)))
  }

  /// Encodes faults as JSON, escaped for a header.
  private static func text(of warnings: [FaultAnswer.Fault]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Headers are short, and the first few faults suffice.
    let json = (try? encoder.encode(Array(warnings.prefix(8)))).map {
      String(decoding: $0, as: UTF8.self)
    }
    return SignedAddress.escaped(json ?? "[]")
  }
}

extension Response {
  /// Creates a short text response that is never cached.
  fileprivate init(
    status: HTTPResponse.Status, text: String, type: String = "text/plain; charset=utf-8"
  ) {
    self.init(
      status: status, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension HTTPField.Name {
  /// The faults of a picture's images and fonts, as percent-encoded JSON.
  static let warnings = HTTPField.Name("Linecaster-Warnings")
}
