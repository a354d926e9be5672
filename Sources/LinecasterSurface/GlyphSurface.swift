public import LinecasterRaster

/// A renderer that draws glyphs from the pages of an atlas, in addition to textures. A list then
/// keeps no pixels of text for each row, and a change of text costs only its glyphs.
///
///     final class Scene: GlyphSurface {
///       let renderer = Renderer()
///       func makeTexture(of pixels: Bitmap) -> Int? { renderer.upload(pixels) }
///       func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {
///         for rect in changes { renderer.upload(pixels, rect, to: texture) }
///       }
///       func change(_ page: Int, to part: Bitmap, at rect: PixelRect) {
///         renderer.upload(part, at: rect, to: page)
///       }
///       func draw(_ texture: Int, _ quad: SurfaceQuad) { renderer.draw(texture, quad) }
///       func draw(_ vertices: [GlyphVertex], from page: Int) { renderer.draw(vertices, page) }
///       func fill(_ rect: Rect, with color: Color) { renderer.fill(rect, color) }
///       func drop(_ texture: Int) { renderer.free(texture) }
///     }
@MainActor
public protocol GlyphSurface: RowSurface {
  /// Changes a part of a texture that was created by `makeTexture(of:)`.
  ///
  /// - Parameters:
  ///   - page: The texture.
  ///   - part: The new pixels, with premultiplied alpha.
  ///   - rect: The area of the texture to change, which has the size of `part`.
  func change(_ page: Texture, to part: Bitmap, at rect: PixelRect)

  /// Draws quads of a texture, four vertices each: top left, top right, bottom right, bottom left.
  ///
  /// Each pixel is the texel times the vertex colour, both premultiplied, over the existing pixel.
  /// Positions are in device pixels; they are whole numbers while nothing moves.
  func draw(_ vertices: [GlyphVertex], from page: Texture)
}
