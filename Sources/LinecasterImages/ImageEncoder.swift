public import LinecasterGeometry
public import LinecasterRaster

/// Something that writes files of images: ``PNGEncoder``, ``JPEGEncoder``, ``WebPEncoder`` or
/// ``AVIFEncoder``.
///
///     let encoder: any ImageEncoder = WebPEncoder(quality: .lossy(80))
///     try encoder.write(picture, to: path)
///
/// Values; may be used on any thread.
public protocol ImageEncoder: Sendable {
  /// Hands the bytes of a file of an image to `sink` in pieces.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - name: What stands for the file in error messages.
  ///   - isCancelled: Asked before each band, and by what draws it.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: `ImageError` with code `empty` for an image without pixels, `tooLarge` for more
  ///   pixels than the format has, `unsupported` where the format is not built in, or `unwritable`;
  ///   what drawing the bands or `sink` throws; `CancellationError` if `isCancelled` says so.
  func encode(
    _ image: BandedImage, name: String, isCancelled: () -> Bool, to sink: ([UInt8]) throws -> Void
  ) throws
}

extension ImageEncoder {
  /// The bytes of a file of a bitmap.
  ///
  /// - Throws: `ImageError` as `encode(_:name:isCancelled:to:)` does.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, name: "image data")
  }

  /// Writes an image that is made in bands to the file at `path`, which is never seen half written.
  ///
  /// - Throws: As `encode(_:name:isCancelled:to:)` does, and `ImageError` that names the file; what
  ///   was there is untouched then.
  public func write(
    _ image: BandedImage, to path: String, isCancelled: () -> Bool = { false }
  ) throws {
    try AtomicFileWriter.write(
      to: path,
      pieces: { write in
        try encode(image, name: path, isCancelled: isCancelled, to: write)
      })
  }

  /// Writes a bitmap to the file at `path`, which is never seen half written.
  ///
  /// - Throws: `ImageError` naming the file, as `encode(_:name:isCancelled:to:)` does; a file that
  ///   was there is untouched then.
  public func write(_ bitmap: Bitmap, to path: String) throws(ImageError) {
    try AtomicFileWriter.write(to: path) { write throws(ImageError) in
      try write(encode(bitmap, name: path))
    }
  }

  private func encode(_ bitmap: Bitmap, name: String) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try encode(BandedImage(bitmap), name: name, isCancelled: { false }, to: { bytes += $0 })
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(code: .unwritable, source: name, reason: "\(error)")
    }
    return bytes
  }

  /// Throws unless a file can have so many pixels.
  ///
  /// - Parameter side: The most pixels along a side that the format has.
  func check(_ image: BandedImage, side: Int, _ name: String) throws(ImageError) {
    let size = "\(image.width) × \(image.height) pixels"
    guard image.width > 0, image.height > 0 else {
      throw ImageError(code: .empty, source: name, reason: size)
    }
    guard max(image.width, image.height) <= side else {
      throw ImageError(
        code: .tooLarge, source: name, reason: "\(size); the format has \(side) a side")
    }
  }

  /// What is wrong where a format was not built in.
  func missing(trait: String, _ name: String) -> ImageError {
    ImageError(
      code: .unsupported, source: name,
      reason: "\(trait) is not built in; the package trait \(trait) adds it")
  }
}
