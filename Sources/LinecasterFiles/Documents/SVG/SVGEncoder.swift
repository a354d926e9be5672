import LinecasterBase
public import LinecasterRaster

/// Writes files of SVG 2 in which letters are letters.
///
/// A drawing of a display list is written as text, shapes and images, a layout point being a unit.
/// The parts of fonts that the text needs are in the file, so that browsers draw it as it was laid
/// out; programs that take no fonts from files, such as librsvg, draw it in others. What becomes
/// pixels is as in ``PDFEncoder``, and equal drawings give equal bytes.
///
///     let picture = try DisplayRasterizer().bands(of: list, background: .white)
///     try SVGEncoder().write(picture, to: path)
///
/// A value; may be used on any thread.
public struct SVGEncoder: ImageEncoder {
  /// Makes an encoder.
  public init() {}

  /// Hands the bytes of a file of a drawing to `sink`.
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

  /// The most bytes of pixels that a file holds of an image which is no drawing; those of a drawing
  /// count against the budget of what draws it.
  public func heldByteCount(of image: BandedImage) -> Int { image.documentByteCount }
}
