/// The coverage of a rectangle with round corners, blurred.
///
/// Between the corners of a large box all columns are alike, and so are all rows. They are left out
/// of what is blurred, so that the work depends on the blur and the corners only.
struct BlurredBox {
  /// The pixels left out along an axis.
  private struct Gap {
    /// The last pixel before them, which they are like.
    let start: Int
    let count: Int

    /// - Parameters:
    ///   - lower: Where what differs near the lower end of the box stops.
    ///   - upper: Where what differs near its upper end starts.
    init(lower: Double, upper: Double, reach: Int) {
      let range = -1e9...1e9
      guard range ~= lower, range ~= upper else {
        (start, count) = (0, 0)
        return
      }
      start = Int(lower.rounded(.up)) + reach
      count = max(0, Int(upper.rounded(.down)) - reach - start - 1)
    }

    /// Where a pixel is once they are left out.
    func place(_ pixel: Int) -> Int { pixel <= start ? pixel : max(start, pixel - count) }
  }

  private let mask: BlurredMask
  private let columns: Gap
  private let rows: Gap

  /// The box blurred, for the pixels of a rectangle that is not empty.
  ///
  /// - Complexity: O(pixels that are blurred), at most those of the rectangle widened by the reach
  ///   of the blur.
  init(_ box: RoundedBox, _ blur: GaussianBlur, in bounds: PixelRect) {
    columns = Gap(
      lower: box.left + box.leftReach, upper: box.right - box.rightReach, reach: blur.reach)
    rows = Gap(
      lower: box.top + box.upperReach, upper: box.bottom - box.lowerReach, reach: blur.reach)
    var small = box
    small.right -= Double(columns.count)
    small.bottom -= Double(rows.count)
    let wanted = PixelRect(
      left: columns.place(bounds.left), top: rows.place(bounds.top),
      right: columns.place(bounds.right - 1) + 1, bottom: rows.place(bounds.bottom - 1) + 1)
    let coverage = ShapeCoverage(
      small, clip: wanted.widened(by: (blur.reach, blur.reach)))
    mask = BlurredMask(wanted, blur) { row, columns, mask in
      guard let coverage else { return mask.update(repeating: 0, count: columns.count) }
      coverage.write(row: row, columns, to: mask)
    }
  }

  /// The coverage of a pixel inside of the bounds.
  @inline(__always)
  func level(column: Int, row: Int) -> UInt8 {
    mask.level(column: columns.place(column), row: rows.place(row))
  }
}
