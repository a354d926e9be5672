/// The pixels of a bitmap while something draws on it, seen from a drawing's own origin.
///
/// Valid only inside the closure it is handed to. Coordinates are pixels from the drawing's
/// origin, which may lie anywhere; `clip` always lies inside the bitmap.
struct Surface {
  private let base: UnsafeMutableRawPointer
  private let bitmapWidth: Int
  private let originX: Int
  private let originY: Int

  /// The pixels that may be changed.
  let clip: PixelRect

  /// The bytes from a pixel to the one below it.
  var rowBytes: Int { bitmapWidth &* 4 }

  /// The first column right of the bitmap; rows may be read and written back up to here.
  var rightEdge: Int { bitmapWidth - originX }

  fileprivate init(
    base: UnsafeMutableRawPointer, bitmapWidth: Int, originX: Int, originY: Int, clip: PixelRect
  ) {
    self.base = base
    self.bitmapWidth = bitmapWidth
    self.originX = originX
    self.originY = originY
    self.clip = clip
  }

  /// The address of a pixel inside the bitmap.
  @inline(__always)
  func pixel(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + ((y &+ originY) &* bitmapWidth &+ x &+ originX) &* 4
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
    let width = width
    try pixels.withUnsafeMutableBufferPointer { bytes throws(Failure) in
      guard let base = bytes.baseAddress else { return }
      try body(
        Surface(
          base: UnsafeMutableRawPointer(base), bitmapWidth: width, originX: originX,
          originY: originY, clip: visible))
    }
  }
}
