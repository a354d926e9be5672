/// The part of an outline that goes through one pixel, or some beside each other: a straight line,
/// in pixels, y down.
struct LocatedEdge {
  /// The upper end, or the left one.
  let start: SIMD2<Float>
  let end: SIMD2<Float>
  let firstColumn: Int
  let lastColumn: Int

  /// Reads an edge of a row that is located.
  @inline(__always)
  init(_ row: EdgeRow, _ index: Int) {
    let edge = UnsafeRawPointer(row.edge(index))
    typealias Offset = EdgeRow.Offset
    start = SIMD2(
      edge.load(fromByteOffset: Offset.startX, as: Float.self),
      edge.load(fromByteOffset: Offset.startY, as: Float.self))
    end = SIMD2(
      edge.load(fromByteOffset: Offset.endX, as: Float.self),
      edge.load(fromByteOffset: Offset.endY, as: Float.self))
    firstColumn = Int(edge.load(fromByteOffset: Offset.firstColumn, as: Int32.self))
    lastColumn = Int(edge.load(fromByteOffset: Offset.lastColumn, as: Int32.self))
  }

  /// An upright edge through a pixel with some top.
  @inline(__always)
  init(_ upright: UprightEdge, top: Float) {
    (start, end) = (SIMD2(upright.x, top), SIMD2(upright.x, top + 1))
    firstColumn = Int(upright.column)
    lastColumn = firstColumn
  }
}
