#if canImport(Glibc)
  import Glibc
#endif

extension ImageError {
  /// An error with the text of the system's last error number; read before anything resets it.
  static func system(_ code: Code, _ path: String) -> ImageError {
    ImageError(code: code, source: path, reason: String(cString: strerror(errno)))
  }
}
