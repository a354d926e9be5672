/// An error of a named source, for example a file. `FontError`, `ImageError` and `RasterError` are
/// errors of this type.
///
/// Source errors differ only in their codes. The type is in this module because all modules that
/// throw such errors import it.
public struct SourceError<Code>: Error, Hashable, Sendable, CustomStringConvertible
where Code: Hashable & Sendable & CustomStringConvertible {
  /// The kind of the error, for comparison.
  public let code: Code
  /// The path of the file or another name of the source, or the name given to data from memory.
  public let source: String
  /// The details, as text.
  public let reason: String

  /// Creates an error of a source.
  public init(code: Code, source: String, reason: String) {
    self.code = code
    self.source = source
    self.reason = reason
  }

  /// The source, the kind and the details in one line.
  public var description: String { "\(source): \(code): \(reason)" }
}
