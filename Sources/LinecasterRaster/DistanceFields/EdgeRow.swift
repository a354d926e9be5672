/// The edges in a row of pixels, from left to right: the straight parts of an outline, each of
/// which goes through one pixel, or through some where it is level.
///
/// Upright edges are apart. Of the others, four stand in a block, number by number, to be worked on
/// at once. The memory is lent by `withRow`, to which the row must not outlive the call.
struct EdgeRow {
  /// Edges that are not upright.
  private(set) var count = 0
  private(set) var uprightCount = 0

  private let blocks: UnsafeMutableRawPointer
  private let uprights: UnsafeMutableRawPointer

  /// How coverage grows at a right angle to a straight line, from nothing to all.
  static let straight: Float = 17 * 255

  /// Where in a block the four numbers of a kind are; an edge's place takes those of what it was
  /// found by.
  enum Offset {
    static let coverage = 0
    static let across = 16
    static let down = 32
    static let column = 48
    /// Pixels beyond the first that a level edge goes through.
    static let further = 64
    static let firstColumn = 80
    static let lastColumn = 96
    /// The levels of the eight pixels around, together.
    static let around = 112
    static let block = 128

    static let startX = 0
    static let startY = 16
    static let endX = 32
    static let endY = 48
  }

  /// Lends a row that is wide enough for an edge in each column.
  static func withRow(width: Int, _ body: (inout EdgeRow) -> Void) {
    let capacity = (width + CoverageGroup.count) & ~3
    let blockBytes = capacity / 4 * Offset.block
    withUnsafeTemporaryAllocation(
      byteCount: blockBytes + capacity * MemoryLayout<UprightEdge>.stride, alignment: 16
    ) { bytes in
      // The last block may be worked on before it is full.
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      guard let base = bytes.baseAddress else { return }
      var row = EdgeRow(blocks: base, uprights: base + blockBytes)
      body(&row)
    }
  }

  private init(blocks: UnsafeMutableRawPointer, uprights: UnsafeMutableRawPointer) {
    (self.blocks, self.uprights) = (blocks, uprights)
  }

  @inline(__always)
  mutating func removeAll() {
    (count, uprightCount) = (0, 0)
  }

  /// Puts an edge down by what tells where it is.
  ///
  /// - Parameters:
  ///   - coverage: The level of the pixel.
  ///   - around: The levels of the eight pixels around, together.
  ///   - across: How coverage grows to the right.
  ///   - down: How coverage grows downwards; along straight lines `straight` is the length of both.
  ///   - column: The pixel's column.
  ///   - length: How many pixels the edge goes through.
  @inline(__always)
  mutating func append(
    coverage: Int32, around: Int32, across: Int32, down: Int32, column: Int, length: Int
  ) {
    let (first, further) = (
      Int32(truncatingIfNeeded: column), Int32(truncatingIfNeeded: length) &- 1
    )
    let edge = edge(count)
    edge.storeBytes(of: Float(coverage), toByteOffset: Offset.coverage, as: Float.self)
    edge.storeBytes(of: Float(around), toByteOffset: Offset.around, as: Float.self)
    edge.storeBytes(of: Float(across), toByteOffset: Offset.across, as: Float.self)
    edge.storeBytes(of: Float(down), toByteOffset: Offset.down, as: Float.self)
    edge.storeBytes(of: Float(first), toByteOffset: Offset.column, as: Float.self)
    edge.storeBytes(of: Float(further), toByteOffset: Offset.further, as: Float.self)
    edge.storeBytes(of: first, toByteOffset: Offset.firstColumn, as: Int32.self)
    edge.storeBytes(of: first &+ further, toByteOffset: Offset.lastColumn, as: Int32.self)
    count &+= 1
  }

  /// Puts down an edge that leaves so much of its pixel covered.
  @inline(__always)
  mutating func appendUpright(coverage: Int32, growsRight: Bool, column: Int) {
    let share = Float(coverage) * (1 / 255)
    let x = Float(Int32(truncatingIfNeeded: column)) + (growsRight ? 1 - share : share)
    uprights.storeBytes(
      of: UprightEdge(x: x, column: Int32(truncatingIfNeeded: column)),
      toByteOffset: uprightCount &* MemoryLayout<UprightEdge>.stride, as: UprightEdge.self)
    uprightCount &+= 1
  }

  @inline(__always)
  func upright(_ index: Int) -> UprightEdge {
    uprights.load(
      fromByteOffset: index &* MemoryLayout<UprightEdge>.stride, as: UprightEdge.self)
  }

  /// The memory of the block of the edge with a number.
  @inline(__always)
  func block(_ index: Int) -> UnsafeMutableRawPointer {
    blocks + index &>> 2 &* Offset.block
  }

  /// The memory of the edge with a number.
  @inline(__always)
  func edge(_ index: Int) -> UnsafeMutableRawPointer {
    blocks + (index &>> 2 &* Offset.block &+ (index & 3) &* MemoryLayout<Float>.stride)
  }
}
