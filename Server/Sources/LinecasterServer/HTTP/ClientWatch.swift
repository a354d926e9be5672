import NIOCore
import NIOHTTPTypes
import Synchronization

/// Cancels work when its client disconnects or closes its sending side; a client that awaits an
/// answer keeps that side open.
final class ClientWatch: Sendable {
  private struct State {
    var tasks: [ObjectIdentifier: [Int: @Sendable () -> Void]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Runs work on behalf of the client of a channel.
  ///
  /// - Throws: Errors of the work; `CancellationError` if it is cancelled.
  func whileThere<Value: Sendable>(
    _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let client = ObjectIdentifier(channel)
    let number = state.withLock { state in
      state.lastNumber += 1
      state.tasks[client, default: [:]][state.lastNumber] = { task.cancel() }
      return state.lastNumber
    }
    defer {
      state.withLock { state in
        state.tasks[client]?[number] = nil
        if state.tasks[client]?.isEmpty == true { state.tasks[client] = nil }
      }
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// The channel handler that detects the disconnect.
  var handler: any RemovableChannelHandler { Handler(self) }

  private func left(_ channel: any Channel) {
    let tasks = state.withLock { $0.tasks[ObjectIdentifier(channel)] } ?? [:]
    for cancel in tasks.values { cancel() }
  }

  private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let watch: ClientWatch

    init(_ watch: ClientWatch) { self.watch = watch }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case ChannelEvent.inputClosed? = event as? ChannelEvent { watch.left(context.channel) }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      watch.left(context.channel)
      context.fireChannelInactive()
    }
  }
}
