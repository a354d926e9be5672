public import LinecasterBase

/// What is wrong with a font, or with the request for one; its source is a file or a folder.
public typealias FontError = SourceError<FontErrorCode>

/// The kind of fault of a font.
public struct FontErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The fault as the end of a sentence that starts with the source.
  public let description: String

  /// The file does not exist or may not be read.
  public static let unreadable = FontErrorCode(description: "cannot be read")
  /// The file is no OpenType, TrueType or collection file, or lacks the tables of a font.
  public static let malformed = FontErrorCode(description: "is not a usable font")
  /// An index of fonts cannot be written.
  public static let unwritable = FontErrorCode(description: "cannot be written")
  /// A collection was asked for with no usable font in it.
  public static let empty = FontErrorCode(description: "holds no fonts")
}
