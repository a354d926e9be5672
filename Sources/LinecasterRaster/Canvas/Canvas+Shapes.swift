public import LinecasterDisplay
public import LinecasterGeometry

extension Canvas {
  /// Fills a shape with a colour, edges between pixels drawn by the share of each pixel covered.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func fill(_ shape: DisplayShape, with color: Color) {
    guard color.alpha > 0, let coverage = ShapeCoverage(shape, scale: scale, clip: clip) else {
      return
    }
    let blender = MaskBlender(color)
    bitmap.withSurface(originX: originX, originY: originY, clip: coverage.bounds) { surface in
      for row in surface.clip.top..<surface.clip.bottom {
        coverage.forEachStretch(row: row) { columns, level in
          blender.fill(
            count: columns.count, coverage: level,
            onto: surface.pixel(x: columns.lowerBound, y: row))
        }
      }
    }
  }
}
