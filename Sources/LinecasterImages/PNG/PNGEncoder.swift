public import LinecasterRaster

/// Writes bitmaps as PNG: RGB where all pixels are opaque, else RGBA with straight alpha.
///
/// A value; may be used on any thread. Files hold no time and no comments, so the same pixels give
/// the same bytes.
public struct PNGEncoder: Hashable, Sendable {
  /// How much time to spend on small files.
  public enum Compression: Hashable, Sendable {
    /// zlib level 3 without filters: good for interfaces and text, several times faster.
    case fast
    /// zlib's default level with adaptive filters: best for photographs.
    case small
  }

  /// How much time to spend on small files.
  public var compression: Compression

  /// Makes an encoder.
  public init(compression: Compression = .fast) {
    self.compression = compression
  }

  /// The bytes of a PNG file of a bitmap.
  ///
  /// - Throws: `ImageError` with code `empty` for a bitmap without pixels, or `unwritable` with
  ///   libpng's reason.
  /// - Complexity: O(pixels); besides the file itself it takes memory for the picture once more.
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, name: "PNG data")
  }

  /// Writes a bitmap to the file at `path`, which is never seen half written.
  ///
  /// - Throws: `ImageError` naming the file: `empty` or `unwritable`; a file that was there is
  ///   untouched then.
  public func write(_ bitmap: Bitmap, to path: String) throws(ImageError) {
    try AtomicFileWriter.write(encode(bitmap, name: path), to: path)
  }

  private func encode(_ bitmap: Bitmap, name: String) throws(ImageError) -> [UInt8] {
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw ImageError(
        code: .empty, source: name, reason: "\(bitmap.width) × \(bitmap.height) pixels")
    }
    let isOpaque = AlphaMultiplication.isOpaque(bitmap.pixels)
    let pixels =
      isOpaque
      ? AlphaMultiplication.droppingAlpha(bitmap.pixels)
      : AlphaMultiplication.straight(bitmap.pixels)
    return try PNGImage.write(
      pixels, width: bitmap.width, height: bitmap.height, hasAlpha: !isOpaque,
      isFast: compression == .fast, name: name)
  }
}
