import LinecasterBase
import LinecasterDisplay

/// The coverage of pixels by a rounded rectangle.
///
/// Each pixel row is cut into slices; in each slice, the shape is the stretch between its edges at
/// the slice's middle. One slice is exact for straight sides; rows that cross a corner take more.
struct ShapeCoverage {
  /// The pixels the shape touches, clipped.
  let bounds: PixelRect

  private let box: RoundedBox

  /// The number of slices that keeps the error of a corner pixel near one level in 255.
  static let cornerSlices = 16

  /// Part of a row: the shape's edges in its middle, and its share of the row's height.
  struct Slice {
    let left: Double
    let right: Double
    let weight: Double
  }

  /// Creates the coverage of a shape in layout points for the pixels of `clip`; `nil` if no pixel
  /// is touched or the shape has NaN coordinates.
  init?(_ shape: DisplayShape, scale: PixelScale, clip: PixelRect) {
    self.init(RoundedBox(shape, scale: scale), clip: clip)
  }

  /// Creates the coverage of a box for the pixels of `clip`; `nil` for the same reasons.
  init?(_ box: RoundedBox, clip: PixelRect) {
    guard !clip.isEmpty, box.isDrawable else { return nil }
    bounds = box.touched(in: clip)
    self.box = box
    if bounds.isEmpty { return nil }
  }

  /// Returns the rows from one on with equal coverage: more than one between the corners.
  func rowsAlike(from row: Int) -> Range<Int> {
    guard Double(row) >= box.top + box.upperReach else { return row..<row + 1 }
    let end = RoundedBox.pixel(
      (box.bottom - box.lowerReach).rounded(.down), from: bounds.top, to: bounds.bottom)
    return row..<max(row + 1, end)
  }

  /// Sets the coverage of the columns of a row, one byte each; 0 for those out of bounds.
  func write(row: Int, _ columns: Range<Int>, to mask: UnsafeMutablePointer<UInt8>) {
    mask.update(repeating: 0, count: columns.count)
    guard row >= bounds.top, row < bounds.bottom else { return }
    forEachStretch(row: row) { stretch, level in
      let seen = stretch.clamped(to: columns)
      (mask + (seen.lowerBound - columns.lowerBound)).update(repeating: level, count: seen.count)
    }
  }

  /// Calls `body` with stretches of equal coverage in one row of the bounds, left to right.
  ///
  /// Stretches without coverage are skipped.
  ///
  /// - Complexity: O(partly covered pixels).
  func forEachStretch(row: Int, _ body: (_ columns: Range<Int>, _ coverage: UInt8) -> Void) {
    withUnsafeTemporaryAllocation(of: Slice.self, capacity: Self.cornerSlices) { buffer in
      let slices = UnsafeMutableBufferPointer(rebasing: buffer[..<cut(row: row, into: buffer)])
      let touched = columns(
        from: slices.reduce(.infinity) { min($0, $1.left) }.rounded(.down),
        to: slices.reduce(-.infinity) { max($0, $1.right) }.rounded(.up))
      let solid = columns(
        from: slices.reduce(-.infinity) { max($0, $1.left) }.rounded(.up),
        to: slices.reduce(.infinity) { min($0, $1.right) }.rounded(.down)
      ).clamped(to: touched)
      for column in touched.lowerBound..<solid.lowerBound {
        emit(column..<column + 1, of: slices, body)
      }
      if !solid.isEmpty { emit(solid, of: slices, body) }
      for column in solid.upperBound..<touched.upperBound {
        emit(column..<column + 1, of: slices, body)
      }
    }
  }

  /// Passes on columns with equal coverage, unless it is zero.
  private func emit(
    _ columns: Range<Int>, of slices: UnsafeMutableBufferPointer<Slice>,
    _ body: (Range<Int>, UInt8) -> Void
  ) {
    let pixel = Double(columns.lowerBound)
    let area = slices.reduce(0) { area, slice in
      area + slice.weight * max(0, min(slice.right, pixel + 1) - max(slice.left, pixel))
    }
    let coverage = UInt8(saturating: min(255, (area * 255).rounded()))
    if coverage > 0 { body(columns, coverage) }
  }

  /// Cuts the covered height of a pixel row into slices and returns their number.
  private func cut(row: Int, into slices: UnsafeMutableBufferPointer<Slice>) -> Int {
    let upper = max(box.top, Double(row))
    let height = min(box.bottom, Double(row) + 1) - upper
    guard height > 0 else { return 0 }
    let isStraight =
      upper >= box.top + box.upperReach && upper + height <= box.bottom - box.lowerReach
    let count = isStraight ? 1 : Self.cornerSlices
    let step = height / Double(count)
    for index in 0..<count {
      let y = upper + (Double(index) + 0.5) * step
      slices[index] = Slice(
        left: box.left + box.leftInset(at: y), right: box.right - box.rightInset(at: y),
        weight: step)
    }
    return count
  }

  /// Returns the whole columns between two edges, inside the bounds.
  private func columns(from start: Double, to end: Double) -> Range<Int> {
    let lower = RoundedBox.pixel(start, from: bounds.left, to: bounds.right)
    return lower..<max(lower, RoundedBox.pixel(end, from: bounds.left, to: bounds.right))
  }
}
