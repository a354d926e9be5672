import Foundation
import HTTPTypes
import LinecasterBase
import LinecasterFonts
import LinecasterScenes
public import Logging
public import Tracing

/// An HTTP server that draws pictures of scenes and cards, also as a part of another server.
///
///     let server = try PictureServer(configuration, logger: Logger(label: "pictures"))
///     try await server.run()
///
/// It answers:
///
/// - `POST /render`: a picture of the scene that is sent;
/// - `GET /card/NAME.png?name=value…`: a picture of a template with data, in a signed address;
/// - `GET /`: a page to write scenes in;
/// - `GET /health` and `GET /metrics`: the state of the server.
///
/// In a server of your own, pass requests to `respond(to:)`, and run `maintain()` beside it. Values
/// are `Sendable`; any number of tasks may call them at once.
public struct PictureServer: Sendable {
  let configuration: ServerConfiguration
  let service: RenderService
  let templates: TemplateStore?
  let metrics = ServerMetrics()
  let logger: Logger
  /// The engine and font digest, part of all cache keys: other fonts draw other pictures.
  private let context: String
  private let tracer: any Tracer

  /// Creates a server, and reads its folders.
  ///
  /// - Parameters:
  ///   - logger: The log for errors of the server; faults of requests are not logged.
  ///   - tracer: The tracer for requests and their stages; `nil` uses the process-wide one.
  /// - Throws: A file system error if a folder cannot be read or created.
  public init(
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
      timeLimit: configuration.timeLimit, metrics: metrics, tracer: self.tracer, logger: logger)
    context = "\(PicturePainter.engine) \(try service.painter.fontDigest())"
  }

  /// A path with no files below it, for servers without a folder.
  private static let emptyFolder = "/dev/null"

  /// Responds to a request, with the routes and the metrics of a server of its own.
  ///
  /// Its errors are responses. If the task is cancelled because the client is gone, so is its
  /// drawing, unless another client waits for it; the response then has status 499.
  public func respond(to request: ServerRequest) async -> ServerResponse {
    await respond(to: request.head, at: .pictures) { limit throws(ServerFault) in
      guard request.body.count <= limit else { throw .tooLong(limit: limit) }
      return request.body
    }
  }

  /// Reloads templates that change, and returns memory when nothing is drawn, until the task is
  /// cancelled.
  ///
  /// `run()` does so too.
  public func maintain() async {
    await withTaskGroup { group in
      group.addTask { await MemoryReturn(queue: service.queue, painter: service.painter).run() }
      if let templates { group.addTask { await templates.run() } }
    }
  }

  /// Responds to a request, with faults if it cannot be served; counts and traces it.
  ///
  /// - Parameter body: Reads the body, if it is needed, up to a limit in bytes.
  func respond(
    to head: HTTPRequest, at port: ServerPort,
    body: @escaping @Sendable (_ limit: Int) async throws -> [UInt8]
  ) async -> ServerResponse {
    let start = ContinuousClock.now
    let address = Result { () throws(ServerFault) in try SignedAddress(target: head.path ?? "") }
    let route = (try? address.get()).flatMap { ServerRoute(path: $0.path) }
      .flatMap { isServed($0, at: port) ? $0 : nil }
    let name = route?.name ?? "unknown"
    let response = await tracer.withSpan(name, ofKind: .server) { span in
      let response: ServerResponse
      do {
        let request = SentRequest(head: head, address: try address.get(), body: body)
        response = try await respond(to: request, route)
      } catch {
        if !(error is CancellationError) { log(error, name) }
        response = FaultAnswer(error).response
      }
      span.attributes["http.response.status_code"] = response.status
      return response
    }
    metrics.count(route: name, status: response.status, time: ContinuousClock.now - start)
    return response
  }

  private func isServed(_ route: ServerRoute, at port: ServerPort) -> Bool {
    switch route {
    case .health, .metrics: (configuration.metricsPort == nil) == (port == .pictures)
    case .card: port == .pictures && templates != nil
    case .render, .editor: port == .pictures && configuration.hasEditor
    }
  }

  private func respond(
    to request: SentRequest, _ route: ServerRoute?
  ) async throws -> ServerResponse {
    guard let route else { throw ServerFault.unknown("there is no '\(request.address.path)'") }
    guard route.methods.contains(request.head.method) else {
      throw ServerFault.wrongMethod(allowed: route.methods)
    }
    switch route {
    case .health: return ServerResponse(text: "ok\n")
    case .metrics:
      return ServerResponse(
        text: metrics.exposition(service.queue.load, storedByteCount: service.store?.byteCount),
        type: "text/plain; version=0.0.4; charset=utf-8")
    case .card(let file): return try await card(file, request)
    case .render: return try await render(request)
    case .editor: return editor()
    }
  }

  /// Logs server errors, not errors of the client.
  private func log(_ error: any Error, _ route: String) {
    let answer = FaultAnswer(error)
    guard answer.status.kind == .serverError else { return }
    logger.warning("\(route): \(error)")
  }
}

/// A request as it is served: its address is parsed, and its body is read on demand.
private struct SentRequest: Sendable {
  let head: HTTPRequest
  let address: SignedAddress
  let body: @Sendable (_ limit: Int) async throws -> [UInt8]

  subscript(name: HTTPField.Name) -> String? { head.headerFields[name] }
}

extension PictureServer {
  /// Draws the scene in a request body: a scene or template with options in the query, or a request
  /// in the form of `PictureRequest`.
  private func render(_ request: SentRequest) async throws -> ServerResponse {
    try authorize(request)
    let body = try await request.body(configuration.bodyLimit)
    let liked = try formats(request)
    let options = try options(request.address.parameters, liked)
    let job = RenderJob(
      key: key(["render", request.address.canonical] + liked.map(\.rawValue), body)
    ) { isCancelled in
      try sentRequest(body, options, liked, isCancelled)
    }
    do {
      return respond(request, try await service.picture(job), age: nil, dependsOnAccept: true)
    } catch let error as SceneError {
      // Report all faults, not only the first.
      let faults = try? sentRequest(body, options, liked) { false }.source.faults
      return FaultAnswer(faults.flatMap { $0.isEmpty ? nil : $0 } ?? [error]).response
    }
  }

  /// Checks that a request has one of the tokens, if there are any.
  ///
  /// - Throws: `ServerFault.unauthorized`.
  private func authorize(_ request: SentRequest) throws(ServerFault) {
    guard !configuration.tokens.isEmpty else { return }
    let sent = request[.authorization]
    guard let sent, configuration.tokens.contains(where: { $0.isSent(in: sent) }) else {
      throw .unauthorized(isWrong: sent != nil)
    }
  }

  /// Draws a template with the data of the address.
  private func card(_ file: String, _ request: SentRequest) async throws -> ServerResponse {
    let address = request.address
    if !configuration.drawsUnsigned || address.given != nil {
      try address.check(configuration.keys, at: Date())
    }
    let card = try CardAddress(file, address.parameters)
    guard let template = templates?.template(named: card.name) else {
      throw ServerFault.unknown("unknown template '\(card.name)'")
    }
    let data = try card.data(template.defaults)
    var options = card.options
    // The address is the same for all formats that a client may accept; options that the format
    // lacks are ignored.
    if card.format == nil {
      options.encoding = options.encoding.changed(to: try formats(request)[0])
    }
    let job = RenderJob(key: key(["card", template.digest, "\(options)"], data)) {
      [options] _ in
      PictureRequest(
        try SceneSource(template.template, data: data, named: "the address"), options: options)
    }
    do {
      return respond(
        request, try await service.picture(job), age: configuration.age,
        dependsOnAccept: card.format == nil)
    } catch let error as SceneError {
      // Report all faults, not only the first.
      let faults = try SceneSource(template.template, data: data, named: "the address").faults
      return FaultAnswer(faults.isEmpty ? [error] : faults).response
    }
  }

  private func editor() -> ServerResponse {
    var response = ServerResponse(
      text: EditorPage.html(formats: PictureFormat.builtIn.map { ($0.name, $0.mediaType) }),
      type: "text/html; charset=utf-8")
    response.head.headerFields[.contentSecurityPolicy] = EditorPage.policy
    response.head.headerFields[.xContentTypeOptions] = "nosniff"
    return response
  }
}

extension PictureServer {
  /// Returns the formats that a client accepts, preferred ones first; at least one.
  private func formats(_ request: SentRequest) throws(ServerFault) -> [PictureFormat] {
    let formats = PictureFormat.builtIn
    let liked = AcceptedTypes(request[.accept]).liked(of: formats.map(\.mediaType))
    guard !liked.isEmpty else {
      let names = formats.map(\.mediaType).joined(separator: ", ")
      throw .unacceptable("the Accept header allows none of \(names)")
    }
    return liked.compactMap { type in formats.first { $0.mediaType == type } }
  }

  /// Returns the options of a picture from the query.
  private func options(
    _ parameters: [ExactText: String], _ liked: [PictureFormat]
  ) throws(ServerFault) -> PictureOptions {
    var options = PictureOptions()
    // First, because the quality depends on it.
    options.encoding.format = liked[0]
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      try options.take(name.string, value)
    }
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
  /// - Parameters:
  ///   - age: The time for which it may be cached; `nil` revalidates each time.
  ///   - dependsOnAccept: Whether the `Accept` header selects the format; a proxy then keeps a copy
  ///     for each of its values.
  private func respond(
    _ request: SentRequest, _ picture: ServedPicture, age: Duration?, dependsOnAccept: Bool
  ) -> ServerResponse {
    let tag = "\"\(picture.file.digest)\""
    var headers: HTTPFields = [
      .eTag: tag, .xContentTypeOptions: "nosniff",
      .cacheControl: age.map { "public, max-age=\($0.components.seconds)" } ?? "no-cache",
    ]
    if dependsOnAccept { headers[.vary] = "Accept" }
    if let name = HTTPField.Name.warnings, !picture.warnings.isEmpty {
      headers[name] = Self.text(of: picture.warnings)
    }
    let known = (request[.ifNoneMatch] ?? "").split(separator: ",").map { part in
      let tag = part.filter { !$0.isWhitespace }
      return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : String(tag)
    }
    if known.contains(tag) || known == ["*"] {
      return ServerResponse(.notModified, headers)
    }
    headers[.contentType] =
      PictureFormat(ending: picture.file.ending)?.mediaType ?? "application/octet-stream"
    return ServerResponse(.ok, headers, picture.file.bytes)
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

extension HTTPField.Name {
  /// The faults of a picture's images and fonts, as percent-encoded JSON.
  static let warnings = HTTPField.Name("Linecaster-Warnings")
}
