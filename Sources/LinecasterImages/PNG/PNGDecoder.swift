public import LinecasterRaster

/// Reads PNG pictures of every colour type and depth as 8-bit sRGB.
///
/// A value; may be used on any thread.
public struct PNGDecoder: Hashable, Sendable {
  /// The largest file read by default, 256 MiB; larger ones are no pictures for lists.
  public static let defaultFileByteLimit = 256 << 20
  /// The most pixels decoded by default: 64 million, 256 MiB of memory.
  public static let defaultPixelLimit = 1 << 26

  /// The largest file that is read, in bytes.
  public let fileByteLimit: Int
  /// The most pixels that are decoded; never more than a `Bitmap` may have.
  public let pixelLimit: Int

  /// Makes a decoder with limits; both are checked before memory is taken.
  public init(
    fileByteLimit: Int = Self.defaultFileByteLimit, pixelLimit: Int = Self.defaultPixelLimit
  ) {
    self.fileByteLimit = fileByteLimit
    self.pixelLimit = min(pixelLimit, Bitmap.maximumPixelCount)
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: `ImageError` naming the file: `unreadable`, `malformed` or `tooLarge`.
  public func decode(path: String) throws(ImageError) -> Bitmap {
    try decode(FileReader.read(path, byteLimit: fileByteLimit), name: path)
  }

  /// Reads the bytes of a file; `name` stands for them in error messages.
  ///
  /// - Throws: `ImageError`: `malformed` for bytes that are no PNG file, are cut short or claim
  ///   more pixels than they can hold, or `tooLarge`.
  public func decode(_ bytes: [UInt8], name: String = "PNG data") throws(ImageError) -> Bitmap {
    let header = try header(of: bytes, name: name)
    guard bytes.count >= header.minimumByteCount else {
      throw ImageError(
        code: .malformed, source: name,
        reason: "\(bytes.count) bytes cannot hold \(header.width) × \(header.height) pixels")
    }
    var pixels = try PNGImage.read(bytes, header: header, name: name)
    AlphaMultiplication.premultiply(&pixels)
    do throws(RasterError) {
      return try Bitmap(width: header.width, height: header.height, pixels: pixels)
    } catch {
      throw ImageError(code: .tooLarge, source: name, reason: error.reason)
    }
  }

  /// The size in pixels of the picture in the file at `path`; only the header is read.
  ///
  /// - Throws: `ImageError` naming the file: `unreadable`, `malformed` or `tooLarge`.
  public func size(path: String) throws(ImageError) -> (width: Int, height: Int) {
    try size(of: FileReader.readStart(of: path, count: PNGHeader.byteCount), name: path)
  }

  /// The size of a picture in pixels, from the header alone; the first 26 bytes are enough.
  ///
  /// - Throws: `ImageError` with code `malformed` or `tooLarge`.
  public func size(
    of bytes: [UInt8], name: String = "PNG data"
  ) throws(ImageError) -> (width: Int, height: Int) {
    let header = try header(of: bytes, name: name)
    return (header.width, header.height)
  }

  private func header(of bytes: [UInt8], name: String) throws(ImageError) -> PNGHeader {
    guard let header = PNGHeader(bytes) else {
      throw ImageError(code: .malformed, source: name, reason: "no PNG header")
    }
    guard max(header.width, header.height) <= Bitmap.maximumSide,
      header.width * header.height <= pixelLimit
    else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(header.width) × \(header.height) pixels where the limits are "
          + "\(Bitmap.maximumSide) a side and \(pixelLimit) in all")
    }
    return header
  }
}
