import LinecasterBase
package import LinecasterRaster

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

extension ImageEncoder {
  /// The bytes for holding a whole image at a number of bytes per pixel, plus the image itself if
  /// it comes in bands.
  func wholeByteCount(of image: BandedImage, bytesPerPixel: Int) -> Int {
    // Sides are limited, so the product cannot overflow.
    let pixels = image.width * image.height
    return pixels * bytesPerPixel + (image.bandCount > 1 ? pixels * 4 : 0)
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
