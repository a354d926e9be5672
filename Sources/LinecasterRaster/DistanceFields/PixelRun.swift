/// Pixels beside each other in a row.
struct PixelRun {
  let row: Int
  let columns: Range<Int>

  /// The pixels whose middles are between two places along a row, which are positive.
  @inline(__always)
  init(row: Int, from start: Float, to end: Float) {
    self.row = row
    let (first, behind) = (Int(start + 0.5), Int(end + 0.5))
    columns = first..<max(first, behind)
  }
}
