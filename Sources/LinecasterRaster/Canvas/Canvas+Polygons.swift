import LinecasterGeometry

extension Canvas {
  /// The most pixels that polygons are drawn on at once, so that their memory has a limit.
  private static let bandPixelCount = 1 << 18

  /// Paints a colour on what polygons in device pixels cover of some pixels.
  ///
  /// - Parameters:
  ///   - area: The pixels that may change; those out of the clip do not.
  ///   - addPolygons: Adds the polygons; called once for each band of rows.
  ///   - finish: Changes the coverage of the columns of a row.
  mutating func paint(
    _ color: Color, in area: PixelRect, polygons addPolygons: (inout PathCoverage) -> Void,
    finish: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void = {
      _, _, _ in
    }
  ) {
    let area = area.clipped(to: clip)
    guard !area.isEmpty else { return }
    let height = max(1, Self.bandPixelCount / area.width)
    for top in stride(from: area.top, to: area.bottom, by: height) {
      let band = PixelRect(
        left: area.left, top: top, right: area.right, bottom: min(area.bottom, top + height))
      var coverage = PathCoverage(bounds: band)
      addPolygons(&coverage)
      paint(color, in: band) { row, columns, mask in
        coverage.write(row: row, columns, to: mask)
        finish(row, columns, mask)
      }
    }
  }
}
