import HTTPTypes
import Hummingbird
import HummingbirdCore
import LinecasterScenes
import Logging
import NIOCore
import ServiceLifecycle

extension PictureServer {
  /// Serves requests until the process is asked to end, then finishes those under way.
  ///
  /// It listens for SIGINT and SIGTERM. To serve beside the routes of another server, call
  /// `respond(to:)` and `maintain()` instead.
  ///
  /// - Parameters:
  ///   - started: Receives the port once the server listens.
  ///   - metricsStarted: Receives the port of health and metrics, if they have one of their own.
  /// - Throws: An error if it cannot listen on a port.
  public func run(
    started: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
    metricsStarted: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) async throws {
    try await application(started: started, metricsStarted: metricsStarted).runService()
  }

  /// The HTTP application, for the caller to run.
  func application(
    started: @escaping @Sendable (Int) async -> Void = { _ in },
    metricsStarted: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var application = application(
      .pictures, port: configuration.port, connectionLimit: configuration.connectionLimit, started)
    application.addServices(MemoryReturn(queue: service.queue, painter: service.painter))
    if let templates { application.addServices(templates) }
    if let port = configuration.metricsPort {
      application.addServices(
        self.application(
          .operations, port: port, connectionLimit: Self.operationsConnectionLimit, metricsStarted))
    }
    return application
  }

  /// The maximum number of connections for health and metrics, which are not those of pictures: a
  /// server without a free connection still reports its state.
  private static let operationsConnectionLimit = 64

  private func application(
    _ port: ServerPort, port number: Int, connectionLimit: Int,
    _ started: @escaping @Sendable (Int) async -> Void
  ) -> Application<PictureResponder> {
    let clients = ClientWatch()
    let bodyLimit = TimeAmount.nanoseconds(configuration.bodyTimeLimit.nanoseconds)
    return Application(
      responder: PictureResponder(server: self, port: port, clients: clients),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [clients.handler, BodyDeadline(bodyLimit)],
          idleTimeout: .nanoseconds(configuration.idleLimit.nanoseconds),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: number), serverName: "linecaster",
        availableConnectionsDelegate: MaximumAvailableConnections(connectionLimit)),
      onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) },
      logger: logger)
  }
}

/// Passes requests of Hummingbird to a server.
private struct PictureResponder: HTTPResponder {
  let server: PictureServer
  let port: ServerPort
  let clients: ClientWatch

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    // A request to a proxy has an address with a host; the server reads the rest of it.
    var head = request.head
    head.path = request.uri.path + (request.uri.query.map { "?\($0)" } ?? "")
    let answer = try await whileThere(context) { [head] in
      await server.respond(to: head, at: port) { limit in
        try await Self.body(of: request, limit)
      }
    }
    let response = Response(
      status: answer.head.status, headers: answer.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func body(of request: Request, _ limit: Int) async throws -> [UInt8] {
    do {
      return Array(try await request.body.collect(upTo: limit).readableBytesView)
    } catch is NIOTooManyBytesError {
      throw ServerFault.tooLong(limit: limit)
    }
  }

  private func whileThere(
    _ context: ServerContext, _ work: @escaping @Sendable () async -> ServerResponse
  ) async throws -> ServerResponse {
    guard let channel = context.channel else { return await work() }
    return try await clients.whileThere(channel, work)
  }
}
