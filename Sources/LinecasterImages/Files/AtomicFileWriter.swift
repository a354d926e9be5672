/// Writes files that are never seen half written.
///
/// Bytes go to a hidden temporary file in the same folder, which then takes the place of the
/// target in one step. May be used on any thread.
public enum AtomicFileWriter {
  /// Writes bytes to the file at `path`, replacing one that is there.
  ///
  /// Where `path` is a symbolic link, the link is replaced and not what it points to.
  ///
  /// - Throws: `ImageError` with code `unwritable`; the target is untouched then and the temporary
  ///   file is gone.
  public static func write(_ bytes: [UInt8], to path: String) throws(ImageError) {
    let temporary = try TemporaryFile(beside: path)
    try temporary.write(bytes)
    try temporary.takePlace()
  }

  /// Removes the temporary files of writes that are under way; these writes then fail.
  ///
  /// For programs that are about to end because of a signal. Call it from a signal source's
  /// handler (`DispatchSource.makeSignalSource`), not from a handler of `sigaction`: it takes a
  /// lock.
  public static func removeTemporaries() {
    TemporaryFile.removeAll()
  }
}
