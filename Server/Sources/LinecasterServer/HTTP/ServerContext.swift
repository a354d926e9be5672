import Hummingbird
import NIOCore

/// What is known of a request besides what it says.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection that it came by; nil in tests without one.
  let channel: (any Channel)?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}
