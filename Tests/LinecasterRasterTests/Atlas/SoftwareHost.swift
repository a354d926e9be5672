import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

@testable import LinecasterRaster

/// A renderer instead of a GPU: it keeps textures, applies uploads, and draws steps with its own
/// formulas.
struct SoftwareHost {
  var bitmap: Bitmap
  var textures = MirroredTextures()
  private let glyphs = GlyphSource()
  private let scale: PixelScale
  private(set) var place = (x: 0, y: 0, clip: PixelRect(left: 0, top: 0, right: 0, bottom: 0))
  /// The distance that a distance field covers, in texels.
  var spread = 0
  /// The number of batches drawn so far.
  private(set) var batchCount = 0

  init(width: Int, height: Int, scale: PixelScale, background: Color) throws {
    bitmap = try Bitmap(width: width, height: height, background: background)
    self.scale = scale
  }

  /// Uploads missing texels, then draws.
  mutating func draw(_ drawing: AtlasDrawing, _ atlas: inout GlyphAtlas) {
    textures.upload(&atlas)
    for step in drawing.steps {
      switch step {
      case .list(let x, let y, let clip): place = (x, y, clip)
      case .command(let command):
        var list = DisplayList(size: .zero)
        list.append(command)
        withCanvas { canvas in
          list.size = Size(width: 1e6, height: 1e6)
          try? canvas.draw(list)
        }
      case .beneath(let layout, let origin):
        withCanvas { canvas in
          for background in layout.backgrounds {
            let frame = layout.axes.page(background.frame).offset(x: origin.x, y: origin.y)
            canvas.fill(DisplayShape(frame), with: background.color)
          }
          for line in layout.decorationLines where line.decoration.position != .strikethrough {
            canvas.draw(line, layout.axes, at: origin)
          }
        }
      case .above(let layout, let origin):
        withCanvas { canvas in
          for line in layout.decorationLines where line.decoration.position == .strikethrough {
            canvas.draw(line, layout.axes, at: origin)
          }
        }
      case .glyphs(let batch):
        batchCount += 1
        for quad in drawing.quads[batch.quads] { draw(quad, batch) }
      }
    }
  }

  /// Draws steps without glyphs by a canvas, as hosts may do.
  private mutating func withCanvas(_ body: (inout Canvas) -> Void) {
    var canvas = Canvas(bitmap: bitmap, scale: scale, glyphs: glyphs)
    (canvas.originX, canvas.originY, canvas.clip) = (place.x, place.y, place.clip)
    body(&canvas)
    bitmap = canvas.bitmap
  }

  private mutating func draw(_ quad: GlyphQuad, _ batch: GlyphBatch) {
    guard let texture = textures.textures[batch.page] else { return }
    if batch.kind == .distance { return drawField(quad, batch, texture.bytes) }
    for row in 0..<Int(quad.texelHeight) {
      for column in 0..<Int(quad.texelWidth) {
        let texel =
          (Int(quad.texelY) + row) * batch.side + Int(quad.texelX) + column
        let pixel =
          (Int(saturating: quad.top) + row) * bitmap.width + Int(saturating: quad.left) + column
        let start = texel * batch.kind.texelBytes
        blend(texture.bytes[start..<start + batch.kind.texelBytes], batch.kind, quad, pixel * 4)
      }
    }
  }

  mutating func blend(
    _ texel: ArraySlice<UInt8>, _ kind: AtlasPageKind, _ quad: GlyphQuad, _ pixel: Int
  ) {
    let first = texel.startIndex
    let color = [quad.red, quad.green, quad.blue, 255].map(Int.init)
    let opacity = Int(quad.alpha)
    for channel in 0..<4 {
      let below = Int(bitmap.pixels[pixel + channel])
      let value = Int(texel[kind.texelBytes == 1 ? first : first + channel])
      if kind == .color {
        let share = Self.divided(Int(texel[first + 3]) * opacity)
        let over = Self.divided(value * opacity) + Self.divided(below * (255 - share))
        bitmap.pixels[pixel + channel] = UInt8(min(255, over))
      } else {
        let share = Self.divided(value * opacity)
        bitmap.pixels[pixel + channel] = UInt8(
          Self.divided(below * (255 - share) + color[channel] * share))
      }
    }
  }

  /// Divides by 255 and rounds to the nearest.
  private static func divided(_ product: Int) -> Int { (2 * product + 255) / 510 }
}

extension SoftwareHost {
  /// Draws the pixels whose centres are in a quad, with bilinear samples.
  mutating func drawField(_ quad: GlyphQuad, _ batch: GlyphBatch, _ texels: [UInt8]) {
    let scale = Double(quad.right - quad.left) / Double(quad.texelWidth)
    let clip = place.clip
    for y in clip.top + place.y..<clip.bottom + place.y {
      for x in clip.left + place.x..<clip.right + place.x {
        let right = Double(x) + 0.5 - Double(quad.left)
        let down = Double(y) + 0.5 - Double(quad.top)
        guard right >= 0, down >= 0, Float(x) + 0.5 < quad.right, Float(y) + 0.5 < quad.bottom
        else { continue }
        let sample = Self.sample(
          texels, batch.side, x: Double(quad.texelX) + right / scale,
          y: Double(quad.texelY) + down / scale)
        let share = (sample - 0.5) * 2 * Double(spread) * scale + 0.5
        let coverage = UInt8(saturating: (min(max(share, 0), 1) * 255).rounded())
        blend([coverage], .mask, quad, (y * bitmap.width + x) * 4)
      }
    }
  }

  /// The bilinear sample of a texture at a place in texels, 0 to 1.
  private static func sample(_ texels: [UInt8], _ side: Int, x: Double, y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (right, down) = (x - 0.5 - left, y - 0.5 - top)
    let first = Int(saturating: top) * side + Int(saturating: left)
    func texel(_ offset: Int) -> Double { Double(texels[first + offset]) / 255 }
    let upper = texel(0) * (1 - right) + texel(1) * right
    let lower = texel(side) * (1 - right) + texel(side + 1) * right
    return upper * (1 - down) + lower * down
  }
}
