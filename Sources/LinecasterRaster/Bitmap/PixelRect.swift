/// A rectangle of whole pixels, y down; right and bottom are the first pixels outside.
struct PixelRect: Hashable, Sendable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Makes a rectangle from its corner and extents; edges beyond `Int` move to its ends.
  init(x: Int, y: Int, width: Int, height: Int) {
    func end(_ start: Int, _ extent: Int) -> Int {
      let (sum, overflow) = start.addingReportingOverflow(extent)
      return overflow ? (start < 0 ? .min : .max) : sum
    }
    self.init(left: x, top: y, right: end(x, width), bottom: end(y, height))
  }

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// Whether no pixel is inside.
  var isEmpty: Bool { right <= left || bottom <= top }

  /// The rectangle with so many pixels more on the left and right, and above and below.
  func widened(by margin: (x: Int, y: Int)) -> PixelRect {
    PixelRect(
      left: left - margin.x, top: top - margin.y, right: right + margin.x,
      bottom: bottom + margin.y)
  }

  /// The rectangle moved.
  func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
  }

  /// The pixels inside both; empty where there are none.
  func clipped(to other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top),
      right: min(right, other.right), bottom: min(bottom, other.bottom))
  }
}
