public import LinecasterBase

/// An encoder of image files: ``PNGEncoder``, or another one of `LinecasterFiles`.
///
///     let encoder: any ImageEncoder = WebPEncoder(quality: .lossy(80))
///     try encoder.write(picture, to: path)
///
/// Encoders are values that any thread may use.
public protocol ImageEncoder: Sendable {
  /// Encodes an image, and passes the bytes of its file to `sink` in chunks.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - name: The name of the file in error messages.
  ///   - scope: Checked before each band, and while a band is drawn.
  ///   - sink: Receives the next chunk; throwing stops the encoder.
  /// - Throws: `ImageError` with code `empty` for an image without pixels, `tooLarge` beyond the
  ///   maximum size of the format, `unsupported` if the format is not built in, or `unwritable`.
  ///   `CancellationError` if the scope is cancelled. The errors of drawing and of `sink`.
  func encode(
    _ image: BandedImage, name: String, in scope: WorkScope, to sink: ([UInt8]) throws -> Void
  ) throws

  /// Returns the maximum memory that encoding an image takes besides a band, in bytes.
  func peakByteCount(of image: BandedImage) -> Int

  /// Returns an encoder that takes at most a number of bytes of memory, as far as the format
  /// allows. The encoded pixels are the same.
  func limited(toByteCount byteCount: Int) -> Self
}

extension ImageEncoder {
  /// Returns the encoder itself, because most formats have only one way of encoding.
  public func limited(toByteCount byteCount: Int) -> Self { self }

  /// Encodes an image within a budget, and passes the bytes of its file to `sink` in chunks.
  ///
  ///     try encoder.encode(picture, name: "card", budget: budget) { bytes += $0 }
  ///
  /// The budget covers a band of the image and the memory of the encoder. A PNG file that exceeds
  /// the budget is compressed in parts, which makes the file larger.
  ///
  /// - Throws: `RenderBudget.Excess` if encoding exceeds the budget, before memory is allocated, or
  ///   if it exceeds the time limit. The errors of `encode(_:name:in:to:)`.
  /// - Complexity: That of `encode(_:name:in:to:)`.
  public func encode(
    _ image: BandedImage, name: String, budget: RenderBudget,
    in scope: WorkScope = .unlimited, to sink: ([UInt8]) throws -> Void
  ) throws {
    let encoder = try within(budget, image, name)
    try scope.run(within: budget, of: name) { scope in
      try encoder.encode(image, name: name, in: scope, to: sink)
    }
  }

  /// The encoder for an image within a budget.
  private func within(
    _ budget: RenderBudget, _ image: BandedImage, _ name: String
  ) throws(RenderBudget.Excess) -> Self {
    let band = image.byteCountOfBand
    let encoder = limited(toByteCount: budget.byteCount.subtracting(saturating: band))
    let held = band.adding(saturating: encoder.peakByteCount(of: image))
    try budget.check(.bytes, held, of: name)
    return encoder
  }

  /// Encodes a bitmap, and returns the bytes of the file.
  ///
  /// - Throws: The errors of `encode(_:name:in:to:)`.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, name: "image data")
  }

  /// Writes an image to the file at `path`. The write is atomic.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - path: The path of the file.
  ///   - budget: The limits of encoding, as in `encode(_:name:budget:in:to:)`; `nil` for none.
  ///   - scope: Checked before each band, and while a band is drawn.
  /// - Throws: The errors of `encode(_:name:in:to:)` and, within a budget, of
  ///   `encode(_:name:budget:in:to:)`; `ImageError` naming the file. An existing file is then
  ///   unchanged.
  /// - Complexity: That of `encode(_:name:in:to:)`.
  public func write(
    _ image: BandedImage, to path: String, budget: RenderBudget? = nil,
    in scope: WorkScope = .unlimited
  ) throws {
    if let budget {
      let encoder = try within(budget, image, path)
      return try scope.run(within: budget, of: path) { scope in
        try encoder.write(image, to: path, in: scope)
      }
    }
    try AtomicFileWriter.write(
      to: path, pieces: { write in try encode(image, name: path, in: scope, to: write) })
  }

  /// Writes a bitmap to the file at `path`. The write is atomic.
  ///
  /// - Throws: `ImageError` naming the file, with the codes of `encode(_:name:in:to:)`. An
  ///   existing file is then unchanged.
  /// - Complexity: O(pixels).
  public func write(_ bitmap: Bitmap, to path: String) throws(ImageError) {
    try AtomicFileWriter.write(to: path) { write throws(ImageError) in
      try write(encode(bitmap, name: path))
    }
  }

  private func encode(_ bitmap: Bitmap, name: String) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try encode(BandedImage(bitmap), name: name, in: .unlimited, to: { bytes += $0 })
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(code: .unwritable, source: name, reason: "\(error)")
    }
    return bytes
  }
}

extension BandedImage {
  /// The bytes of the pixels of a band.
  fileprivate var byteCountOfBand: Int { width * bandHeight * 4 }
}
