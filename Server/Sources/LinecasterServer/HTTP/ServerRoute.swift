import HTTPTypes

/// A resource of the server.
enum ServerRoute: Hashable, Sendable {
  case health
  case metrics
  /// A card, with its file name.
  case card(String)
  case render
  case editor

  /// Parses a percent-decoded path; empty segments are ignored.
  ///
  /// - Returns: `nil` if there is no such resource.
  init?(path: String) {
    let parts = path.split(separator: "/").map(String.init)
    switch (parts.count, parts.first) {
    case (0, _): self = .editor
    case (1, "health"): self = .health
    case (1, "metrics"): self = .metrics
    case (1, "render"): self = .render
    case (2, "card"): self = .card(parts[1])
    default: return nil
    }
  }

  /// The name in metrics and spans.
  var name: String {
    switch self {
    case .health: "health"
    case .metrics: "metrics"
    case .card: "card"
    case .render: "render"
    case .editor: "editor"
    }
  }

  /// The methods that it allows.
  var methods: [HTTPRequest.Method] { self == .render ? [.post] : [.get, .head] }
}

/// The ports that a server listens on.
enum ServerPort: Hashable, Sendable {
  /// The port of pictures, which is also that of operations if they have none of their own.
  case pictures
  /// The port of health and metrics.
  case operations
}
