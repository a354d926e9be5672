/// The edges in the coverage of a glyph, one in each pixel that is partly covered.
struct CoverageEdges {
  /// Coverage with empty pixels all around.
  private let levels: [UInt8]
  private let rowBytes: Int
  private let width: Int
  private let height: Int

  /// The weight of the pixels beside one, against those at its corners.
  private static let weight: Float = 1.414_213_56
  /// Pixels that are looked at together.
  private static let group = 8

  /// Copies the coverage of a bitmap.
  init(_ bitmap: GlyphBitmap) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.height))
    // Groups may be read from every pixel on.
    let rowBytes = width + 2 + Self.group
    self.rowBytes = rowBytes
    self.width = width
    self.height = height
    levels = [UInt8](unsafeUninitializedCapacity: rowBytes * (height + 2)) { levels, count in
      levels.initialize(repeating: 0)
      count = rowBytes * (height + 2)
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard let source = bytes.baseAddress, let target = levels.baseAddress else { return }
        for row in 0..<height {
          (target + (row + 1) * rowBytes + 1).update(
            from: source + row * bitmap.rowBytes, count: width)
        }
      }
    }
  }

  /// The edges, those in line with each other put together, in pixels from the bitmap's top-left
  /// corner.
  ///
  /// - Complexity: O(pixels).
  func stretches() -> [OutlineStretch] {
    var stretches: [OutlineStretch] = []
    // For each column, and one beside the first and the last, the stretch that ends there.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (width + 2)) { ends in
      ends.initialize(repeating: -1)
      guard var above = ends.baseAddress else { return }
      var here = above + (width + 2)
      levels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for row in 0..<height {
          forEachEdge(base + (row + 1) * rowBytes, row: row) { edge, column in
            let known = (here[column], above[column + 1], above[column], above[column + 2])
            here[column + 1] =
              Self.extend(&stretches, known.0, edge) ?? Self.extend(&stretches, known.1, edge)
              ?? Self.extend(&stretches, known.2, edge)
              ?? Self.extend(&stretches, known.3, edge) ?? Self.append(edge, to: &stretches)
          }
          swap(&above, &here)
          here.update(repeating: -1, count: width + 2)
        }
      }
    }
    return stretches
  }

  /// Makes a stretch longer; nil where there is none or the edge is not in line.
  @inline(__always)
  private static func extend(
    _ stretches: inout [OutlineStretch], _ index: Int32, _ edge: OutlineEdge
  ) -> Int32? {
    index >= 0 && stretches[Int(index)].extend(with: edge) ? index : nil
  }

  @inline(__always)
  private static func append(_ edge: OutlineEdge, to stretches: inout [OutlineStretch]) -> Int32 {
    let stretch = OutlineStretch(edge)
    stretches.append(stretch)
    return stretch.isOpen ? Int32(stretches.count - 1) : -1
  }

  /// Calls `body` with the edges of a row and their columns.
  @inline(__always)
  private func forEachEdge(
    _ line: UnsafeRawPointer, row: Int, _ body: (OutlineEdge, Int) -> Void
  ) {
    for start in stride(from: 0, to: width, by: Self.group) {
      guard mayHaveEdge(line + start + 1) else { continue }
      for column in start..<min(start + Self.group, width) where hasEdge(line + column + 1) {
        body(edge(line + column + 1, column: column, row: row), column)
      }
    }
  }

  /// Whether a group of pixels is neither without coverage nor deep inside.
  @inline(__always)
  private func mayHaveEdge(_ group: UnsafeRawPointer) -> Bool {
    func levels(_ offset: Int) -> UInt64 {
      group.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    let here = levels(0)
    return here != 0
      && (here & levels(-1) & levels(1) & levels(rowBytes) & levels(-rowBytes)) != .max
  }

  /// Whether a pixel is partly covered, or wholly beside one that is not covered at all.
  @inline(__always)
  private func hasEdge(_ pixel: UnsafeRawPointer) -> Bool {
    let level = Self.level(pixel, 0)
    guard level == 255 else { return level != 0 }
    return Self.level(pixel, -1) == 0 || Self.level(pixel, 1) == 0
      || Self.level(pixel, -rowBytes) == 0 || Self.level(pixel, rowBytes) == 0
  }

  @inline(__always)
  private func edge(_ pixel: UnsafeRawPointer, column: Int, row: Int) -> OutlineEdge {
    func level(_ x: Int, _ y: Int) -> Float { Float(Self.level(pixel, x + y * rowBytes)) }
    let falling = level(1, 1) - level(-1, -1)
    let rising = level(1, -1) - level(-1, 1)
    let gradient = SIMD2<Float>(
      falling + rising + (level(1, 0) - level(-1, 0)) * Self.weight,
      falling - rising + (level(0, 1) - level(0, -1)) * Self.weight)
    return OutlineEdge(
      coverage: level(0, 0) / 255, gradient: gradient,
      middle: SIMD2(Float(column) + 0.5, Float(row) + 0.5))
  }

  @inline(__always)
  private static func level(_ pixel: UnsafeRawPointer, _ offset: Int) -> UInt8 {
    pixel.load(fromByteOffset: offset, as: UInt8.self)
  }
}
