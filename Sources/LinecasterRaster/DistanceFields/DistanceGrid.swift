/// The distances of the pixels of a field to the stretches of outline seen so far.
///
/// Every stretch is compared with all pixels within the spread, so that the nearest one wins
/// without approximation.
struct DistanceGrid {
  private let width: Int
  private let height: Int
  private let spread: Float
  /// Floats of a row, so that groups may be read from every pixel on.
  private let stride: Int
  /// Squares of distances, in pixels of the field.
  private var squares: [Float]

  private typealias Group = SIMD4<Float>

  init(width: Int, height: Int, spread: Int) {
    self.width = width
    self.height = height
    self.spread = Float(spread)
    stride = width + Group.scalarCount
    squares = [Float](repeating: Float(spread * spread), count: stride * height)
  }

  /// Brings a stretch near the pixels around, after moving and scaling it to the grid.
  mutating func insert(_ stretch: OutlineStretch, offset: SIMD2<Float>, scale: Float) {
    let start = (stretch.start + offset) * scale
    let end = (stretch.end + offset) * scale
    let length = ((end - start) * (end - start)).sum().squareRoot()
    let direction = length > 0 ? (end - start) / length : SIMD2(1, 0)
    let columns = range(start.x, end.x, width)
    let rows = range(start.y, end.y, height)
    guard columns.lowerBound < columns.upperBound else { return }
    squares.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in rows {
        let down = Float(row) + 0.5 - start.y
        let line = base + row * stride * MemoryLayout<Float>.stride
        for column in Swift.stride(
          from: columns.lowerBound, to: columns.upperBound, by: Group.scalarCount)
        {
          let right = Group(repeating: Float(column) + 0.5 - start.x) + Group(0, 1, 2, 3)
          let squared = Self.squared(right, down, direction, length)
          let target = line + column * MemoryLayout<Float>.stride
          let old = UnsafeRawPointer(target).loadUnaligned(as: Group.self)
          target.storeBytes(of: old.replacing(with: squared, where: squared .< old), as: Group.self)
        }
      }
    }
  }

  /// The squares of the distances of pixels to a stretch of some length from the origin on.
  @inline(__always)
  private static func squared(
    _ right: Group, _ down: Float, _ direction: SIMD2<Float>, _ length: Float
  ) -> Group {
    var place = right * direction.x + Group(repeating: down * direction.y)
    place.replace(with: Group.zero, where: place .< Group.zero)
    place.replace(with: Group(repeating: length), where: place .> Group(repeating: length))
    let awayX = right - place * direction.x
    let awayY = Group(repeating: down) - place * direction.y
    return awayX * awayX + awayY * awayY
  }

  /// The pixels whose middles are within the spread of a stretch.
  @inline(__always)
  private func range(_ one: Float, _ other: Float, _ limit: Int) -> Range<Int> {
    let start = max(0, Int(min(one, other) - spread + 0.5))
    let end = min(limit, Int(max(one, other) + spread + 0.5))
    return start..<max(start, end)
  }

  /// The distances as bytes of a field.
  ///
  /// - Parameter isInside: Whether the middle of a pixel is inside of the outline.
  func bytes(isInside: (_ column: Int, _ row: Int) -> Bool) -> [UInt8] {
    let factor = 127.5 / spread
    return [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
      count = width * height
      squares.withUnsafeBufferPointer { squares in
        for row in 0..<height {
          for column in 0..<width {
            let steps = squares[row * stride + column].squareRoot() * factor
            let signed = isInside(column, row) ? steps : -steps
            bytes.initializeElement(at: row * width + column, to: UInt8(128 + signed))
          }
        }
      }
    }
  }
}
