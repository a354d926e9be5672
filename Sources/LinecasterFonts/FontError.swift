/// What is wrong with a font, or with the request for one.
public struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The file does not exist or may not be read.
    public static let unreadable = Code(name: "cannot be read")
    /// The file is no OpenType, TrueType or collection file, or lacks the tables of a font.
    public static let malformed = Code(name: "is not a usable font")
    /// An index of fonts cannot be written.
    public static let unwritable = Code(name: "cannot be written")
    /// A collection was asked for with no usable font in it.
    public static let empty = Code(name: "holds no fonts")
  }

  /// The kind of fault.
  public let code: Code
  /// The file or folder the fault is in, or a name for data that came from memory.
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
  public var description: String { "\(source): \(code.name): \(reason)" }
}
