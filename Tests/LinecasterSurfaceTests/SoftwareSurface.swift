import LinecasterBase
import LinecasterDisplay
import LinecasterSurface

@testable import LinecasterRaster

/// A renderer that draws into a bitmap, and counts its textures.
@MainActor
final class SoftwareSurface: ClippingSurface {
  final class Texture {
    var pixels: Bitmap
    /// Whether the texture is opaque.
    let isOpaque: Bool

    init(_ pixels: Bitmap) {
      self.pixels = pixels
      isOpaque = stride(from: 3, to: pixels.pixels.count, by: 4).allSatisfy {
        pixels.pixels[$0] == 255
      }
    }
  }

  var bitmap: Bitmap
  /// The quads of the last frame, in order.
  var quads: [SurfaceQuad] = []
  private(set) var made = 0
  private(set) var dropped = 0
  fileprivate(set) var changedPixels = 0
  /// The number of glyph quads drawn.
  fileprivate(set) var glyphQuads = 0
  /// The number of uploaded parts of pages.
  fileprivate(set) var pageUploads = 0
  /// Whether pixels are drawn, which is slow; false for tests that do not read them.
  var isSeen = true
  /// The clip of drawing; nil for none.
  private var clip: PixelRect?
  /// Whether another texture can be allocated.
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
    // As in a renderer, only the named rectangles are updated.
    for rect in changes {
      let part = pixels.cropped(x: rect.left, y: rect.top, width: rect.width, height: rect.height)
      texture.pixels.draw(part, atX: rect.left, y: rect.top)
      changedPixels += rect.width * rect.height
    }
  }

  func clip(to rect: Rect?) {
    clip = rect.map { rect in
      PixelRect(
        left: min(max(0, Int(saturating: rect.minX.rounded())), bitmap.width),
        top: min(max(0, Int(saturating: rect.minY.rounded())), bitmap.height),
        right: min(max(0, Int(saturating: rect.maxX.rounded())), bitmap.width),
        bottom: min(max(0, Int(saturating: rect.maxY.rounded())), bitmap.height))
    }
  }

  /// Restores the pixels outside the clip after drawing.
  private func clipped(_ draw: () -> Void) {
    guard isSeen else { return }
    guard let clip else { return draw() }
    var before = bitmap
    draw()
    if clip.width > 0, clip.height > 0 {
      let part = bitmap.cropped(x: clip.left, y: clip.top, width: clip.width, height: clip.height)
      before.draw(part, atX: clip.left, y: clip.top)
    }
    bitmap = before
  }

  func draw(_ texture: Texture, _ quad: SurfaceQuad) { clipped { drawAll(texture, quad) } }

  private func drawAll(_ texture: Texture, _ quad: SurfaceQuad) {
    quads.append(quad)
    let (width, height) = (Double(texture.pixels.width), Double(texture.pixels.height))
    if let frame = quad.frame, quad.opacity == 1, texture.isOpaque,
      frame.width == width, frame.height == height
    {
      return bitmap.draw(
        texture.pixels, atX: Int(saturating: frame.minX), y: Int(saturating: frame.minY))
    }
    bitmap.blend(
      texture.pixels, opacity: quad.opacity,
      through: DisplayTransform(
        a: (quad.topRight.x - quad.topLeft.x) / width,
        b: (quad.topRight.y - quad.topLeft.y) / width,
        c: (quad.bottomLeft.x - quad.topLeft.x) / height,
        d: (quad.bottomLeft.y - quad.topLeft.y) / height, x: quad.topLeft.x, y: quad.topLeft.y))
  }

  func fill(_ rect: Rect, with color: Color) {
    clipped {
      var canvas = Canvas(bitmap: bitmap, scale: .one, glyphs: GlyphSource())
      canvas.fill(DisplayShape(rect), with: color)
      bitmap = canvas.bitmap
    }
  }

  func drop(_ texture: Texture) { dropped += 1 }
}

/// Glyph pages, drawn by a formula.
extension SoftwareSurface: GlyphSurface {
  func change(_ page: Texture, to part: Bitmap, at rect: PixelRect) {
    pageUploads += 1
    var pixels = page.pixels.pixels
    for row in 0..<rect.height {
      let target = ((rect.top + row) * page.pixels.width + rect.left) * 4
      let source = row * rect.width * 4
      pixels.replaceSubrange(
        target..<target + rect.width * 4, with: part.pixels[source..<source + rect.width * 4])
    }
    page.pixels.pixels = pixels
    changedPixels += rect.width * rect.height
  }

  /// Draws quads of whole pixels, one texel each.
  func draw(_ vertices: [GlyphVertex], from page: Texture) {
    glyphQuads += vertices.count / 4
    for start in stride(from: 0, to: vertices.count, by: 4) {
      let (first, last) = (vertices[start], vertices[start + 2])
      let side = Float(page.pixels.width)
      func whole(_ number: Float) -> Int { Int(saturating: Double(number).rounded()) }
      let (left, top) = (whole(first.x), whole(first.y))
      let (column, row) = (whole(first.u * side), whole(first.v * side))
      let columns = (left..<max(left, whole(last.x))).clamped(to: 0..<bitmap.width)
      for y in (top..<max(top, whole(last.y))).clamped(to: 0..<bitmap.height) {
        for x in columns {
          let texel = ((row + y - top) * page.pixels.width + column + x - left) * 4
          // Most of a page is empty, and all of it is premultiplied.
          guard page.pixels.pixels[texel + 3] > 0 else { continue }
          blend(page.pixels.pixels[texel..<texel + 4], first, at: (y * bitmap.width + x) * 4)
        }
      }
    }
  }

  private func blend(_ texel: ArraySlice<UInt8>, _ vertex: GlyphVertex, at pixel: Int) {
    let color = [vertex.red, vertex.green, vertex.blue, vertex.alpha]
    let parts = zip(texel, color).map { Double($0) * Double($1) / 255 }
    for channel in 0..<4 {
      let below = Double(bitmap.pixels[pixel + channel]) * (1 - parts[3] / 255)
      bitmap.pixels[pixel + channel] = UInt8(saturating: (parts[channel] + below).rounded())
    }
  }
}
