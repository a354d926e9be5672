public import LinecasterDisplay
public import LinecasterGeometry

/// Turns display lists into bitmaps; one serves all threads of a program.
///
/// It owns what drawing shares: rasterizers that threads check out, the glyph cache and the
/// provider of images. The bytes of a bitmap depend on the list, the scale, the background,
/// the images and the rendering only.
public final class DisplayRasterizer: Sendable {
  /// Where the pixels of glyphs come from.
  public let glyphs: GlyphSource

  /// How glyphs are drawn.
  public let rendering: GlyphRendering

  private let images: (any ImageProvider)?

  /// Makes a rasterizer.
  ///
  /// - Parameters:
  ///   - glyphCache: Where glyphs are kept; caches may be shared.
  ///   - images: Where the pixels of images come from; without it, placeholders are drawn.
  ///   - rendering: How glyphs are drawn.
  public init(
    glyphCache: GlyphCache = GlyphCache(), images: (any ImageProvider)? = nil,
    rendering: GlyphRendering = .plain
  ) {
    glyphs = GlyphSource(cache: glyphCache)
    self.images = images
    self.rendering = rendering
  }

  /// Draws a list on a background as large as the list, rounded up to whole pixels.
  ///
  /// Any number of threads may call this at once.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - scale: Device pixels a layout point.
  ///   - background: What is below everything drawn.
  ///   - isCancelled: Asked before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `RasterError` with code `tooLarge`, before memory is taken, if the list is too large
  ///   for a bitmap; with code `cancelled` if `isCancelled` says so; or if text cannot be drawn.
  /// - Complexity: O(pixels + glyphs).
  public func rasterize(
    _ list: DisplayList, scale: PixelScale = .one, background: Color = .clear,
    isCancelled: () -> Bool = { false }
  ) throws(RasterError) -> Bitmap {
    try Canvas.check(isCancelled)
    let bitmap = try Bitmap(
      width: scale.pixels(list.size.width), height: scale.pixels(list.size.height),
      background: background)
    var canvas = canvas(on: bitmap, scale: scale)
    try canvas.draw(list, isCancelled: isCancelled)
    return canvas.bitmap
  }

  /// A canvas that draws as the rasterizer does.
  func canvas(on bitmap: Bitmap, scale: PixelScale) -> Canvas {
    Canvas(bitmap: bitmap, scale: scale, glyphs: glyphs, images: images, rendering: rendering)
  }
}
