public import LinecasterBase
public import LinecasterRaster

/// Writes SVG 2 files with text as text.
///
/// A drawing of a display list is written as text, shapes and images; a layout point is a user
/// unit. Font subsets are embedded, so browsers draw the text as it was laid out. Programs without
/// support for embedded fonts, for example librsvg, use other fonts. The same parts as in
/// ``PDFEncoder`` are drawn as pixels. Equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try SVGEncoder().write(picture, to: path)
///
/// An encoder is a value that any thread may use.
public struct SVGEncoder: ImageEncoder {
  /// Creates an encoder.
  public init() {}

  /// Encodes a drawing, and passes the bytes of the file to `sink`.
  ///
  /// - Throws: The errors of `PDFEncoder.encode(_:name:in:to:)`.
  /// - Complexity: That of `PDFEncoder.encode(_:name:in:to:)`.
  public func encode(
    _ image: BandedImage, name: String, in scope: WorkScope, to sink: ([UInt8]) throws -> Void
  ) throws {
    let page = try image.page(name, scope) { SVGPage($0, scale: $1, $2) }
    try sink(try page.finish(scope))
  }

  /// Returns the maximum memory for the pixels of an image that is not a drawing, in bytes.
  /// Drawings count against the rasterizer's budget.
  public func peakByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}
