import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request body takes too long.
///
/// The time limit for idle connections does not end one that sends a byte now and then.
final class BodyDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  private let limit: TimeAmount
  private var timer: Scheduled<Void>?
  /// The number of requests without a complete response.
  private var requestCount = 0
  /// Whether the last request is incomplete.
  private var isReading = false

  /// - Parameter limit: The time from the head of a request to the end of its body.
  init(_ limit: TimeAmount) { self.limit = limit }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      requestCount += 1
      isReading = true
      // The body of a pipelined request is not read before the response to the one before it.
      if requestCount == 1 { start(context) }
    case .body: break
    case .end:
      isReading = false
      stop()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      requestCount -= 1
      if isReading, timer == nil { start(context) }
    }
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  private func start(_ context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }

  private func stop() {
    timer?.cancel()
    timer = nil
  }
}
