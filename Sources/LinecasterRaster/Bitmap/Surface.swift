/// The pixels of a bitmap while something draws on it, seen from a drawing's own origin.
///
/// Valid only inside the closure it is handed to. Coordinates are pixels from the drawing's
/// origin, which may lie anywhere; `clip` always lies inside the bitmap.
struct Surface {
  private let base: UnsafeMutableRawPointer
  /// The bytes from the first pixel to the origin.
  private let originBytes: Int
  private let byteCount: Int

  /// The bytes from a pixel to the one below it.
  let rowBytes: Int

  /// The pixels that may be changed.
  let clip: PixelRect

  /// - Parameter bounds: The bitmap's pixels, counted from the origin.
  fileprivate init(base: UnsafeMutableRawPointer, bounds: PixelRect, clip: PixelRect) {
    self.base = base
    rowBytes = bounds.width * 4
    originBytes = -(bounds.top * rowBytes + bounds.left * 4)
    byteCount = rowBytes * bounds.height
    self.clip = clip
  }

  /// Whether pixels may be read and written back up to a column in all rows down to one: what is
  /// right of the bitmap are the next rows, and behind the last one there is nothing.
  @inline(__always)
  func hasRoom(toColumn right: Int, row: Int) -> Bool {
    originBytes &+ row &* rowBytes &+ right &* 4 <= byteCount
  }

  /// The address of a pixel inside the bitmap.
  @inline(__always)
  func pixel(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + (originBytes &+ y &* rowBytes &+ x &* 4)
  }
}

extension Bitmap {
  /// Lends the pixels for drawing at an origin, clipped to a rectangle; does nothing if that holds
  /// no pixel of the image.
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
