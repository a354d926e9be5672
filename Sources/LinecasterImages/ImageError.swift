/// What is wrong with an image's file.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The file does not exist or may not be read.
    public static let unreadable = Code(name: "cannot be read")
    /// The file cannot be made, written or put in its place.
    public static let unwritable = Code(name: "cannot be written")
    /// The bytes are of a format that is not read here, or not in this build.
    public static let unsupported = Code(name: "is not of a supported format")
    /// The bytes are a broken image.
    public static let malformed = Code(name: "is not a usable image")
    /// The image or its file is over a named limit.
    public static let tooLarge = Code(name: "is too large")
    /// The bitmap has no pixels, which PNG cannot express.
    public static let empty = Code(name: "has no pixels")
  }

  /// The kind of fault.
  public let code: Code
  /// The file the fault is in, or a name for bytes from memory.
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
