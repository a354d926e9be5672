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
          forEachEdge(base + (row + 1) * rowBytes, row: row) { edge, columns in
            let column = columns.lowerBound
            let known = (here[column], above[column + 1], above[column], above[column + 2])
            let stretch =
              Self.extend(&stretches, known.0, edge) ?? Self.extend(&stretches, known.1, edge)
              ?? Self.extend(&stretches, known.2, edge)
              ?? Self.extend(&stretches, known.3, edge) ?? Self.append(edge, to: &stretches)
            for column in columns { here[column + 1] = stretch }
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

  /// Calls `body` with the edges of a row and the columns that each goes through.
  @inline(__always)
  private func forEachEdge(
    _ line: UnsafeRawPointer, row: Int, _ body: (OutlineEdge, Range<Int>) -> Void
  ) {
    for start in stride(from: 0, to: width, by: Self.group) {
      let group = line + start + 1
      guard mayHaveEdge(group) else { continue }
      var bits = edgeBits(group)
      if bits == Self.topBits, isSameAlong(group) {
        // The first pixel joins what is before; the others, being the same, go on from there.
        let first = edge(group, column: start, row: row)
        body(first, start..<start + 1)
        let rest = first.moved(by: 1, lengthenedBy: Float(Self.group - 2))
        body(rest, start + 1..<start + Self.group)
        continue
      }
      while bits != 0 {
        let index = bits.trailingZeroBitCount >> 3
        bits &= bits &- 1
        body(
          edge(group + index, column: start + index, row: row), start + index..<start + index + 1)
      }
    }
  }

  /// Whether a group of pixels is neither without coverage nor deep inside.
  @inline(__always)
  private func mayHaveEdge(_ group: UnsafeRawPointer) -> Bool {
    let here = Self.levels(group, 0)
    return here != 0
      && (here & Self.levels(group, -1) & Self.levels(group, 1) & Self.levels(group, rowBytes)
        & Self.levels(group, -rowBytes)) != .max
  }

  /// Of a group of pixels the top bit of each that has an edge: that is partly covered, or wholly
  /// beside one that is not covered at all.
  @inline(__always)
  private func edgeBits(_ group: UnsafeRawPointer) -> UInt64 {
    let here = Self.levels(group, 0)
    let besideNone =
      Self.zeros(Self.levels(group, -1)) | Self.zeros(Self.levels(group, 1))
      | Self.zeros(Self.levels(group, rowBytes)) | Self.zeros(Self.levels(group, -rowBytes))
    return ~Self.zeros(here) & (~Self.zeros(~here) | besideNone) & Self.topBits
  }

  /// Whether the pixels of a group and all around it are the same along each row, and not those
  /// above the same as those below: then one level line goes through all of them.
  @inline(__always)
  private func isSameAlong(_ group: UnsafeRawPointer) -> Bool {
    let (above, below) = (Self.levels(group, -rowBytes), Self.levels(group, rowBytes))
    let here = Self.levels(group, 0)
    return above != below
      && here == Self.levels(group, -1) && here == Self.levels(group, 1)
      && above == Self.levels(group, -rowBytes - 1) && above == Self.levels(group, -rowBytes + 1)
      && below == Self.levels(group, rowBytes - 1) && below == Self.levels(group, rowBytes + 1)
  }

  private static let topBits: UInt64 = 0x8080_8080_8080_8080

  /// The top bit of each byte that is 0.
  @inline(__always)
  private static func zeros(_ bytes: UInt64) -> UInt64 {
    // The sums of seven bits carry into the top bit unless they are 0.
    ~((bytes & ~topBits) &+ ~topBits | bytes) & topBits
  }

  /// The levels of a group of pixels, the first in the lowest byte.
  @inline(__always)
  private static func levels(_ group: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    group.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  private func edge(_ pixel: UnsafeRawPointer, column: Int, row: Int) -> OutlineEdge {
    func level(_ x: Int, _ y: Int) -> Int32 {
      Int32(pixel.load(fromByteOffset: x + y * rowBytes, as: UInt8.self))
    }
    let falling = level(1, 1) &- level(-1, -1)
    let rising = level(1, -1) &- level(-1, 1)
    let gradient = SIMD2<Float>(
      Float(falling &+ rising) + Float(level(1, 0) &- level(-1, 0)) * Self.weight,
      Float(falling &- rising) + Float(level(0, 1) &- level(0, -1)) * Self.weight)
    return OutlineEdge(
      coverage: Float(level(0, 0)) / 255, gradient: gradient,
      middle: SIMD2(Float(column) + 0.5, Float(row) + 0.5))
  }
}
