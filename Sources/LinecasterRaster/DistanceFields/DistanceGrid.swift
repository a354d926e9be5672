/// The distances of the pixels of a field to the pieces of outline seen so far.
///
/// Every piece is compared with all pixels within the spread, so that the nearest one wins
/// without approximation.
struct DistanceGrid: ~Copyable {
  let width: Int
  let height: Int
  let spread: Float
  /// Floats of a row, so that groups may be read from every pixel on.
  let stride: Int
  /// Squares of distances, in pixels of the field; below 0 for pixels marked as inside. In memory
  /// that only this grid has; good for as long as it is.
  let squares: UnsafeMutablePointer<Float>

  /// A grid in which all pixels are as far away as the spread.
  init(width: Int, height: Int, spread: Int) {
    self.width = width
    self.height = height
    self.spread = Float(spread)
    stride = width + SIMD4<Float>.scalarCount
    squares = .allocate(capacity: stride * height)
    squares.initialize(repeating: Float(spread * spread), count: stride * height)
  }

  deinit { squares.deallocate() }

  /// Marks pixels whose middles are inside of the outline, after all pieces.
  mutating func markInside(_ run: PixelRun) {
    let line = squares + run.row * stride
    for column in run.columns { line[column].negate() }
  }

  /// The distances as bytes of a field.
  func bytes() -> [UInt8] {
    let factor = 127.5 / spread
    return [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
      count = width * height
      guard var target = bytes.baseAddress else { return }
      for row in 0..<height {
        let line = squares + row * stride
        for column in 0..<width {
          let steps = line[column].magnitude.squareRoot() * factor
          target[column] = UInt8(128 + (line[column].sign == .minus ? steps : -steps))
        }
        target += width
      }
    }
  }
}
