/// The number of device pixels per layout point, and rounding to pixels.
///
///     let scale = PixelScale(2)
///     let edge = scale.rounded(10.3)  // 10.5
///     let height = scale.roundedUp(16.1)  // 16.5
///     let pixels = scale.pixels(height)  // 33
public struct PixelScale: Hashable, Sendable {
  /// The number of device pixels per layout point, which is always finite and above 0.
  public let factor: Double

  /// The scale of one device pixel per layout point.
  public static let one = PixelScale(factor: 1)

  /// The tolerance in pixels within which sums of floating-point lengths count as on a pixel edge:
  /// a thousandth is far below what is visible and far above the error of a sum.
  ///
  /// If pixels are larger than points, it is a thousandth of a point, the tolerance of text: text
  /// measured and rounded up must break into the same lines again.
  private var tolerance: Double { min(1, factor) / 1024 }

  /// Creates a scale. A factor that is not finite or not above 0 becomes 1; other factors are
  /// clamped to the range from a millionth to a million.
  public init(_ factor: Double) {
    let isUsable = factor.isFinite && factor > 0
    let (least, greatest) = (Limit.scales.lowerBound, Limit.scales.upperBound)
    self.init(factor: isUsable ? min(max(factor, least), greatest) : 1)
  }

  private init(factor: Double) {
    self.factor = factor
  }

  /// Returns the pixel edge nearest to a position, in layout points; halves are rounded up.
  public func rounded(_ length: Double) -> Double {
    edge((length * factor + 0.5).rounded(.down), near: length)
  }

  /// Returns the first pixel edge at or after a position, in layout points.
  ///
  /// A position less than a thousandth of a pixel (and of a point) beyond an edge counts as on the
  /// edge.
  public func roundedUp(_ length: Double) -> Double {
    edge((length * factor - tolerance).rounded(.up), near: length)
  }

  /// Returns the width at which a line is drawn: whole pixels, rounded down, and at least one
  /// pixel. The result is in layout points.
  ///
  ///     let hairline = PixelScale(1.5).lineWidth(1)  // 1 / 1.5: one pixel
  ///
  /// Borders, and separators between rows, have this width, as in browsers. Widths that are
  /// negative, 0 or not finite give 0.
  public func lineWidth(_ width: Double) -> Double { edge(linePixels(width), near: width) }

  /// Returns the width of a line in pixels.
  package func linePixels(_ width: Double) -> Double {
    guard width > 0, width.isFinite else { return 0 }
    return max(1, (width * factor + tolerance).rounded(.down))
  }

  /// Returns the position of a pixel edge in layout points. At extreme scales, if the number of
  /// pixels or the position overflows, returns the length itself.
  private func edge(_ pixels: Double, near length: Double) -> Double {
    let edge = pixels / factor
    return edge.isFinite ? edge : length
  }

  /// Returns the size rounded up to whole pixels in both directions.
  public func roundedUp(_ size: Size) -> Size {
    Size(width: roundedUp(size.width), height: roundedUp(size.height))
  }

  /// Returns the number of whole pixels that cover a length in layout points.
  ///
  /// The result is 0 for lengths that are negative or NaN, and at most `Int32.max`.
  public func pixels(_ length: Double) -> Int {
    let pixels = (length * factor - tolerance).rounded(.up)
    return pixels > 0 ? Int(saturating: min(pixels, Double(Int32.max))) : 0
  }

  /// Returns the rectangle with each edge moved to the nearest pixel edge, so neighbours still
  /// meet.
  public func rounded(_ rect: Rect) -> Rect {
    let left = rounded(rect.minX)
    let top = rounded(rect.minY)
    return Rect(
      x: left, y: top, width: rounded(rect.maxX) - left, height: rounded(rect.maxY) - top)
  }
}
