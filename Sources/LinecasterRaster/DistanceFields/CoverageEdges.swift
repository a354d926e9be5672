/// The edges in the coverage of a glyph, one in each pixel that is partly covered.
struct CoverageEdges {
  /// Coverage with empty pixels all around.
  private let levels: [UInt8]
  private let rowBytes: Int
  private let width: Int
  private let height: Int

  /// Copies the coverage of a bitmap.
  init(_ bitmap: GlyphBitmap) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.height))
    // Groups may be read from every pixel on.
    let padding = 2 + 2 * CoverageGroup.count
    let rowBytes = width + padding
    self.rowBytes = rowBytes
    self.width = width
    self.height = height
    levels = [UInt8](unsafeUninitializedCapacity: rowBytes * (height + 2)) { levels, count in
      count = rowBytes * (height + 2)
      bitmap.bytes.withUnsafeBufferPointer { bytes in
        guard let source = bytes.baseAddress, var target = levels.baseAddress else { return }
        target.initialize(repeating: 0, count: rowBytes + 1)
        target += rowBytes + 1
        for row in 0..<height {
          target.initialize(from: source + row * bitmap.rowBytes, count: width)
          (target + width).initialize(repeating: 0, count: padding)
          target += rowBytes
        }
        target.initialize(repeating: 0, count: rowBytes - 1)
      }
    }
  }

  /// The edges, those in line with each other put together, in pixels from the bitmap's top-left
  /// corner.
  ///
  /// - Complexity: O(pixels).
  func stretches() -> OutlineStretches {
    var stretches = OutlineStretches()
    levels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: width + 2) { columns in
        columns.initialize(repeating: -1)
        guard let ends = columns.baseAddress else { return }
        EdgeRow.withRow(width: width) { edges in
          for row in 0..<height {
            collect(base + ((row + 1) * rowBytes + 1), into: &edges)
            edges.locate(row: row)
            stretches.trace(edges, row: row, ends: ends + 1)
          }
        }
      }
    }
    return stretches
  }

  /// Finds the pixels of a row that have edges.
  @inline(__always)
  private func collect(_ line: UnsafeRawPointer, into row: inout EdgeRow) {
    var edges = row
    edges.removeAll()
    let width = width
    var start = 0
    while start < width {
      let column = start
      start &+= 2 &* CoverageGroup.count
      guard CoverageGroup.hasInk(line + column) else { continue }
      let group = CoverageGroup(line + column, rowBytes: rowBytes)
      let (first, second) = group.edgesOfTwo
      if first != 0 { group.collect(first, column: column, into: &edges) }
      if second != 0 {
        let next = column &+ CoverageGroup.count
        CoverageGroup(line + next, rowBytes: rowBytes).collect(second, column: next, into: &edges)
      }
    }
    row = edges
  }
}
