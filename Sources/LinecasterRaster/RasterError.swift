public import LinecasterBase

/// An error of drawing, whose source is an image, a glyph size or a font file.
public typealias RasterError = SourceError<RasterErrorCode>

/// The kind of a drawing error.
public struct RasterErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The error as the end of a sentence that begins with the source.
  public let description: String

  /// The number of pixels of an image or a glyph exceeds a limit.
  public static let tooLarge = RasterErrorCode(description: "is too large")
  /// The number of bytes does not match the size of the image.
  public static let wrongByteCount = RasterErrorCode(description: "has the wrong number of bytes")
  /// The rasterizer cannot open the face of the text.
  public static let unusableFace = RasterErrorCode(description: "cannot be used for drawing")
  /// The font has colour glyphs of an unsupported kind, which are drawn without colours.
  public static let unsupportedColors = RasterErrorCode(
    description: "has unsupported colours")
  /// One frame draws more glyphs than the atlas holds.
  public static let atlasFull = RasterErrorCode(description: "is full")
}

/// An error of an image file, which is the source of the error.
public typealias ImageError = SourceError<ImageErrorCode>

/// The kind of an error of an image file.
public struct ImageErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The error as the end of a sentence that starts with the source.
  public let description: String

  /// The file does not exist or is not accessible.
  public static let unreadable = ImageErrorCode(description: "cannot be read")
  /// The file cannot be created, written or replaced.
  public static let unwritable = ImageErrorCode(description: "cannot be written")
  /// The format is not supported at all, or not in this build.
  public static let unsupported = ImageErrorCode(description: "is not of a supported format")
  /// The bytes of the file are not a valid image.
  public static let malformed = ImageErrorCode(description: "is not a usable image")
  /// The image or its file exceeds the limit that the reason names.
  public static let tooLarge = ImageErrorCode(description: "is too large")
  /// The bitmap has no pixels, which image formats cannot express.
  public static let empty = ImageErrorCode(description: "has no pixels")
}
