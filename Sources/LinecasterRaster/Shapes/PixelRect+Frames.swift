extension PixelRect {
  /// The rectangle without the pixels of another, as up to four rectangles: the rows above, those
  /// left and right, the rows below.
  func around(_ hole: PixelRect) -> [PixelRect] {
    let hole = hole.clipped(to: self)
    if hole.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(left: left, top: top, right: right, bottom: hole.top),
      PixelRect(left: left, top: hole.top, right: hole.left, bottom: hole.bottom),
      PixelRect(left: hole.right, top: hole.top, right: right, bottom: hole.bottom),
      PixelRect(left: left, top: hole.bottom, right: right, bottom: bottom),
    ].filter { !$0.isEmpty }
  }

  /// The rectangle cut into tiles of at most so many pixels a side, row by row.
  func tiles(side: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    return stride(from: top, to: bottom, by: side).flatMap { y in
      stride(from: left, to: right, by: side).map { x in
        PixelRect(left: x, top: y, right: min(right, x + side), bottom: min(bottom, y + side))
      }
    }
  }
}
