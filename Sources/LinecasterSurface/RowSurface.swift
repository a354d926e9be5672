public import LinecasterBase
public import LinecasterRaster

/// A renderer that can make, change, draw and drop textures: a window of SDL, a game, a picture.
///
/// A `SurfaceHost` shows a list on it. All on the main actor, in device pixels from the top left
/// corner, y down:
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
  /// What pixels are kept in to be drawn many times.
  associatedtype Texture

  /// Keeps pixels; nil where there is no room for them, and the row is left out.
  func makeTexture(of pixels: Bitmap) -> Texture?

  /// Changes a texture to pixels of the same size.
  ///
  /// - Parameter changes: Where they differ from those that it has; the others are the same.
  func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect])

  /// Draws all of a texture.
  func draw(_ texture: Texture, _ quad: SurfaceQuad)

  /// Fills a rectangle; a colour that is not opaque is drawn over what is there.
  func fill(_ rect: Rect, with color: Color)

  /// Lets go of a texture, which is not drawn again.
  func drop(_ texture: Texture)
}

/// Where a texture is drawn, in device pixels.
public struct SurfaceQuad: Hashable, Sendable {
  /// Where its top left corner goes.
  public var topLeft: Point
  /// Where its top right corner goes.
  public var topRight: Point
  /// Where its bottom left corner goes; the fourth follows, as the quad is a parallelogram.
  public var bottomLeft: Point
  /// How opaque it is, 0 to 1.
  public var opacity: Double

  /// Makes a quad of an upright rectangle.
  public init(_ frame: Rect, opacity: Double = 1) {
    topLeft = frame.origin
    topRight = Point(x: frame.maxX, y: frame.minY)
    bottomLeft = Point(x: frame.minX, y: frame.maxY)
    self.opacity = opacity
  }

  /// Where its bottom right corner goes.
  public var bottomRight: Point {
    Point(x: topRight.x + bottomLeft.x - topLeft.x, y: topRight.y + bottomLeft.y - topLeft.y)
  }

  /// The upright rectangle that it is; nil where it is turned or sheared.
  public var frame: Rect? {
    guard topLeft.y == topRight.y, topLeft.x == bottomLeft.x else { return nil }
    return Rect(
      x: topLeft.x, y: topLeft.y, width: topRight.x - topLeft.x, height: bottomLeft.y - topLeft.y)
  }

  /// The quad with its corners mapped.
  func mapped(_ map: (Point) -> Point) -> SurfaceQuad {
    var quad = self
    quad.topLeft = map(topLeft)
    quad.topRight = map(topRight)
    quad.bottomLeft = map(bottomLeft)
    return quad
  }
}
