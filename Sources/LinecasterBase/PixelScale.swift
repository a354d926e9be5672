/// The number of device pixels a layout point, and the rounding that goes with it.
///
///     let scale = PixelScale(2)
///     let edge = scale.rounded(10.3)  // 10.5
///     let height = scale.roundedUp(16.1)  // 16.5
///     let pixels = scale.pixels(height)  // 33
public struct PixelScale: Hashable, Sendable {
  /// Device pixels a layout point; always finite and above 0.
  public let factor: Double

  /// The scale at which a layout point is a device pixel.
  public static let one = PixelScale(factor: 1)

  /// Sums of floating-point lengths that should meet a pixel edge may miss it by this much, in
  /// pixels; a thousandth is far below what can be seen and far above the error of a sum.
  ///
  /// Where pixels are larger than points it is a thousandth of a point, since that is what text
  /// forgives: what was measured and rounded up must break into the same lines again.
  private var tolerance: Double { min(1, factor) / 1024 }

  /// Makes a scale; a factor that is not a finite number above 0 becomes 1, and those out of a
  /// millionth to a million the nearest of these.
  public init(_ factor: Double) {
    let isUsable = factor.isFinite && factor > 0
    let (least, greatest) = (Limit.scales.lowerBound, Limit.scales.upperBound)
    self.init(factor: isUsable ? min(max(factor, least), greatest) : 1)
  }

  private init(factor: Double) {
    self.factor = factor
  }

  /// The nearest pixel edge, halves rounded up, in layout points.
  public func rounded(_ length: Double) -> Double {
    edge((length * factor + 0.5).rounded(.down), near: length)
  }

  /// The next pixel edge at or after `length`, in layout points.
  ///
  /// A length less than a thousandth of a pixel (and of a point) beyond an edge counts as on it.
  public func roundedUp(_ length: Double) -> Double {
    edge((length * factor - tolerance).rounded(.up), near: length)
  }

  /// The width that a line is drawn with: whole pixels, rounded down, and at least one.
  ///
  ///     let hairline = PixelScale(1.5).lineWidth(1)  // 1 / 1.5: one pixel
  ///
  /// Borders are drawn so, and lines between rows take so much room, as in browsers. Lines of no
  /// width, and widths that are negative or no finite numbers, give 0.
  public func lineWidth(_ width: Double) -> Double { edge(linePixels(width), near: width) }

  /// The number of pixels that a line is wide.
  package func linePixels(_ width: Double) -> Double {
    guard width > 0, width.isFinite else { return 0 }
    return max(1, (width * factor + tolerance).rounded(.down))
  }

  /// The place of a pixel edge in layout points; at scales so extreme that the number of pixels or
  /// the place is beyond all numbers, the length itself.
  private func edge(_ pixels: Double, near length: Double) -> Double {
    let edge = pixels / factor
    return edge.isFinite ? edge : length
  }

  /// The size rounded up to whole pixels in both directions.
  public func roundedUp(_ size: Size) -> Size {
    Size(width: roundedUp(size.width), height: roundedUp(size.height))
  }

  /// The number of whole pixels that cover `length` layout points.
  ///
  /// 0 for lengths that are negative or not numbers; `Int32.max` at most.
  public func pixels(_ length: Double) -> Int {
    let pixels = (length * factor - tolerance).rounded(.up)
    return pixels > 0 ? Int(saturating: min(pixels, Double(Int32.max))) : 0
  }

  /// The rectangle with each edge moved to the nearest pixel edge, so that neighbours still meet.
  public func rounded(_ rect: Rect) -> Rect {
    let left = rounded(rect.minX)
    let top = rounded(rect.minY)
    return Rect(
      x: left, y: top, width: rounded(rect.maxX) - left, height: rounded(rect.maxY) - top)
  }
}
