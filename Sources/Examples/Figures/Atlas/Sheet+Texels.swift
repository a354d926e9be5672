import LinecasterGeometry

extension Sheet {
  /// Draws texels as squares, neighbours of one level together; the lowest level is left out.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - side: The side of a texel in layout points.
  ///   - level: The share of the ink that a texel has, 0 to 255.
  mutating func drawTexels(
    _ size: (width: Int, height: Int), at origin: Point, side: Double, color: Color,
    level: (_ x: Int, _ y: Int) -> UInt8
  ) {
    for y in 0..<size.height {
      var x = 0
      while x < size.width {
        let start = x
        let share = level(x, y)
        repeat { x += 1 } while x < size.width && level(x, y) == share
        guard share > 0 else { continue }
        fill(
          Rect(
            x: origin.x + Double(start) * side, y: origin.y + Double(y) * side,
            width: Double(x - start) * side, height: side),
          color.opacity(Double(share) / 255))
      }
    }
  }
}
