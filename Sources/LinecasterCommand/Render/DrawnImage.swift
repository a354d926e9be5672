import Linecaster

/// An image, and what it was made of and with.
struct DrawnImage: Sendable {
  let bitmap: Bitmap
  /// The layouts; nil where nobody asks for them.
  let page: DrawnPage?
  let typesetter: Typesetter
  let rasterizer: DisplayRasterizer

  /// The image with what it is made of drawn over it.
  func withAnatomy() throws(RasterError) -> Bitmap {
    guard let page else { return bitmap }
    let overlay = AnatomyOverlay(
      anatomy: PageAnatomy(page, fonts: typesetter.fonts), scale: page.scale,
      typesetter: typesetter)
    return try overlay.paint(over: bitmap, rasterizer)
  }
}
