/// Scales premultiplied pixels to RGBA, row by row.
///
/// Rows are filtered along x once and kept while rows of the target need them, so that memory is
/// two rows, whatever the height.
struct Resampler {
  private let source: UnsafeRawBufferPointer
  private let rowBytes: Int
  private let format: PixelFormat
  private let columns: AxisFilter
  private let rows: AxisFilter
  private var filtered: [SIMD4<Float>]
  private var filteredRows: (Int, Int) = (-1, -1)
  private var sums: [SIMD4<Float>]

  /// Makes a resampler of pixels that stay valid as long as it is used.
  ///
  /// - Parameters:
  ///   - source: Rows from the top, which hold every pixel that the filters ask for.
  ///   - rowBytes: The distance between rows.
  ///   - format: The order of the source's channels.
  ///   - columns: Which pixels of a row make up each target column.
  ///   - rows: Which rows make up each target row.
  init(
    source: UnsafeRawBufferPointer, rowBytes: Int, format: PixelFormat = .rgba,
    columns: AxisFilter, rows: AxisFilter
  ) {
    self.source = source
    self.rowBytes = rowBytes
    self.format = format
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
    let line = UnsafeRawBufferPointer(rebasing: source[(row * rowBytes)...])
    filtered.withUnsafeMutableBufferPointer { filtered in
      columns.weights.withUnsafeBufferPointer { weights in
        for column in 0..<columns.count {
          let taps = columns.taps(column)
          let sum = Self.sum(
            line, from: Int(columns.starts[column]) * 4,
            UnsafeBufferPointer(rebasing: weights[taps]))
          filtered[half + column] = format == .rgba ? sum : SIMD4(sum.z, sum.y, sum.x, sum.w)
        }
      }
    }
    return half
  }

  /// The weighted sum of pixels side by side.
  @inline(__always)
  private static func sum(
    _ line: UnsafeRawBufferPointer, from start: Int, _ weights: UnsafeBufferPointer<Float>
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var offset = start
    for weight in weights {
      let pixel = line.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
      sum += floats(pixel) * weight
      offset += 4
    }
    return sum
  }

  /// Bytes as numbers: each becomes the lowest bits of 2^23, which is then taken away, since the
  /// conversions of whole vectors are calls.
  @inline(__always)
  private static func floats(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    let words = SIMD4<UInt32>(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), UInt32(bytes.w))
    return unsafeBitCast(words | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}
