/// Eight pixels of coverage beside each other, with those around them.
///
/// The pointers are good while `CoverageEdges` lends its levels, whose padding may be read.
struct CoverageGroup {
  private let line: UnsafeRawPointer
  private let above: UnsafeRawPointer
  private let below: UnsafeRawPointer

  static let count = 8
  /// The least level of a pixel in a seam.
  private static let seam: UInt8 = 250
  private static let topBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  init(_ line: UnsafeRawPointer, rowBytes: Int) {
    (self.line, above, below) = (line, line - rowBytes, line + rowBytes)
  }

  /// Whether any pixel of two groups is covered at all.
  @inline(__always)
  static func hasInk(_ line: UnsafeRawPointer) -> Bool {
    eight(line, 0) | eight(line, count) != 0
  }

  /// Of this group and the next the top bits of pixels that have an edge: that are partly covered,
  /// or wholly beside one that is not covered at all.
  ///
  /// Where contours meet, rounding leaves seams of pixels that are not quite covered, and no edge.
  @inline(__always)
  var edgesOfTwo: (UInt64, UInt64) {
    let here = Self.sixteen(line, 0)
    let isFull = Self.bytes(here .== SIMD16<UInt8>(repeating: .max))
    let lowest = Self.lower(
      Self.lower(Self.sixteen(line, -1), Self.sixteen(line, 1)),
      Self.lower(Self.sixteen(above, 0), Self.sixteen(below, 0)))
    let isSeam = Self.bytes(Self.lower(here, lowest) .>= SIMD16<UInt8>(repeating: Self.seam))
    let edges = ~Self.zeros(here) & (~isFull | Self.zeros(lowest)) & ~isSeam
    return (edges.x & Self.topBits, edges.y & Self.topBits)
  }

  /// Takes down the edges of the group.
  ///
  /// - Parameters:
  ///   - edges: The top bits of the pixels that have one; not 0.
  ///   - column: The column of the first pixel.
  @inline(__always)
  func collect(_ edges: UInt64, column: Int, into row: inout EdgeRow) {
    var left = edges
    if isSameDown {
      while left != 0 {
        let index = left.trailingZeroBitCount &>> 3
        left &= left &- 1
        collectUpright(index, column: column &+ index, into: &row)
      }
    } else if edges == Self.topBits, isSameAlong {
      append(0, column: column, length: Self.count, to: &row)
    } else {
      while left != 0 {
        let index = left.trailingZeroBitCount &>> 3
        left &= left &- 1
        append(index, column: column &+ index, length: 1, to: &row)
      }
    }
  }

  /// Takes down an edge where rows are the same.
  @inline(__always)
  private func collectUpright(_ index: Int, column: Int, into row: inout EdgeRow) {
    let (before, behind) = (level(line, index &- 1), level(line, index &+ 1))
    guard before != behind else { return append(index, column: column, length: 1, to: &row) }
    row.appendUpright(coverage: level(line, index), growsRight: before < behind, column: column)
  }

  @inline(__always)
  private func append(_ index: Int, column: Int, length: Int, to row: inout EdgeRow) {
    let (northWest, north) = (level(above, index &- 1), level(above, index))
    let (northEast, west) = (level(above, index &+ 1), level(line, index &- 1))
    let (here, east) = (level(line, index), level(line, index &+ 1))
    let (southWest, south) = (level(below, index &- 1), level(below, index))
    let southEast = level(below, index &+ 1)
    let (falling, rising) = (southEast &- northWest, northEast &- southWest)
    // Pixels beside one count 1.4 times as much as those at its corners; they alone matter where
    // the outline goes along the side of a pixel.
    let (corner, side): (Int32, Int32) = here == 255 ? (0, 17) : (5, 7)
    row.append(
      coverage: here,
      around: northWest &+ north &+ northEast &+ west &+ east &+ southWest &+ south &+ southEast,
      across: (falling &+ rising) &* corner &+ (east &- west) &* side,
      down: (falling &- rising) &* corner &+ (south &- north) &* side,
      column: column, length: length)
  }

  /// Whether the pixels of the group and all around it are the same along each row, and not those
  /// above the same as those below: then one level line goes through all of them.
  @inline(__always)
  private var isSameAlong: Bool {
    let (here, top, bottom) = (
      Self.eight(line, 0), Self.eight(above, 0), Self.eight(below, 0)
    )
    return top != bottom
      && here == Self.eight(line, -1) && here == Self.eight(line, 1)
      && top == Self.eight(above, -1) && top == Self.eight(above, 1)
      && bottom == Self.eight(below, -1) && bottom == Self.eight(below, 1)
  }

  /// Whether the rows above and below are the same: then all lines are upright.
  @inline(__always)
  private var isSameDown: Bool {
    let (here, before, behind) = (Self.eight(line, 0), Self.eight(line, -1), Self.eight(line, 1))
    return here == Self.eight(above, 0) && here == Self.eight(below, 0)
      && before == Self.eight(above, -1) && before == Self.eight(below, -1)
      && behind == Self.eight(above, 1) && behind == Self.eight(below, 1)
  }

  @inline(__always)
  private func level(_ row: UnsafeRawPointer, _ index: Int) -> Int32 {
    Int32(truncatingIfNeeded: row.load(fromByteOffset: index, as: UInt8.self))
  }

  @inline(__always)
  private static func eight(_ row: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    row.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inline(__always)
  private static func sixteen(_ row: UnsafeRawPointer, _ offset: Int) -> SIMD16<UInt8> {
    row.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  private static func lower(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
    one.replacing(with: other, where: other .< one)
  }

  @inline(__always)
  private static func zeros(_ levels: SIMD16<UInt8>) -> SIMD2<UInt64> {
    bytes(levels .== SIMD16<UInt8>.zero)
  }

  /// Bytes that are 255 where a mask is true, else 0.
  @inline(__always)
  private static func bytes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }
}
