import LinecasterDisplay
import LinecasterGeometry
import LinecasterSurface

@testable import LinecasterRaster

/// A renderer that draws into a bitmap, and counts its textures.
@MainActor
final class SoftwareSurface: RowSurface {
  final class Texture {
    var pixels: Bitmap
    init(_ pixels: Bitmap) { self.pixels = pixels }
  }

  var bitmap: Bitmap
  /// The quads of the last frame, in order.
  var quads: [SurfaceQuad] = []
  private(set) var made = 0
  private(set) var dropped = 0
  private(set) var changedPixels = 0
  /// Whether there is room for another texture.
  var hasRoom = true

  init(width: Int, height: Int) throws {
    bitmap = try Bitmap(width: width, height: height)
  }

  func makeTexture(of pixels: Bitmap) -> Texture? {
    guard hasRoom else { return nil }
    made += 1
    return Texture(pixels)
  }

  func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect]) {
    // Only what is named is taken over, as a renderer does it.
    for rect in changes {
      let part = pixels.cropped(x: rect.left, y: rect.top, width: rect.width, height: rect.height)
      texture.pixels.draw(part, atX: rect.left, y: rect.top)
      changedPixels += rect.width * rect.height
    }
  }

  func draw(_ texture: Texture, _ quad: SurfaceQuad) {
    quads.append(quad)
    let (width, height) = (Double(texture.pixels.width), Double(texture.pixels.height))
    if let frame = quad.frame, quad.opacity == 1, frame.width == width, frame.height == height {
      return bitmap.draw(
        texture.pixels, atX: Int(saturating: frame.minX), y: Int(saturating: frame.minY))
    }
    bitmap.blend(
      texture.pixels, opacity: quad.opacity,
      through: PixelTransform(
        a: (quad.topRight.x - quad.topLeft.x) / width,
        b: (quad.topRight.y - quad.topLeft.y) / width,
        c: (quad.bottomLeft.x - quad.topLeft.x) / height,
        d: (quad.bottomLeft.y - quad.topLeft.y) / height, x: quad.topLeft.x, y: quad.topLeft.y))
  }

  func fill(_ rect: Rect, with color: Color) {
    var canvas = Canvas(bitmap: bitmap, scale: .one, glyphs: GlyphSource())
    canvas.fill(DisplayShape(rect), with: color)
    bitmap = canvas.bitmap
  }

  func drop(_ texture: Texture) { dropped += 1 }
}
