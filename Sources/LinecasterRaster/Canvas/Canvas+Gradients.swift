public import LinecasterDisplay
import LinecasterGeometry

extension Canvas {
  /// Fills a shape with a colour or a gradient.
  ///
  /// A gradient's line or ellipse is that of the shape's rectangle.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func fill(_ shape: DisplayShape, with paint: DisplayPaint) {
    if case .color(let color) = paint { return fill(shape, with: color) }
    guard let coverage = ShapeCoverage(shape, scale: scale, clip: clip),
      let shader = GradientShader(paint, in: shape.rect, scale: scale)
    else { return }
    let bounds = coverage.bounds
    bitmap.withSurface(originX: originX, originY: originY, clip: bounds) { surface in
      withUnsafeTemporaryAllocation(byteCount: bounds.width * 4, alignment: 16) { line in
        guard let pixels = line.baseAddress else { return }
        for row in surface.clip.top..<surface.clip.bottom {
          coverage.forEachStretch(row: row) { columns, level in
            shader.write(row: row, columns, to: pixels)
            ImageBlender(coverage: level).paint(
              pixels, count: columns.count, onto: surface.pixel(x: columns.lowerBound, y: row))
          }
        }
      }
    }
  }
}
