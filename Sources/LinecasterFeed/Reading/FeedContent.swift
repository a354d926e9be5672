import Foundation

/// What a feed holds: its messages, or all that is wrong with its lines.
public struct FeedContent: Sendable {
  /// The messages in the order of the lines.
  public internal(set) var items: [FeedItem] = []
  /// The faults in the order of the lines; empty where the feed is good.
  public internal(set) var errors: [FeedError] = []

  init() {}

  /// A feed that could not be read.
  init(source: String, unreadable error: any Error) {
    addError(source, line: nil, "cannot be read: \(Self.reason(error))")
  }

  mutating func addError(_ source: String, line: Int?, _ reason: String) {
    errors.append(FeedError(source: source, line: line, reason: reason))
  }

  private static func reason(_ error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    guard cause.domain == NSPOSIXErrorDomain, let number = Int32(exactly: cause.code),
      let code = POSIXErrorCode(rawValue: number)
    else { return error.localizedDescription }
    return switch code {
    case .ENOENT: "no such file"
    case .EACCES, .EPERM: "permission denied"
    case .EISDIR: "is a folder"
    default: error.localizedDescription
    }
  }
}
