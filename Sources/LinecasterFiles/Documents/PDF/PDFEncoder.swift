public import LinecasterBase
public import LinecasterRaster

/// Writes PDF 1.7 files (ISO 32000-1) of one page, with text as text.
///
/// A drawing of a display list is written as text, shapes and images; a layout point is a point of
/// the page (1/72 inch). Text can be searched and copied, and fonts are subset to the drawn glyphs.
/// Features that PDF cannot express are drawn as pixels: blurred shadows, filters, conic gradients,
/// backdrop effects and colour glyphs. These pixels have the scale of the drawing, but at least two
/// per point. Images that are not drawings of a display list are written with one pixel per point.
/// Equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try PDFEncoder().write(picture, to: path)
///
/// An encoder is a value that any thread may use.
public struct PDFEncoder: ImageEncoder {
  /// Creates an encoder.
  public init() {}

  /// Encodes a drawing, and passes the bytes of the file to `sink`.
  ///
  /// - Throws: `ImageError` with code `empty` for an image without pixels. `RenderBudget.Excess` if
  ///   the pixels in the file exceed the rasterizer's budget. `RasterError` with code
  ///   `unusableFace` if text cannot be drawn. `CancellationError` if the scope is cancelled.
  ///   The errors of `sink`.
  /// - Complexity: O(steps + glyphs + pixels of images + glyphs of the fonts) in time, and O(bytes
  ///   of the file) in memory.
  public func encode(
    _ image: BandedImage, name: String, in scope: WorkScope, to sink: ([UInt8]) throws -> Void
  ) throws {
    var page = try image.page(name, scope) { PDFPage($0, scale: $1, $2) }
    try sink(try page.finish(scope))
  }

  /// Returns the maximum memory for the pixels of an image that is not a drawing, in bytes.
  /// Drawings count against the rasterizer's budget.
  public func peakByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}
