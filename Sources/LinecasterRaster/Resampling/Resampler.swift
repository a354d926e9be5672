/// Scales premultiplied pixels to RGBA, row by row.
///
/// Rows are filtered along x once and kept while rows of the target need them, so that memory is
/// two rows, whatever the height.
struct Resampler<Source: PixelRows> {
  private let source: Source
  private let columns: AxisFilter
  private let rows: AxisFilter
  private var filtered: [SIMD4<Float>]
  private var filteredRows: (Int, Int) = (-1, -1)
  private var sums: [SIMD4<Float>]

  /// Makes a resampler of pixels that stay valid as long as it is used.
  ///
  /// - Parameters:
  ///   - source: Rows from the top, which have every pixel that the filters ask for.
  ///   - columns: Which pixels of a row make up each target column.
  ///   - rows: Which rows make up each target row.
  init(source: Source, columns: AxisFilter, rows: AxisFilter) {
    self.source = source
    self.columns = columns
    self.rows = rows
    filtered = [SIMD4<Float>](repeating: .zero, count: columns.count * 2)
    sums = [SIMD4<Float>](repeating: .zero, count: columns.count)
  }

  /// Writes a row of the target, four bytes a pixel, `columns.count` pixels.
  ///
  /// - Complexity: O(source pixels that the row is made of).
  mutating func write(row: Int, to target: UnsafeMutableRawPointer) {
    for index in sums.indices { sums[index] = SIMD4(repeating: 0.5) }
    let taps = rows.taps(row)
    for tap in taps {
      let half = filter(row: Int(rows.starts[row]) + tap - taps.lowerBound)
      let weight = rows.weights[tap]
      for index in sums.indices { sums[index] += filtered[half + index] * weight }
    }
    for (index, sum) in sums.enumerated() {
      target.storeBytes(of: Self.bytes(sum), toByteOffset: index * 4, as: SIMD4<UInt8>.self)
    }
  }

  /// The channels cut to whole numbers.
  ///
  /// Weights are at least 0 and add up to 1 at most, so each channel is below 256. One by one,
  /// because the conversions of whole vectors are calls.
  @inline(__always)
  private static func bytes(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
    SIMD4(
      UInt8(truncatingIfNeeded: Int32(sum.x)), UInt8(truncatingIfNeeded: Int32(sum.y)),
      UInt8(truncatingIfNeeded: Int32(sum.z)), UInt8(truncatingIfNeeded: Int32(sum.w)))
  }

  /// Filters a source row along x unless that is done, and returns where its half starts.
  private mutating func filter(row: Int) -> Int {
    let half = row & 1 == 0 ? 0 : columns.count
    let kept = row & 1 == 0 ? filteredRows.0 : filteredRows.1
    if kept == row { return half }
    if row & 1 == 0 { filteredRows.0 = row } else { filteredRows.1 = row }
    Self.filter(source, row: row, columns, into: &filtered, at: half)
    return half
  }

  private static func filter(
    _ source: Source, row: Int, _ columns: AxisFilter, into filtered: inout [SIMD4<Float>],
    at half: Int
  ) {
    filtered.withUnsafeMutableBufferPointer { filtered in
      columns.weights.withUnsafeBufferPointer { weights in
        for column in 0..<columns.count {
          filtered[half + column] = source.sum(
            row: row, from: Int(columns.starts[column]),
            UnsafeBufferPointer(rebasing: weights[columns.taps(column)]))
        }
      }
    }
  }
}
