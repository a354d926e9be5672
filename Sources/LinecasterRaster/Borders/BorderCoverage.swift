import LinecasterGeometry

/// How much of each pixel lies between the outer edge of a border and its inner edge.
struct BorderCoverage {
  /// The rectangles of pixels that the lines touch; none overlaps another.
  let areas: [PixelRect]
  private let outer: ShapeCoverage
  private let inner: ShapeCoverage?

  /// Makes the coverage for the pixels of a clip; nil where no pixel is touched.
  ///
  /// - Parameter insets: The widths of the lines in pixels.
  init?(_ box: RoundedBox, insets: Insets, clip: PixelRect) {
    guard let outer = ShapeCoverage(box, clip: clip) else { return nil }
    let inside = box.inset(by: insets)
    self.outer = outer
    inner = ShapeCoverage(inside, clip: clip)
    areas =
      inner == nil ? [outer.bounds] : outer.bounds.around(inside.interior(in: outer.bounds))
  }

  /// Sets the coverage of the columns of a row, one byte each.
  func write(row: Int, _ columns: Range<Int>, to mask: UnsafeMutablePointer<UInt8>) {
    outer.write(row: row, columns, to: mask)
    guard let inner, row >= inner.bounds.top, row < inner.bounds.bottom else { return }
    inner.forEachStretch(row: row) { stretch, level in
      for column in stretch.clamped(to: columns) {
        let index = column - columns.lowerBound
        mask[index] -= min(level, mask[index])
      }
    }
  }
}
