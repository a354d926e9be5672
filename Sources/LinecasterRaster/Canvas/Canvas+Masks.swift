import LinecasterGeometry

extension Canvas {
  /// Paints a colour on a rectangle of pixels through coverage that is made row by row.
  ///
  /// - Parameters:
  ///   - area: The pixels that may change; those out of the clip do not.
  ///   - write: Sets the coverage of the columns of a row.
  mutating func paint(
    _ color: Color, in area: PixelRect,
    _ write: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    guard color.alpha > 0 else { return }
    let blender = MaskBlender(color)
    bitmap.withSurface(originX: originX, originY: originY, clip: area.clipped(to: clip)) {
      surface in
      let columns = surface.clip.left..<surface.clip.right
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count) { buffer in
        guard let mask = buffer.baseAddress else { return }
        for row in surface.clip.top..<surface.clip.bottom {
          write(row, columns, mask)
          blender.paint(
            mask, count: columns.count, onto: surface.pixel(x: columns.lowerBound, y: row))
        }
      }
    }
  }
}
