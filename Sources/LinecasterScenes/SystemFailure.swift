import Foundation

/// Short descriptions of system errors, without the texts of Foundation, for scenes and for the
/// files beside them.
package enum SystemFailure {
  /// A short description of a Foundation error, from its underlying system error.
  package static func reason(_ error: any Error) -> String {
    var cause = error as NSError
    while let deeper = cause.userInfo[NSUnderlyingErrorKey] as? NSError { cause = deeper }
    guard cause.domain == NSPOSIXErrorDomain, let number = Int32(exactly: cause.code) else {
      return "unknown system error (\(cause.code))"
    }
    return switch number {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    default: unsafe String(cString: strerror(number))
    }
  }
}
