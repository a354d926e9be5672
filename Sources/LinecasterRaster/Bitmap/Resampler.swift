import LinecasterBase
import LinecasterDisplay

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
      UInt8(saturating: sum.x),
      UInt8(saturating: sum.y),
      UInt8(saturating: sum.z),
      UInt8(saturating: sum.w))
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

/// Which source pixels make up each target pixel along one axis, and by how much.
///
/// Shrinking takes the average over the target pixel's area (a box filter); enlarging interpolates
/// linearly between pixel centres.
struct AxisFilter {
  /// What lies beyond the ends of the source.
  enum Edge {
    /// Nothing: pixels on the ends fade by the part that is outside.
    case transparent
    /// More of the last pixel.
    case repeated
    /// Nothing, and pixels on the ends have the colour of the last one, as far as they are covered.
    case cut
  }

  /// For each target pixel, the first source pixel it takes.
  private(set) var starts: [Int32] = []
  /// For each target pixel and one more, where its weights start.
  private(set) var offsets: [Int32] = [0]
  private(set) var weights: [Float] = []

  private let sourceCount: Int

  /// Makes the weights for the target pixels of `range`.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of source pixels, at least 1.
  ///   - origin: Where the source starts, in target pixels.
  ///   - scale: Target pixels a source pixel, above 0.
  ///   - range: The target pixels wanted.
  init(sourceCount: Int, origin: Double, scale: Double, range: Range<Int>, edge: Edge) {
    self.sourceCount = sourceCount
    let end = Double(sourceCount)
    starts.reserveCapacity(range.count)
    offsets.reserveCapacity(range.count + 1)
    weights.reserveCapacity(
      Int(saturating: min(end, Double(range.count) / scale)) + 2 * range.count)
    for pixel in range {
      let lower = (Double(pixel) - origin) / scale
      let upper = (Double(pixel + 1) - origin) / scale
      if scale < 1 {
        appendAverage(from: lower, to: upper, edge: edge)
      } else {
        appendInterpolation(at: (lower + upper) / 2 - 0.5, edge: edge)
      }
      if edge == .cut { cutOff(to: max(0, min(upper, end) - max(lower, 0)) / (upper - lower)) }
      offsets.append(Int32(weights.count))
    }
  }

  /// Multiplies the weights of the last target pixel by the share of it that is covered.
  private mutating func cutOff(to share: Double) {
    guard share < 1 else { return }
    for index in Int(offsets[offsets.count - 1])..<weights.count { weights[index] *= Float(share) }
  }

  /// The number of target pixels.
  var count: Int { starts.count }

  /// The weights of a target pixel, for source pixels from its start on.
  func taps(_ target: Int) -> Range<Int> { Int(offsets[target])..<Int(offsets[target + 1]) }

  private mutating func appendAverage(from lower: Double, to upper: Double, edge: Edge) {
    let end = Double(sourceCount)
    let first = min(max(lower, 0), end - 1).rounded(.down)
    let last = min(max(upper.rounded(.up), first + 1), end)
    let covered = max(0, min(upper, end) - max(lower, 0))
    let whole = edge != .transparent ? covered : upper - lower
    starts.append(Int32(saturating: first))
    let start = Int(saturating: first)
    for index in start..<max(start, Int(saturating: last)) {
      let overlap = min(upper, Double(index + 1)) - max(lower, Double(index))
      weights.append(whole > 0 ? Float(max(0, overlap) / whole) : edge != .transparent ? 1 : 0)
      if !(whole > 0) { break }
    }
  }

  private mutating func appendInterpolation(at center: Double, edge: Edge) {
    let end = Double(sourceCount)
    let position = edge != .transparent ? min(max(center, 0), end - 1) : min(max(center, -1), end)
    let first = position.rounded(.down)
    let share = Float(position - first)
    let isFirstInside = first >= 0 && first < end
    let isNextInside = first + 1 >= 0 && first + 1 < end
    starts.append(Int32(saturating: isFirstInside ? first : isNextInside ? first + 1 : 0))
    if isFirstInside { weights.append(1 - share) }
    if isNextInside && share > 0 { weights.append(share) }
  }
}

/// Rows of premultiplied pixels that a resampler takes apart.
protocol PixelRows {
  /// The weighted sum of pixels side by side: red, green, blue, alpha.
  ///
  /// - Parameters:
  ///   - row: A row that the source has.
  ///   - start: The first pixel; the source has one for each weight from there on.
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float>
}

/// Four bytes a pixel.
struct BytePixelRows: PixelRows {
  private let base: UnsafeRawPointer
  private let rowBytes: Int
  private let isReversed: Bool

  /// Makes rows of pixels that stay valid as long as they are used.
  ///
  /// - Parameters:
  ///   - base: Rows from the top.
  ///   - rowBytes: The distance between rows.
  init(_ base: UnsafeRawPointer, rowBytes: Int, format: PixelFormat = .rgba) {
    self.base = base
    self.rowBytes = rowBytes
    isReversed = format == .bgra
  }

  @inline(__always)
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var pixel = base + row &* rowBytes + start &* 4
    for weight in weights {
      let bytes = pixel.loadUnaligned(as: SIMD4<UInt8>.self)
      sum += Self.floats(bytes) * weight
      pixel += 4
    }
    return isReversed ? SIMD4(sum.z, sum.y, sum.x, sum.w) : sum
  }

  /// Bytes as numbers: each becomes the lowest bits of 2^23, which is then taken away, since the
  /// conversions of whole vectors are calls.
  @inline(__always)
  private static func floats(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    let words = SIMD4<UInt32>(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), UInt32(bytes.w))
    return unsafeBitCast(words | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}

extension ContentMode {
  /// What is seen beyond the ends of the image, where the box goes on there.
  var edge: AxisFilter.Edge {
    switch self {
    case .stretch, .fill: .repeated
    case .fit, .center: .cut
    }
  }
}
