public import LinecasterBase

/// What is wrong with an image's file, which is its source.
public typealias ImageError = SourceError<ImageErrorCode>

/// The kind of fault of an image's file.
public struct ImageErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The fault as the end of a sentence that starts with the source.
  public let description: String

  /// The file does not exist or may not be read.
  public static let unreadable = ImageErrorCode(description: "cannot be read")
  /// The file cannot be made, written or put in its place.
  public static let unwritable = ImageErrorCode(description: "cannot be written")
  /// The bytes are of a format that is not read here, or not in this build.
  public static let unsupported = ImageErrorCode(description: "is not of a supported format")
  /// The bytes are a broken image.
  public static let malformed = ImageErrorCode(description: "is not a usable image")
  /// The image or its file is over a named limit.
  public static let tooLarge = ImageErrorCode(description: "is too large")
  /// The bitmap has no pixels, which PNG cannot express.
  public static let empty = ImageErrorCode(description: "has no pixels")
}
