public import LinecasterBase
public import LinecasterRaster

/// A renderer that can create, change, draw and drop textures: for example, an SDL window, a game
/// or a bitmap.
///
/// A `SurfaceHost` shows a list on a surface. All calls are on the main actor, in device pixels
/// from the top left corner, y down:
///
///     final class Window: RowSurface {
///       let renderer = Renderer()
///       func makeTexture(of pixels: Bitmap) -> Int? { renderer.upload(pixels) }
///       func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {
///         for rect in changes { renderer.upload(pixels, rect, to: texture) }
///       }
///       func draw(_ texture: Int, _ quad: SurfaceQuad) { renderer.draw(texture, quad) }
///       func fill(_ rect: Rect, with color: Color) { renderer.fill(rect, color) }
///       func drop(_ texture: Int) { renderer.free(texture) }
///     }
@MainActor
public protocol RowSurface: AnyObject {
  /// A stored set of pixels that is drawn many times.
  associatedtype Texture

  /// Creates a texture from pixels; `nil` if there is no room, which leaves the row out.
  func makeTexture(of pixels: Bitmap) -> Texture?

  /// Changes the pixels of a texture to others of the same size.
  ///
  /// - Parameters:
  ///   - texture: The texture.
  ///   - pixels: The new pixels.
  ///   - changes: The areas that differ from the texture's current pixels.
  func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect])

  /// Draws a whole texture at a position.
  func draw(_ texture: Texture, _ quad: SurfaceQuad)

  /// Fills a rectangle. A translucent colour is blended over existing pixels.
  func fill(_ rect: Rect, with color: Color)

  /// Frees a texture, which will not be drawn again.
  func drop(_ texture: Texture)
}

/// The position of a drawn texture, in device pixels.
public struct SurfaceQuad: Hashable, Sendable {
  /// The position of the texture's top left corner, in device pixels.
  public var topLeft: Point
  /// The position of the texture's top right corner, in device pixels.
  public var topRight: Point
  /// The position of the texture's bottom left corner, in device pixels. The quad is a
  /// parallelogram.
  public var bottomLeft: Point
  /// The opacity, from 0 (invisible) to 1 (opaque).
  public var opacity: Double

  /// Creates a quad from an upright rectangle.
  public init(_ frame: Rect, opacity: Double = 1) {
    topLeft = frame.origin
    topRight = Point(x: frame.maxX, y: frame.minY)
    bottomLeft = Point(x: frame.minX, y: frame.maxY)
    self.opacity = opacity
  }

  /// The position of the texture's bottom right corner, in device pixels.
  public var bottomRight: Point {
    Point(x: topRight.x + bottomLeft.x - topLeft.x, y: topRight.y + bottomLeft.y - topLeft.y)
  }

  /// The quad as an upright rectangle; `nil` if it is rotated or sheared.
  public var frame: Rect? {
    guard topLeft.y == topRight.y, topLeft.x == bottomLeft.x else { return nil }
    return Rect(
      x: topLeft.x, y: topLeft.y, width: topRight.x - topLeft.x, height: bottomLeft.y - topLeft.y)
  }

  /// Returns the quad with its corners mapped.
  func mapped(_ map: (Point) -> Point) -> SurfaceQuad {
    var quad = self
    quad.topLeft = map(topLeft)
    quad.topRight = map(topRight)
    quad.bottomLeft = map(bottomLeft)
    return quad
  }
}

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
