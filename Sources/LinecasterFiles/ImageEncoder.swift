public import LinecasterBase
public import LinecasterRaster

/// An encoder of image files: ``PNGEncoder``, ``JPEGEncoder``, ``WebPEncoder`` or ``AVIFEncoder``.
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

  /// The bytes for holding a whole image at a number of bytes per pixel, plus the image itself if
  /// it comes in bands.
  func wholeByteCount(of image: BandedImage, bytesPerPixel: Int) -> Int {
    // Sides are limited, so the product cannot overflow.
    let pixels = image.width * image.height
    return pixels * bytesPerPixel + (image.bandCount > 1 ? pixels * 4 : 0)
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

  /// Throws if an image is empty or exceeds the size of a format.
  ///
  /// - Parameter side: The maximum width and height of the format.
  func check(_ image: BandedImage, side: Int, _ name: String) throws(ImageError) {
    let size = "\(image.width) × \(image.height) pixels"
    guard image.width > 0, image.height > 0 else {
      throw ImageError(code: .empty, source: name, reason: size)
    }
    guard max(image.width, image.height) <= side else {
      throw ImageError(
        code: .tooLarge, source: name, reason: "\(size); the limit is \(side) per side")
    }
  }

  /// The error for a format that this build does not include.
  func missing(trait: String, _ name: String) -> ImageError {
    ImageError(
      code: .unsupported, source: name,
      reason: "\(trait) is not built in; build with the package trait \(trait)")
  }
}

extension BandedImage {
  /// The bytes of the pixels of a band.
  fileprivate var byteCountOfBand: Int { width * bandHeight * 4 }
}

/// An output format of pictures.
///
/// The only place that defines its name, file extensions, media type and encoder.
package struct PictureFileFormat: Sendable {
  /// The kinds of formats.
  package enum Kind: Hashable, Sendable {
    /// Lossless pixels.
    case exact
    /// Lossy pixels, with a quality.
    case lossy
    /// Text and vector shapes.
    case document
  }

  /// The options of an encoder; a format ignores options that do not apply to it.
  package struct Options: Hashable, Sendable {
    /// The quality of a lossy format, from 0 to 100; `nil` for the format's own.
    package var quality: Int?
    /// Whether a PNG file may have at most 256 colours.
    package var isCompact = false
    /// The effort of PNG compression.
    package var compression = PNGEncoder.Compression.standard

    package init() {}
  }

  /// The name in requests, which is also a file extension.
  let identifier: String
  /// The name in messages.
  package let name: String
  /// The media type (RFC 2046, and as registered with IANA).
  package let mediaType: String
  /// The file name extensions in lower case, preferred one first.
  package let endings: [String]
  /// The kind of format.
  package let kind: Kind
  /// Whether the package traits include the encoder.
  package let isBuiltIn: Bool
  /// Makes the encoder.
  package let encoder: @Sendable (Options) -> any ImageEncoder

  private init(
    _ identifier: String, _ name: String, _ mediaType: String, endings: [String]? = nil,
    _ kind: Kind, isBuiltIn: Bool = true, encoder: @escaping @Sendable (Options) -> any ImageEncoder
  ) {
    (self.identifier, self.name, self.mediaType) = (identifier, name, mediaType)
    (self.endings, self.kind, self.isBuiltIn) = (endings ?? [identifier], kind, isBuiltIn)
    self.encoder = encoder
  }

  /// Portable Network Graphics.
  package static let png = PictureFileFormat("png", "PNG", "image/png", .exact) {
    PNGEncoder(compression: $0.compression, colors: $0.isCompact ? .compact : .exact)
  }
  /// JPEG, by libjpeg-turbo.
  package static let jpeg = PictureFileFormat(
    "jpeg", "JPEG", "image/jpeg", endings: ["jpg", "jpeg"], .lossy,
    isBuiltIn: JPEGEncoder.isBuiltIn
  ) { $0.quality.map { JPEGEncoder(quality: $0) } ?? JPEGEncoder() }
  /// WebP; lossless without a quality.
  package static let webP = PictureFileFormat(
    "webp", "WebP", "image/webp", .lossy, isBuiltIn: WebPEncoder.isBuiltIn
  ) { WebPEncoder(quality: $0.quality.map { .lossy($0) } ?? .lossless) }
  /// AVIF, by libavif.
  package static let avif = PictureFileFormat(
    "avif", "AVIF", "image/avif", .lossy, isBuiltIn: AVIFEncoder.isBuiltIn
  ) { $0.quality.map { AVIFEncoder(quality: $0) } ?? AVIFEncoder() }
  /// PDF with text in it.
  package static let pdf = PictureFileFormat("pdf", "PDF", "application/pdf", .document) { _ in
    PDFEncoder()
  }
  /// SVG with text in it.
  package static let svg = PictureFileFormat("svg", "SVG", "image/svg+xml", .document) { _ in
    SVGEncoder()
  }

  /// All formats, the default first.
  static let all = [png, jpeg, webP, avif, pdf, svg]
}
