import LinecasterBase
public import LinecasterRaster

/// Writes SVG 2 files with text as text.
///
/// A drawing of a display list is written as text, shapes and images; a layout point is a user
/// unit. Font subsets are embedded, so browsers draw the text as it was laid out. Programs without
/// support for embedded fonts, such as librsvg, use other fonts. Rasterized parts are as in
/// ``PDFEncoder``. Equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try SVGEncoder().write(picture, to: path)
///
/// A value; may be used on any thread.
public struct SVGEncoder: ImageEncoder {
  /// Makes an encoder.
  public init() {}

  /// Encodes a drawing, and passes the bytes of the file to `sink`.
  ///
  /// - Throws: As `PDFEncoder.encode(_:name:isCancelled:to:)`.
  /// - Complexity: As that of PDF.
  public func encode(
    _ image: BandedImage, name: String, isCancelled: () -> Bool, to sink: ([UInt8]) throws -> Void
  ) throws {
    try WorkScope.drawing(isCancelled) { scope in
      let page = try image.page(name, scope) { SVGPage($0, scale: $1, $2) }
      try sink(try page.finish(scope))
    }
  }

  /// The maximum bytes of pixels in a file for an image without a drawing; the rasterizer's budget
  /// covers drawings.
  public func peakByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}
