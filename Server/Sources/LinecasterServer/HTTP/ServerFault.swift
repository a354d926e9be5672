import HTTPTypes

/// Why a request has no picture as its answer, beside what is wrong with a scene or its data.
package enum ServerFault: Error, Hashable, Sendable {
  /// As much is drawn and waits as may be.
  case busy(retryAfter: Duration)
  /// Drawing took longer than it may.
  case late(Duration)
  /// Nothing has this name.
  case unknown(String)
  /// An address without a signature, with one that is not right, or one that is over.
  case unsigned(String)
  /// Something in the address, a header or the body cannot be read.
  case malformed(String)
  /// No format that can be written is accepted.
  case unacceptable(String)
  /// More bytes than are read.
  case tooLong(limit: Int)
}

extension ServerFault {
  /// The status that says it (RFC 9110 §15, RFC 6585).
  var status: HTTPResponse.Status {
    switch self {
    case .busy: .tooManyRequests
    case .late: .serviceUnavailable
    case .unknown: .notFound
    case .unsigned: .forbidden
    case .malformed: .badRequest
    case .unacceptable: .notAcceptable
    case .tooLong: .contentTooLarge
    }
  }

  /// A word for programs.
  var code: String {
    switch self {
    case .busy: "busy"
    case .late: "late"
    case .unknown: "unknown"
    case .unsigned: "unsigned"
    case .malformed: "malformed"
    case .unacceptable: "unacceptable"
    case .tooLong: "tooLong"
    }
  }

  /// The reason in a sentence.
  var reason: String {
    switch self {
    case .busy: "as much is drawn and waits as may be; try again later"
    case .late(let limit): "drawing takes longer than \(limit.milliseconds) ms"
    case .unknown(let reason), .unsigned(let reason), .malformed(let reason),
      .unacceptable(let reason):
      reason
    case .tooLong(let limit): "more than \(limit) bytes"
    }
  }

  /// When to ask again.
  var retryAfter: Duration? {
    if case .busy(let time) = self { time } else { nil }
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
  package var description: String { reason }
}
