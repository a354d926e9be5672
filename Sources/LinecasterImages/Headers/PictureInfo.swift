public import LinecasterRaster

/// What the header of a picture's file says.
public struct PictureInfo: Hashable, Sendable {
  /// The kind of file.
  public let format: PictureFormat
  /// The size as it is shown, after the turn that the file's EXIF data ask for.
  public let size: PixelSize
  /// Whether pixels may be transparent.
  public let hasAlpha: Bool

  init(_ header: PictureHeader) {
    format = header.format
    size = header.orientation.size(of: header.size)
    hasAlpha = header.hasAlpha
  }
}
