/// An error about a named source, for example a file: `FontError`, `ImageError` and `RasterError`.
///
/// These differ only in their codes. The type is in this module because all modules that throw them
/// import it.
public struct SourceError<Code>: Error, Hashable, Sendable, CustomStringConvertible
where Code: Hashable & Sendable & CustomStringConvertible {
  /// The kind of error, for comparison.
  public let code: Code
  /// The file or other source of the error, or a name for data from memory.
  public let source: String
  /// The details, as text.
  public let reason: String

  /// Makes an error about a source.
  public init(code: Code, source: String, reason: String) {
    self.code = code
    self.source = source
    self.reason = reason
  }

  /// The source, the kind and the details in one line.
  public var description: String { "\(source): \(code): \(reason)" }
}
