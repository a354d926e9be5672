/// A rectangle of whole pixels, y down; right and bottom are the first pixels outside.
public struct PixelRect: Hashable, Sendable {
  /// The first column inside.
  public var left: Int
  /// The first row inside.
  public var top: Int
  /// The first column behind the last one inside.
  public var right: Int
  /// The first row below the last one inside.
  public var bottom: Int

  /// Makes a rectangle from its edges.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Makes a rectangle from its corner and extents; edges beyond `Int` move to its ends.
  public init(x: Int, y: Int, width: Int, height: Int) {
    func end(_ start: Int, _ extent: Int) -> Int {
      let (sum, overflow) = start.addingReportingOverflow(extent)
      return overflow ? (start < 0 ? .min : .max) : sum
    }
    self.init(left: x, top: y, right: end(x, width), bottom: end(y, height))
  }

  /// The number of columns; negative where the edges are the wrong way round.
  public var width: Int { right - left }
  /// The number of rows; negative where the edges are the wrong way round.
  public var height: Int { bottom - top }

  /// Whether no pixel is inside.
  public var isEmpty: Bool { right <= left || bottom <= top }

  /// The number of pixels inside.
  var area: Double { isEmpty ? 0 : Double(width) * Double(height) }

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

  /// The smallest rectangle around both; an empty one adds nothing to the other.
  func union(_ other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top),
      right: max(right, other.right), bottom: max(bottom, other.bottom))
  }
}
