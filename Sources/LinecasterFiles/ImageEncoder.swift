public import LinecasterBase
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

  /// The most bytes that encoding an image holds at once, beside a band of it.
  func heldByteCount(of image: BandedImage) -> Int

  /// The encoder that holds no more than so many bytes at once, as far as its format can be written
  /// with less; the pixels of its files are the same.
  func holding(atMost byteCount: Int) -> Self
}

extension ImageEncoder {
  /// The encoder itself: most formats have one way to be written.
  public func holding(atMost byteCount: Int) -> Self { self }

  /// Hands the bytes of a file of an image to `sink` in pieces, as far as a budget goes.
  ///
  ///     try encoder.encode(picture, name: "card", budget: budget) { bytes += $0 }
  ///
  /// Counted are a band of the image and what the encoder holds. A PNG file is compressed in parts
  /// where that has no room for all of it; it is longer then.
  ///
  /// - Throws: `RenderBudget.Excess`, before memory is taken, where encoding holds more than the
  ///   budget has, or when the time is up; else as `encode(_:name:isCancelled:to:)`.
  public func encode(
    _ image: BandedImage, name: String, budget: RenderBudget,
    isCancelled: () -> Bool = { false }, to sink: ([UInt8]) throws -> Void
  ) throws {
    let encoder = try within(budget, image, name)
    let deadline = Deadline(budget)
    try WorkScope.run(by: deadline, of: name, isCancelled: isCancelled) { scope in
      try encoder.encode(image, name: name, isCancelled: { scope.isCancelled }, to: sink)
    }
  }

  /// Writes an image to the file at `path` as far as a budget goes; the file is never seen half
  /// written.
  ///
  /// - Throws: As `encode(_:name:budget:isCancelled:to:)` does, and `ImageError` that names the
  ///   file; what was there is untouched then.
  public func write(
    _ image: BandedImage, to path: String, budget: RenderBudget,
    isCancelled: () -> Bool = { false }
  ) throws {
    let encoder = try within(budget, image, path)
    let deadline = Deadline(budget)
    try WorkScope.run(by: deadline, of: path, isCancelled: isCancelled) { scope in
      try encoder.write(image, to: path, isCancelled: { scope.isCancelled })
    }
  }

  /// The encoder that an image is written with within a budget.
  private func within(
    _ budget: RenderBudget, _ image: BandedImage, _ name: String
  ) throws(RenderBudget.Excess) -> Self {
    let band = image.byteCountOfBand
    let encoder = holding(atMost: budget.byteCount.subtracting(saturating: band))
    let held = band.adding(saturating: encoder.heldByteCount(of: image))
    try budget.check(.bytes, held, of: name)
    return encoder
  }

  /// What holding so many bytes a pixel of a whole image takes, and the image itself where it comes
  /// in bands.
  func wholeByteCount(of image: BandedImage, bytesAPixel: Int) -> Int {
    // Sides have a limit, so that their product is far from that of numbers.
    let pixels = image.width * image.height
    return pixels * bytesAPixel + (image.bandCount > 1 ? pixels * 4 : 0)
  }

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

extension BandedImage {
  /// The bytes of the pixels of a band.
  fileprivate var byteCountOfBand: Int { width * bandHeight * 4 }
}
