/// The bytes of a file on disk or in memory, so that headers are read from either alike.
protocol RandomAccessBytes {
  /// What stands for the file in error messages.
  var name: String { get }
  /// The number of bytes.
  var count: Int { get }

  /// Some bytes from a place on; fewer, or none, where the file ends before.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  func bytes(at position: Int, count: Int) throws(ImageError) -> [UInt8]
}

extension RandomAccessBytes {
  /// As many bytes as asked for.
  ///
  /// - Throws: `ImageError` with code `malformed` where the file ends before, or `unreadable`.
  func need(at position: Int, count: Int) throws(ImageError) -> [UInt8] {
    let found = try bytes(at: position, count: count)
    guard found.count == count else { throw malformed("the file ends in its header") }
    return found
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }
}
