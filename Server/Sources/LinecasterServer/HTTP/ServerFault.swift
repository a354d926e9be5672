import HTTPTypes

/// The reason why a request has no picture, other than faults of the scene or its data.
enum ServerFault: Error, Hashable, Sendable {
  /// The render queue is full.
  case busy(retryAfter: Duration)
  /// Drawing exceeded its time limit.
  case late(Duration)
  /// There is nothing with this name.
  case unknown(String)
  /// The signature of the address is missing, invalid or expired.
  case unsigned(String)
  /// The request has no bearer token, or a wrong one.
  case unauthorized(isWrong: Bool)
  /// The resource does not allow the method.
  case wrongMethod(allowed: [HTTPRequest.Method])
  /// The address, a header or the body is malformed.
  case malformed(String)
  /// The client accepts none of the available formats.
  case unacceptable(String)
  /// The body exceeds the byte limit.
  case tooLong(limit: Int)
}

extension ServerFault {
  /// The HTTP status (RFC 9110 §15, RFC 6585).
  var status: HTTPResponse.Status {
    switch self {
    case .busy: .tooManyRequests
    case .late: .serviceUnavailable
    case .unknown: .notFound
    case .unsigned: .forbidden
    case .unauthorized: .unauthorized
    case .wrongMethod: .methodNotAllowed
    case .malformed: .badRequest
    case .unacceptable: .notAcceptable
    case .tooLong: .contentTooLarge
    }
  }

  /// The machine-readable code.
  var code: String {
    switch self {
    case .busy: "busy"
    case .late: "late"
    case .unknown: "unknown"
    case .unsigned: "unsigned"
    case .unauthorized: "unauthorized"
    case .wrongMethod: "wrongMethod"
    case .malformed: "malformed"
    case .unacceptable: "unacceptable"
    case .tooLong: "tooLong"
    }
  }

  /// The reason, as a sentence.
  var reason: String {
    switch self {
    case .busy: "the render queue is full; try again later"
    case .late(let limit): "drawing takes longer than \(limit.milliseconds) ms"
    case .unknown(let reason), .unsigned(let reason), .malformed(let reason),
      .unacceptable(let reason):
      reason
    case .unauthorized(let isWrong):
      isWrong
        ? "the bearer token is wrong" : "the request needs the header 'Authorization: Bearer TOKEN'"
    case .wrongMethod(let allowed): "use \(allowed.map(\.rawValue).joined(separator: " or "))"
    case .tooLong(let limit): "more than \(limit) bytes"
    }
  }

  /// The time after which the client may try again.
  var retryAfter: Duration? {
    switch self {
    case .busy(let time): time
    // By then, everything that waits now is drawn or late too.
    case .late(let limit): min(limit, .seconds(60))
    default: nil
    }
  }

  /// The headers of the response (RFC 9110 §10.2.1, §10.2.3, §11.6.1; RFC 6750 §3).
  var headers: HTTPFields {
    var headers: HTTPFields = [:]
    if let retryAfter {
      headers[.retryAfter] = "\(max(1, (retryAfter.milliseconds + 999) / 1_000))"
    }
    switch self {
    case .unauthorized(let isWrong):
      headers[.wwwAuthenticate] =
        "Bearer realm=\"linecaster\"" + (isWrong ? ", error=\"invalid_token\"" : "")
    case .wrongMethod(let allowed):
      headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
    default: break
    }
    return headers
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
    return isTooLong ? .max : whole + attoseconds / 1_000_000_000_000_000
  }
}

extension ServerFault: CustomStringConvertible {
  var description: String { reason }
}
