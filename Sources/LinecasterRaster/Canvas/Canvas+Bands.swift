import LinecasterDisplay
import LinecasterGeometry

extension Canvas {
  /// Draws what is inside a shape, band by band where that is large, and asks between the bands.
  ///
  /// Pixels do not depend on where bands end.
  ///
  /// - Parameters:
  ///   - shape: What is drawn touches nothing beyond it and `reach`.
  ///   - reach: The pixels around the shape that may change too.
  mutating func drawInBands(
    _ shape: DisplayShape, reach: Int = 0, isCancelled: () -> Bool,
    _ draw: (inout Canvas) -> Void
  ) throws(RasterError) {
    guard clip.area > Double(pollPixelCount) else { return draw(&self) }
    let box = RoundedBox(shape, scale: scale)
    guard box.isDrawable else { return draw(&self) }
    let all = clip
    defer { clip = all }
    let touched = box.touched(in: all.widened(by: (reach, reach))).widened(by: (reach, reach))
      .clipped(to: all)
    // What is blurred is found again for each band, as far beyond its edges as the blur reaches.
    let count = max(pollPixelCount, 2 * reach * touched.width)
    for (index, band) in touched.bands(of: count).enumerated() {
      if index > 0 { try Self.check(isCancelled) }
      clip = band
      draw(&self)
    }
  }
}

extension PixelRect {
  /// The rectangle cut into rows of so many pixels, or single ones where these have more.
  func bands(of pixelCount: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    let height = min(self.height, max(1, pixelCount / width))
    return stride(from: top, to: bottom, by: height).map {
      PixelRect(left: left, top: $0, right: right, bottom: min(bottom, $0 + height))
    }
  }
}
