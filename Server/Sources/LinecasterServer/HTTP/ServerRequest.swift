public import HTTPTypes

/// A request to a `PictureServer`, independent of the HTTP library that received it.
public struct ServerRequest: Sendable {
  /// The method, the path with the query, percent-encoded as received, and the headers.
  public var head: HTTPRequest
  /// The body, complete.
  public var body: [UInt8]

  /// Creates a request from a head of swift-http-types, the currency of Hummingbird.
  public init(_ head: HTTPRequest, body: [UInt8] = []) {
    (self.head, self.body) = (head, body)
  }

  /// Creates a request from plain values, for libraries with header types of their own.
  ///
  /// - Parameters:
  ///   - target: The path and the query, percent-encoded: `/card/badge.png?name=Ada`.
  ///   - headers: The headers; those with malformed names are ignored.
  public init(
    _ method: HTTPRequest.Method = .get, _ target: String,
    headers: some Sequence<(name: String, value: String)> = EmptyCollection(), body: [UInt8] = []
  ) {
    var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: target)
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    self.init(head, body: body)
  }
}

/// The response of a `PictureServer`: a picture, or faults as JSON.
public struct ServerResponse: Sendable {
  /// The status and the headers.
  public var head: HTTPResponse
  /// The body. The caller omits it for HEAD requests.
  public var body: [UInt8]

  /// Creates a response.
  init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8] = []) {
    head = HTTPResponse(status: status, headerFields: headers)
    self.body = body
  }

  /// Creates a short text response that is never cached.
  init(text: String, type: String = "text/plain; charset=utf-8") {
    self.init(.ok, [.contentType: type, .cacheControl: "no-store"], Array(text.utf8))
  }

  /// The status code.
  public var status: Int { head.status.code }

  /// The headers as plain values.
  public var headers: [(String, String)] { head.headerFields.map { ($0.name.rawName, $0.value) } }
}
