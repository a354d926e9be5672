public import LinecasterRaster

/// Reads PNG images; `ImageDecoder` reads them and others.
public struct PNGDecoder: Hashable, Sendable {
  private let decoder = ImageDecoder()

  /// Makes a decoder with the default limits.
  public init() {}

  /// Reads the file at `path`.
  ///
  /// - Throws: `ImageError` naming the file.
  public func decode(path: String) throws(ImageError) -> Bitmap { try decoder.decode(path: path) }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `ImageError` naming the file.
  public func decode(_ bytes: [UInt8], name: String = "PNG data") throws(ImageError) -> Bitmap {
    try decoder.decode(bytes, name: name)
  }

  /// The size in pixels of the image in the file at `path`; only the header is read.
  ///
  /// - Throws: `ImageError` naming the file.
  public func size(path: String) throws(ImageError) -> (width: Int, height: Int) {
    let size = try decoder.info(path: path).size
    return (size.width, size.height)
  }
}
