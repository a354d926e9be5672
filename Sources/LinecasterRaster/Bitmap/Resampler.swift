import LinecasterBase
import LinecasterDisplay

/// Resamples premultiplied pixels to RGBA, row by row.
///
/// Rows are filtered along x once and cached while rows of the target need them, so the memory is
/// two rows for any height.
struct Resampler<Source: PixelRows> {
  private let source: Source
  private let columns: AxisFilter
  private let rows: AxisFilter
  private var filtered: [SIMD4<Float>]
  private var filteredRows: (Int, Int) = (-1, -1)
  private var sums: [SIMD4<Float>]

  /// Creates a resampler of pixels that must stay valid while it is used.
  ///
  /// - Parameters:
  ///   - source: Rows from the top, with every pixel that the filters read.
  ///   - columns: The filter from source columns to target columns.
  ///   - rows: The filter from source rows to target rows.
  init(source: Source, columns: AxisFilter, rows: AxisFilter) {
    self.source = source
    self.columns = columns
    self.rows = rows
    filtered = [SIMD4<Float>](repeating: .zero, count: columns.count * 2)
    sums = [SIMD4<Float>](repeating: .zero, count: columns.count)
  }

  /// Writes a row of the target with `columns.count` pixels of four bytes.
  ///
  /// - Complexity: O(source pixels of the row).
  mutating func write(row: Int, to target: UnsafeMutableRawPointer) {
    for index in sums.indices { sums[index] = SIMD4(repeating: 0.5) }
    let taps = rows.taps(row)
    for tap in taps {
      let half = filter(row: Int(rows.starts[row]) + tap - taps.lowerBound)
      Self.add(filtered, from: half, times: rows.weights[tap], to: &sums)
    }
    for (index, sum) in sums.enumerated() {
      target.storeBytes(of: Self.bytes(sum), toByteOffset: index * 4, as: SIMD4<UInt8>.self)
    }
  }

  /// Adds a weighted row to sums.
  private static func add(
    _ rows: [SIMD4<Float>], from start: Int, times weight: Float, to sums: inout [SIMD4<Float>]
  ) {
    rows.withUnsafeBufferPointer { rows in
      let row = UnsafeBufferPointer(rebasing: rows[start..<start + sums.count])
      sums.withUnsafeMutableBufferPointer { sums in
        for index in sums.indices { sums[index] += row[index] * weight }
      }
    }
  }

  /// Returns the channels truncated to whole numbers.
  ///
  /// Weights are at least 0 and add up to 1 at most, so each channel is below 256. Converted one by
  /// one, because conversions of whole vectors are calls.
  @inline(__always)
  private static func bytes(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
    SIMD4(
      UInt8(saturating: sum.x),
      UInt8(saturating: sum.y),
      UInt8(saturating: sum.z),
      UInt8(saturating: sum.w))
  }

  /// Filters a source row along x unless it is cached, and returns the start of its half.
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
      columns.forEach { column, start, weights in
        filtered[half + column] = source.sum(row: row, from: start, weights)
      }
    }
  }
}

/// The weights of source pixels for each target pixel along one axis.
///
/// Downscaling averages over the target pixel's area (a box filter); upscaling interpolates
/// linearly between pixel centres.
struct AxisFilter {
  /// The treatment of pixels beyond the ends of the source.
  enum Edge {
    /// Transparent: pixels at the ends fade by their part outside.
    case transparent
    /// Repeats the last pixel.
    case repeated
    /// Cut: pixels at the ends keep the last colour, weighted by their coverage.
    case cut
  }

  /// The first source pixel of each target pixel.
  private(set) var starts: [Int32] = []
  /// The start of each target pixel's weights, plus the end.
  private(set) var offsets: [Int32] = [0]
  private(set) var weights: [Float] = []

  private let sourceCount: Int

  /// Creates the weights for the target pixels of `range`.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of source pixels, at least 1.
  ///   - origin: The start of the source, in target pixels.
  ///   - scale: Target pixels per source pixel, above 0.
  ///   - range: The requested target pixels.
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

  /// Multiplies the weights of the last target pixel by its covered share.
  private mutating func cutOff(to share: Double) {
    guard share < 1 else { return }
    for index in Int(offsets[offsets.count - 1])..<weights.count { weights[index] *= Float(share) }
  }

  /// The number of target pixels.
  var count: Int { starts.count }

  /// Returns the range of a target pixel's weights, for source pixels from its start on.
  func taps(_ target: Int) -> Range<Int> { Int(offsets[target])..<Int(offsets[target + 1]) }

  /// Calls `body` with each target pixel, its first source pixel and its weights.
  @inline(__always)
  func forEach(
    _ body: (_ target: Int, _ start: Int, _ weights: UnsafeBufferPointer<Float>) -> Void
  ) {
    weights.withUnsafeBufferPointer { weights in
      offsets.withUnsafeBufferPointer { offsets in
        starts.withUnsafeBufferPointer { starts in
          guard let base = weights.baseAddress else { return }
          var lower = 0
          for target in starts.indices {
            let upper = Int(offsets[target &+ 1])
            let taps = UnsafeBufferPointer(start: base + lower, count: upper &- lower)
            body(target, Int(starts[target]), taps)
            lower = upper
          }
        }
      }
    }
  }

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

/// Rows of premultiplied pixels that a resampler reads.
protocol PixelRows {
  /// Returns the weighted sum of adjacent pixels: red, green, blue, alpha.
  ///
  /// - Parameters:
  ///   - row: A row of the source.
  ///   - start: The first pixel; the source has one for each weight.
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float>
}

/// Four bytes a pixel.
struct BytePixelRows: PixelRows {
  private let base: UnsafeRawPointer
  private let rowBytes: Int
  private let isReversed: Bool

  /// Creates rows of pixels that must stay valid while they are used.
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

  /// Converts bytes to floats: each byte becomes the lowest bits of 2^23, which is then subtracted,
  /// because conversions of whole vectors are calls.
  @inline(__always)
  private static func floats(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
    let words = SIMD4<UInt32>(UInt32(bytes.x), UInt32(bytes.y), UInt32(bytes.z), UInt32(bytes.w))
    return unsafeBitCast(words | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }
}

extension ContentMode {
  /// The treatment of pixels beyond the ends of the image, if the box extends there.
  var edge: AxisFilter.Edge {
    switch self {
    case .stretch, .fill: .repeated
    case .fit, .center: .cut
    }
  }
}
