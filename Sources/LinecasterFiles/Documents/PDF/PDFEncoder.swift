import LinecasterBase
public import LinecasterRaster

/// Writes files of PDF 1.7 (ISO 32000-1), of one page, in which letters are letters.
///
/// A drawing of a display list is written as letters, shapes and images, a layout point being a
/// point of the page (1/72 inch): text can be searched and copied, and only the glyphs that are
/// drawn are in the file. What PDF has no word for is drawn as pixels, at the scale of the drawing
/// and at least two a point: blurred shadows, filters, colours around a point, what groups change
/// beneath them, and coloured glyphs. Other images are written as pixels, one a point. Equal
/// drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try PDFEncoder().write(picture, to: path)
///
/// A value; may be used on any thread.
public struct PDFEncoder: ImageEncoder {
  /// Makes an encoder.
  public init() {}

  /// Hands the bytes of a file of a drawing to `sink`.
  ///
  /// - Throws: `ImageError` with code `empty` for an image without pixels; `RenderBudget.Excess`
  ///   where the pixels in the file would be over the budget of what draws it; `RasterError` with
  ///   code `unusableFace` where text cannot be drawn; what `sink` throws; `CancellationError` if
  ///   `isCancelled` says so.
  /// - Complexity: O(steps + glyphs + pixels of images + glyphs of the fonts) in time, and O(bytes
  ///   of the file) in memory.
  public func encode(
    _ image: BandedImage, name: String, isCancelled: () -> Bool, to sink: ([UInt8]) throws -> Void
  ) throws {
    try WorkScope.drawing(isCancelled) { scope in
      var page = try image.page(name, scope) { PDFPage($0, scale: $1, $2) }
      try sink(try page.finish(scope))
    }
  }

  /// The most bytes of pixels that a file holds of an image which is no drawing; those of a drawing
  /// count against the budget of what draws it.
  public func heldByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}
