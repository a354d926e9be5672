public import LinecasterBase

/// Why an image could not be drawn; its source is an image, a glyph size or the file of a font.
public typealias RasterError = SourceError<RasterErrorCode>

/// The kind of fault of a drawing.
public struct RasterErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The fault as the end of a sentence that starts with the source.
  public let description: String

  /// An image or a glyph would need more pixels than a named limit allows.
  public static let tooLarge = RasterErrorCode(description: "is too large")
  /// The pixels given do not fill the size given.
  public static let wrongByteCount = RasterErrorCode(description: "has the wrong number of bytes")
  /// The rasterizer cannot open a face that shaped the text.
  public static let unusableFace = RasterErrorCode(description: "cannot be drawn with")
  /// A font has coloured glyphs of a kind that is drawn without colours.
  public static let unsupportedColors = RasterErrorCode(
    description: "has colours that are not drawn")
  /// One frame draws more glyphs than an atlas may hold.
  public static let atlasFull = RasterErrorCode(description: "is full")
}
