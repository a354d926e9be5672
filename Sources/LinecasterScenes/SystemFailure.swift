import Foundation

/// What the system says is wrong with a file, without what Foundation makes of it: for scenes, and
/// for what reads and writes files beside them.
package enum SystemFailure {
  /// A few words for an error of Foundation, of which the cause inside is the system's.
  package static func reason(_ error: any Error) -> String {
    var cause = error as NSError
    while let deeper = cause.userInfo[NSUnderlyingErrorKey] as? NSError { cause = deeper }
    guard cause.domain == NSPOSIXErrorDomain, let number = Int32(exactly: cause.code) else {
      return "the system does not say why (\(cause.code))"
    }
    return switch number {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "is a folder"
    default: unsafe String(cString: strerror(number))
    }
  }
}
