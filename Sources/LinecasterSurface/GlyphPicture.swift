import LinecasterRaster

/// The layers of a row for a renderer with a glyph atlas, from back to front.
struct GlyphPicture: Sendable {
  /// A step of the drawing.
  enum Layer: Sendable {
    /// Everything except text, as pixels with their top left corner at a place.
    case pixels(Bitmap, x: Int, y: Int)
    /// Quads from a page.
    case glyphs([GlyphVertex], page: GlyphPageName)
  }

  /// The size of the row in device pixels.
  let width, height: Int
  var layers: [Layer] = []
}

/// The identity of a page of glyphs, unique across all atlases over time.
struct GlyphPageName: Hashable, Sendable {
  /// The number of the atlas; each scale has its own.
  let atlas: Int
  /// The number of the page in its atlas.
  let identifier: Int
}

/// Pixels that a renderer's page needs before a picture is drawn.
struct GlyphUpload: Sendable {
  let page: GlyphPageName
  let side: Int
  let rect: PixelRect
  let part: Bitmap
}
