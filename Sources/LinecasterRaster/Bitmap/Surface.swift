/// The pixels of a bitmap while something draws on it, seen from a drawing's own origin.
///
/// Valid only inside the closure it is handed to. Coordinates are pixels from the drawing's
/// origin, which may lie anywhere; `clip` always lies inside the bitmap.
struct Surface {
  private let base: UnsafeMutableRawPointer
  /// The bytes from the first pixel to the origin.
  private let originBytes: Int
  /// The first column right of the bitmap.
  private let rightEdge: Int
  /// The bitmap's last row.
  private let lastRow: Int

  /// The bytes from a pixel to the one below it.
  let rowBytes: Int

  /// The pixels that may be changed.
  let clip: PixelRect

  /// - Parameter bounds: The bitmap's pixels, counted from the origin.
  fileprivate init(base: UnsafeMutableRawPointer, bounds: PixelRect, clip: PixelRect) {
    self.base = base
    rowBytes = bounds.width * 4
    originBytes = -(bounds.top * rowBytes + bounds.left * 4)
    rightEdge = bounds.right
    lastRow = bounds.bottom - 1
    self.clip = clip
  }

  /// Whether pixels may be read and written back up to a column in all rows down to one: what is
  /// right of the bitmap is the start of the next row, and there is none below the last.
  @inline(__always)
  func hasRoom(toColumn right: Int, row: Int) -> Bool { row < lastRow || right <= rightEdge }

  /// The address of a pixel inside the bitmap.
  @inline(__always)
  func pixel(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + (originBytes &+ y &* rowBytes &+ x &* 4)
  }
}

extension Bitmap {
  /// Lends the pixels for drawing at an origin, clipped to a rectangle; does nothing if that holds
  /// no pixel of the picture.
  ///
  /// - Parameter clip: The pixels that may change, counted from the origin.
  mutating func withSurface<Failure: Error>(
    originX: Int, originY: Int, clip: PixelRect, _ body: (Surface) throws(Failure) -> Void
  ) throws(Failure) {
    let bounds = PixelRect(
      left: -originX, top: -originY, right: width - originX, bottom: height - originY)
    let visible = clip.clipped(to: bounds)
    guard !visible.isEmpty else { return }
    try pixels.withUnsafeMutableBufferPointer { bytes throws(Failure) in
      guard let base = bytes.baseAddress else { return }
      try body(Surface(base: UnsafeMutableRawPointer(base), bounds: bounds, clip: visible))
    }
  }
}
