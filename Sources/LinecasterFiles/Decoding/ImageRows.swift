import LinecasterBase
import LinecasterRaster

/// An image that is decoded row by row as premultiplied RGBA.
protocol ImageRows {
  /// The pixels of a row.
  var width: Int { get }
  /// The number of rows.
  var height: Int { get }

  /// The size that belongs to the image, in eighths of a pixel: the last pixels of a reduced JPEG
  /// may be partial.
  var eighths: PixelSize { get }

  /// Decodes the next row into `width` pixels of four bytes.
  ///
  /// - Throws: `ImageError` with code `malformed`.
  func read(into row: UnsafeMutableBufferPointer<UInt8>) throws(ImageError)
}

extension ImageRows {
  var eighths: PixelSize { PixelSize(width: width * 8, height: height * 8) }
}

extension EncodedImage {
  /// The bitmap of all rows.
  func assemble(_ rows: some ImageRows) throws(ImageError) -> Bitmap {
    var assembler = ImageAssembler(size: size, orientation: header.orientation)
    try assembler.append(rows)
    return try assembler.bitmap(name: name)
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Multiplies the colours of straight RGBA by alpha in place, rounded to the nearest.
  func premultiply() {
    for start in stride(from: 0, to: count, by: 4) where self[start + 3] != 255 {
      let alpha = self[start + 3]
      for channel in start..<start + 3 {
        self[channel] = self[channel].multiplied(by: alpha)
      }
    }
  }
}

/// Assembles decoded rows to a bitmap: scaled down and oriented.
private struct ImageAssembler {
  /// The size of the result before orientation.
  private let size: PixelSize
  private let orientation: ImageOrientation
  private var pixels: [UInt8]

  /// Allocates a result of a size, to be oriented.
  init(size: PixelSize, orientation: ImageOrientation) {
    self.size = size
    self.orientation = orientation
    pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
  }

  /// Decodes all rows of an image.
  ///
  /// - Throws: `ImageError` with code `malformed`.
  mutating func append(_ rows: some ImageRows) throws(ImageError) {
    let source = PixelSize(width: rows.width, height: rows.height)
    var row = [UInt8](repeating: 0, count: source.width * 4)
    let isWhole = rows.eighths == PixelSize(width: size.width * 8, height: size.height * 8)
    var reducer = isWhole ? nil : RowReducer(from: rows.eighths, to: size)
    for index in 0..<source.height {
      try row.withUnsafeMutableBufferPointer { row throws(ImageError) in
        try rows.read(into: row)
        if reducer == nil { place(UnsafeBufferPointer(row), at: index) }
        reducer?.append(UnsafeBufferPointer(row)) { place($1, at: $0) }
      }
    }
  }

  /// Copies a row to its place in the oriented image.
  private mutating func place(_ row: UnsafeBufferPointer<UInt8>, at index: Int) {
    let (first, step) = orientation.places(ofRow: index, in: size)
    pixels.withUnsafeMutableBytes { target in
      guard let source = UnsafeRawPointer(row.baseAddress), let base = target.baseAddress
      else { return }
      if step == 1 {
        (base + first * 4).copyMemory(from: source, byteCount: size.width * 4)
        return
      }
      var place = first
      for column in 0..<size.width {
        (base + place * 4).storeBytes(
          of: source.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self), as: UInt32.self)
        place += step
      }
    }
  }

  /// The finished image.
  consuming func bitmap(name: String) throws(ImageError) -> Bitmap {
    let turned = orientation.size(of: size)
    do throws(RasterError) {
      return try Bitmap(width: turned.width, height: turned.height, pixels: pixels)
    } catch {
      throw ImageError(code: .tooLarge, source: name, reason: error.reason)
    }
  }
}

/// Scales images down while they are decoded: each pixel becomes the average of its area.
///
/// Takes rows of premultiplied RGBA and emits those of the smaller image. The memory is three rows,
/// regardless of the height.
private struct RowReducer {
  /// The size of the source in eighths of a pixel; the last pixels may be partial.
  private let source: PixelSize
  private let target: PixelSize
  /// The source columns of each target column, with the weights of the first and the last; columns
  /// between have full weight.
  private let columns: [Column]
  /// A source row, reduced horizontally.
  private var line: [SIMD4<Float>]
  /// The accumulated target row.
  private var sums: [SIMD4<Float>]
  private var output: [UInt8]
  private var sourceRow = 0
  private var targetRow = 0

  private struct Column {
    let first: Int32
    let last: Int32
    let firstShare: Float
    let lastShare: Float
  }

  /// Creates a reducer.
  ///
  /// - Parameters:
  ///   - source: The size of the source in eighths of a pixel.
  ///   - target: The size to make, in pixels; not larger than that of whole source pixels, and
  ///     neither is empty.
  init(from source: PixelSize, to target: PixelSize) {
    self.source = source
    self.target = target
    columns = (0..<target.width).map { Self.column($0, of: target.width, from: source.width) }
    line = [SIMD4<Float>](repeating: .zero, count: target.width)
    sums = [SIMD4<Float>](repeating: Self.half, count: target.width)
    output = [UInt8](repeating: 0, count: target.width * 4)
  }

  /// The rounding offset: truncation then rounds to the nearest.
  private static let half = SIMD4<Float>(repeating: 0.5)

  /// The source columns of a target column.
  ///
  /// In units of 1 ÷ (8 × target) of a source pixel, target column i covers `source` units from i ×
  /// source on, and a source column covers 8 × target units.
  private static func column(_ index: Int, of target: Int, from source: Int) -> Column {
    let start = index * source
    let end = start + source
    let pixel = 8 * target
    let first = start / pixel
    let last = (end - 1) / pixel
    let unit = Float(source)
    return Column(
      first: Int32(first), last: Int32(last),
      firstShare: Float(min(end, (first + 1) * pixel) - start) / unit,
      lastShare: last > first ? Float(end - last * pixel) / unit : 0)
  }

  /// Adds the next row of the source, and calls `emit` with each completed row and its index.
  ///
  /// - Complexity: O(width of the source).
  mutating func append(
    _ row: UnsafeBufferPointer<UInt8>, emit: (Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    reduce(row)
    var position = sourceRow * 8 * target.height
    let end = min(position + 8 * target.height, target.height * source.height)
    sourceRow += 1
    while position < end {
      let edge = (targetRow + 1) * source.height
      let stop = min(end, edge)
      add(share: Float(stop - position) / Float(source.height))
      position = stop
      guard stop == edge else { return }
      finishRow()
      output.withUnsafeBufferPointer { emit(targetRow, $0) }
      targetRow += 1
    }
  }

  private mutating func reduce(_ row: UnsafeBufferPointer<UInt8>) {
    let whole = Float(8 * target.width) / Float(source.width)
    guard let bytes = UnsafeRawPointer(row.baseAddress) else { return }
    line.withUnsafeMutableBufferPointer { line in
      columns.withUnsafeBufferPointer { columns in
        for index in line.indices {
          let column = columns[index]
          var sum = SIMD4<Float>.zero
          var inner = Int(column.first) + 1
          while inner < Int(column.last) {
            sum += Self.pixel(bytes + inner * 4)
            inner += 1
          }
          line[index] =
            sum * whole + Self.pixel(bytes + Int(column.first) * 4) * column.firstShare
            + Self.pixel(bytes + Int(column.last) * 4) * column.lastShare
        }
      }
    }
  }

  @inline(__always)
  private static func pixel(_ bytes: UnsafeRawPointer) -> SIMD4<Float> {
    let pixel = bytes.loadUnaligned(as: SIMD4<UInt8>.self)
    return SIMD4(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w))
  }

  private mutating func add(share: Float) {
    sums.withUnsafeMutableBufferPointer { sums in
      line.withUnsafeBufferPointer { line in
        for index in sums.indices { sums[index] += line[index] * share }
      }
    }
  }

  /// Converts the sums to bytes and resets them. Weights add up to 1, so each channel is below 256.
  /// Channels are converted one by one, because converting whole vectors is not inlined.
  private mutating func finishRow() {
    sums.withUnsafeMutableBufferPointer { sums in
      output.withUnsafeMutableBufferPointer { output in
        for index in sums.indices {
          let sum = sums[index]
          for channel in 0..<4 {
            output[index * 4 + channel] = UInt8(saturating: sum[channel])
          }
          sums[index] = Self.half
        }
      }
    }
  }
}
