import LinecasterRaster

/// What a row looks like for a renderer with an atlas, from back to front.
struct GlyphPicture: Sendable {
  /// A step of the drawing.
  enum Layer: Sendable {
    /// What is no text, as pixels with their top left corner at a place.
    case pixels(Bitmap, x: Int, y: Int)
    /// Quads from a page.
    case glyphs([GlyphVertex], page: GlyphPageName)
  }

  /// The size of the row in device pixels.
  let width, height: Int
  var layers: [Layer] = []
}

/// What tells a page of glyphs from all others that there have been.
struct GlyphPageName: Hashable, Sendable {
  /// Which atlas it is of: another scale has another one.
  let atlas: Int
  /// Which of the atlas's pages.
  let identifier: Int
}

/// What has to be in the pages of a renderer before a picture is drawn.
struct GlyphUpload: Sendable {
  let page: GlyphPageName
  let side: Int
  let rect: PixelRect
  let part: Bitmap
}
