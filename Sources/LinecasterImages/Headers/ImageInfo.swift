public import LinecasterRaster

/// What the header of an image's file says.
public struct ImageInfo: Hashable, Sendable {
  /// The kind of file.
  public let format: ImageFormat
  /// The size as it is shown, after the turn that the file's EXIF data ask for.
  public let size: PixelSize
  /// Whether pixels may be transparent.
  public let hasAlpha: Bool

  init(_ header: ImageHeader) {
    format = header.format
    size = header.orientation.size(of: header.size)
    hasAlpha = header.hasAlpha
  }
}
