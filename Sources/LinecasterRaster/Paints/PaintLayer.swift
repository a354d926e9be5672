import LinecasterFonts
import LinecasterBase

/// Some pixels and how much of each may be painted.
struct PaintClip {
  let bounds: PixelRect
  /// For each pixel, row by row; nil for all of them.
  let coverage: [UInt8]?

  init(bounds: PixelRect) {
    self.bounds = bounds
    coverage = nil
  }

  private init(bounds: PixelRect, coverage: [UInt8]?) {
    self.bounds = bounds
    self.coverage = coverage
  }

  /// The same for a part of the pixels.
  func cropped(to part: PixelRect) -> PaintClip {
    guard let coverage, part != bounds, !part.isEmpty else {
      return PaintClip(bounds: part, coverage: coverage)
    }
    var cropped: [UInt8] = []
    cropped.reserveCapacity(part.width * part.height)
    for row in part.top..<part.bottom {
      let start = (row - bounds.top) * bounds.width + part.left - bounds.left
      cropped += coverage[start..<start + part.width]
    }
    return PaintClip(bounds: part, coverage: cropped)
  }

  /// What is left where only a share of each pixel may be painted as well.
  func multiplied(by other: [UInt8]) -> PaintClip {
    guard var coverage else { return PaintClip(bounds: bounds, coverage: other) }
    for index in coverage.indices where coverage[index] != 255 || other[index] != 255 {
      coverage[index] = coverage[index].multiplied(by: other[index])
    }
    return PaintClip(bounds: bounds, coverage: coverage)
  }

  /// How much of a pixel may be painted, 0 to 1.
  @inline(__always)
  fileprivate func share(_ index: Int) -> Float {
    guard let coverage else { return 1 }
    return Float(coverage[index]) * (1 / 255)
  }
}

/// Premultiplied pixels as fractions, of red, green, blue and alpha.
struct PaintLayer {
  let bounds: PixelRect
  private var pixels: [SIMD4<Float>]

  /// Makes clear pixels.
  init(bounds: PixelRect) {
    self.bounds = bounds
    pixels = [SIMD4<Float>](repeating: .zero, count: bounds.width * bounds.height)
  }

  /// Paints on the pixels of a clip.
  mutating func fill(_ clip: PaintClip, with shader: PaintShader) {
    forEachPixel(of: clip) { pixel, share, x, y in
      let color = shader.color(x: Double(x) + 0.5, y: Double(y) + 0.5) * share
      pixel = color + pixel * (1 - color.w)
    }
  }

  /// Paints another layer on the pixels of a clip, which are no others than its own.
  mutating func paint(_ other: PaintLayer, _ clip: PaintClip) {
    let clip = clip.cropped(to: other.bounds)
    var index = 0
    forEachPixel(of: clip) { pixel, share, _, _ in
      let color = other.pixels[index] * share
      pixel = color + pixel * (1 - color.w)
      index += 1
    }
  }

  /// Puts a source of the same bounds on these pixels.
  mutating func blend(_ source: PaintLayer, _ mode: ColorPaint.CompositeMode) {
    for index in pixels.indices {
      pixels[index] = mode.blended(source.pixels[index], on: pixels[index])
    }
  }

  private mutating func forEachPixel(
    of clip: PaintClip,
    _ body: (inout SIMD4<Float>, _ share: Float, _ x: Int, _ y: Int) -> Void
  ) {
    var covered = 0
    for y in clip.bounds.top..<clip.bounds.bottom {
      var index = (y - bounds.top) * bounds.width + clip.bounds.left - bounds.left
      for x in clip.bounds.left..<clip.bounds.right {
        body(&pixels[index], clip.share(covered), x, y)
        index += 1
        covered += 1
      }
    }
  }

  /// Writes a row as bytes.
  func write(row: Int, to bytes: inout [UInt8], at place: Int) {
    let start = (row - bounds.top) * bounds.width
    for column in 0..<bounds.width {
      let pixel = pixels[start + column]
      let alpha = UInt8(saturating: min(max(pixel.w, 0), 1) * 255 + 0.5)
      for channel in 0..<3 {
        let level = UInt8(saturating: min(max(pixel[channel], 0), 1) * 255 + 0.5)
        bytes[place + column * 4 + channel] = min(level, alpha)
      }
      bytes[place + column * 4 + 3] = alpha
    }
  }
}
