import LinecasterBase
package import LinecasterDisplay

extension DisplayTransform {
  /// Returns the pixels that an image may map to, including its edges.
  fileprivate func reach(width: Int, height: Int, in bounds: PixelRect) -> PixelRect {
    func pixel(_ place: Double) -> Int { Int(saturating: min(max(place, -1), 1e9)) }
    let area = self.bounds(of: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    return PixelRect(
      left: max(bounds.left, pixel((area.minX - 1).rounded(.down))),
      top: max(bounds.top, pixel((area.minY - 1).rounded(.down))),
      right: min(bounds.right, pixel((area.maxX + 1).rounded(.up))),
      bottom: min(bounds.bottom, pixel((area.maxY + 1).rounded(.up))))
  }
}

extension Bitmap {
  /// Draws another image over this one through a transform, with bilinear interpolation.
  ///
  /// A singular transform draws nothing.
  ///
  /// - Parameters:
  ///   - other: The image.
  ///   - opacity: The factor of its alpha, 0 to 1.
  ///   - transform: The transform from its pixels to those of this image.
  /// - Complexity: O(pixels drawn), plus a copy of this image if its pixels are shared.
  package mutating func blend(
    _ other: Bitmap, opacity: Double, through transform: DisplayTransform
  ) {
    guard let back = transform.inverse, opacity > 0, other.width > 0, other.height > 0 else {
      return
    }
    let area = transform.reach(width: other.width, height: other.height, in: bounds)
    guard area.left < area.right, area.top < area.bottom else { return }
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        let place = back.apply(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let color = other.mixture(atX: place.x - 0.5, y: place.y - 0.5) * opacity
        guard color.w > 0 else { continue }
        blend(color, at: (row * width + column) * 4)
      }
    }
  }

  /// Returns the interpolated channels at a position; outside the image is clear.
  private func mixture(atX x: Double, y: Double) -> SIMD4<Double> {
    guard x > -1, y > -1, x < Double(width), y < Double(height) else { return .zero }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (x - left, y - top)
    let (column, row) = (Int(saturating: left), Int(saturating: top))
    let upper = channels(column, row) * (1 - dx) + channels(column + 1, row) * dx
    let lower = channels(column, row + 1) * (1 - dx) + channels(column + 1, row + 1) * dx
    return upper * (1 - dy) + lower * dy
  }

  private func channels(_ column: Int, _ row: Int) -> SIMD4<Double> {
    guard 0..<width ~= column, 0..<height ~= row else { return .zero }
    let start = (row * width + column) * 4
    return SIMD4(
      Double(pixels[start]), Double(pixels[start + 1]), Double(pixels[start + 2]),
      Double(pixels[start + 3]))
  }

  private mutating func blend(_ color: SIMD4<Double>, at start: Int) {
    let rest = 1 - color.w / 255
    for channel in 0..<4 {
      let mixed = color[channel] + Double(pixels[start + channel]) * rest
      pixels[start + channel] = UInt8(saturating: min(max(mixed.rounded(), 0), 255))
    }
  }
}
