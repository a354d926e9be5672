import Hummingbird
import NIOCore

/// The context of a request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The channel of its connection; `nil` in tests without one.
  let channel: (any Channel)?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}
