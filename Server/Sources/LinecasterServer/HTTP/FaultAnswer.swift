import Foundation
import HTTPTypes
import Hummingbird
import LinecasterBase
import LinecasterCells
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes

/// The error response: a status, and the faults with their places as JSON.
///
///     {"faults": [{"code": "unknownName", "source": "scene", "path": "body.Texd",
///       "line": 1, "column": 10, "reason": "'Texd' is not a layout; did you mean 'Text'?"}]}
struct FaultAnswer: Sendable {
  /// A fault as reported to the client.
  struct Fault: Encodable, Hashable, Sendable {
    let code: String
    var source: String?
    var path: String?
    var line: Int?
    var column: Int?
    let reason: String
    /// The exceeded limit, the amount needed, and the amount allowed.
    var limit: String?
    var needed: Int?
    var allowed: Int?

    init(code: String, reason: String) { (self.code, self.reason) = (code, reason) }

    init(_ excess: RenderBudget.Excess) {
      self.init(code: excess.limit == .time ? "late" : "tooLarge", reason: "\(excess)")
      source = excess.source
      (limit, needed, allowed) = (excess.limit.rawValue, excess.needed, excess.allowed)
    }

    init(_ error: SceneError) {
      code = "\(error.code)"
      source = error.source
      path = error.path.isEmpty ? nil : error.path
      (line, column) = (error.line, error.column)
      reason = error.reason
    }
  }

  private struct Body: Encodable {
    let faults: [Fault]
  }

  let status: HTTPResponse.Status
  let faults: [Fault]
  /// The headers of the fault: when to try again, the scheme of authorization, allowed methods.
  private(set) var headers: HTTPFields = [:]

  /// Creates the response for all faults of a scene.
  init(_ errors: [SceneError]) {
    let isTooLarge = errors.contains { $0.code == .tooLarge }
    status = isTooLarge ? .contentTooLarge : .unprocessableContent
    faults = errors.map(Fault.init)
  }

  /// Creates the response for an error.
  init(_ error: any Error) {
    switch error {
    case let fault as ServerFault:
      self.init(fault.status, fault.code, fault.reason)
      headers = fault.headers
    // The client is gone; the status is for the metrics.
    case is CancellationError:
      self.init(HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"), "gone", "")
    case let error as SceneError: self.init([error])
    case let excess as RenderBudget.Excess:
      self.init(
        excess.limit == .time ? .serviceUnavailable : .contentTooLarge, [Fault(excess)])
      if excess.limit == .time {
        headers = ServerFault.late(.milliseconds(excess.allowed)).headers
      }
    case let error as FontError: self.init(.unprocessableContent, "font", error.reason)
    case let error as ArrangementError:
      let code = error == .tooDeep ? "tooDeep" : "unusable"
      self.init(.unprocessableContent, code, "\(error)")
    case let error as RasterError where error.code == .tooLarge:
      self.init(.contentTooLarge, "tooLarge", "\(error)")
    case let error as RasterError: self.init(.unprocessableContent, "unusable", "\(error)")
    case let error as ImageError: self.init(.unprocessableContent, "image", error.reason)
    case let error as any HTTPResponseError:
      self.init(error.status, "malformed", error.status.reasonPhrase)
    default:
      self.init(.internalServerError, "internal", "internal server error")
    }
  }

  private init(_ status: HTTPResponse.Status, _ code: String, _ reason: String) {
    self.init(status, [Fault(code: code, reason: reason)])
  }

  private init(_ status: HTTPResponse.Status, _ faults: [Fault]) {
    (self.status, self.faults) = (status, faults)
  }

  var response: ServerResponse {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    headers[.cacheControl] = "no-store"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(Body(faults: faults))) ?? Data("{\"faults\": []}".utf8)
    return ServerResponse(status, headers, Array(json))
  }
}
