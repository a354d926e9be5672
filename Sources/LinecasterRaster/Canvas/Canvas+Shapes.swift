public import LinecasterDisplay
public import LinecasterGeometry

extension Canvas {
  /// Fills a shape with a colour, edges between pixels drawn by the share of each pixel covered.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func fill(_ shape: DisplayShape, with color: Color) {
    fill(RoundedBox(shape, scale: scale), with: color)
  }

  /// Fills a box in device pixels with a colour.
  mutating func fill(_ box: RoundedBox, with color: Color) {
    guard color.alpha > 0, let coverage = ShapeCoverage(box, clip: clip) else { return }
    let blender = MaskBlender(color)
    bitmap.withSurface(originX: originX, originY: originY, clip: coverage.bounds) { surface in
      var row = surface.clip.top
      while row < surface.clip.bottom {
        let alike = coverage.rowsAlike(from: row).clamped(to: row..<surface.clip.bottom)
        coverage.forEachStretch(row: row) { columns, level in
          Self.fill(columns, alike, level, with: blender, on: surface)
        }
        row = alike.upperBound
      }
    }
  }

  private static func fill(
    _ columns: Range<Int>, _ rows: Range<Int>, _ coverage: UInt8, with blender: MaskBlender,
    on surface: Surface
  ) {
    // Whole rows follow each other in memory.
    let isOneStretch = columns.count * 4 == surface.rowBytes
    let count = isOneStretch ? columns.count * rows.count : columns.count
    for row in isOneStretch ? rows.prefix(1) : rows {
      blender.fill(
        count: count, coverage: coverage, onto: surface.pixel(x: columns.lowerBound, y: row))
    }
  }
}
