public import LinecasterBase

/// An error of a font or a font request, whose source is a file or a folder.
public typealias FontError = SourceError<FontErrorCode>

/// The kind of a font error.
public struct FontErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The error as the end of a sentence that begins with the source.
  public let description: String

  /// The file does not exist or cannot be read.
  public static let unreadable = FontErrorCode(description: "cannot be read")
  /// The file is not an OpenType, TrueType or collection file, a required table is missing, or a
  /// compressed file cannot be decompressed.
  public static let malformed = FontErrorCode(description: "is not a usable font")
  /// The index of fonts cannot be written.
  public static let unwritable = FontErrorCode(description: "cannot be written")
  /// The collection would contain no usable font.
  public static let empty = FontErrorCode(description: "holds no fonts")
}
