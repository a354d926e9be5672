/// An error about a named thing, such as a file: `FontError`, `ImageError` and `RasterError`.
///
/// These differ in their codes only. The type is in this module because it is the one below all
/// modules that throw them.
public struct SourceError<Code>: Error, Hashable, Sendable, CustomStringConvertible
where Code: Hashable & Sendable & CustomStringConvertible {
  /// The kind of fault, to compare with.
  public let code: Code
  /// The file or other thing the fault is in, or a name for data from memory.
  public let source: String
  /// What exactly was found, for people.
  public let reason: String

  /// Makes an error about a source.
  public init(code: Code, source: String, reason: String) {
    self.code = code
    self.source = source
    self.reason = reason
  }

  /// One line that names the source, the fault and the reason.
  public var description: String { "\(source): \(code): \(reason)" }
}
