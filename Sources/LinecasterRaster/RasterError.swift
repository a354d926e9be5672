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
