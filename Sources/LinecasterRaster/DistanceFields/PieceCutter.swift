/// Cuts the parts that are boundary out of a piece, going from line to line.
struct PieceCutter {
  private let piece: OutlinePiece
  private let axis: ScanAxis
  /// Where on the piece, across lines, it has come to, and whether that is boundary.
  private var place: Float
  private var isBoundary: Bool
  /// Where the part under way starts.
  private var start: Float
  private var parts: [OutlinePiece] = []

  /// Starts at the end of a piece that lines meet first.
  init(_ piece: OutlinePiece, isBoundary: Bool) {
    (self.piece, axis, self.isBoundary) = (piece, piece.axis, isBoundary)
    place = min(piece.start[axis.across], piece.end[axis.across])
    start = place
  }

  /// Goes on along lines that all met boundary, or none.
  mutating func pass(
    _ lines: Range<Int>, isBoundary: Bool, _ outline: borrowing OutlinePieces,
    _ probe: inout BoundaryProbe
  ) {
    guard let first = lines.first, let last = lines.last else { return }
    let step = 1 / Float(ScanLines.perPixel)
    go(to: Float(first) * step, isBoundary, outline, &probe)
    place = Float(last) * step
  }

  /// Goes on to the other end, and returns the parts.
  mutating func finish(
    isBoundary: Bool, _ outline: borrowing OutlinePieces, _ probe: inout BoundaryProbe
  ) -> [OutlinePiece] {
    let end = max(piece.start[axis.across], piece.end[axis.across])
    go(to: end, isBoundary, outline, &probe)
    if isBoundary { add(upTo: end) }
    return parts
  }

  private mutating func go(
    to next: Float, _ isNextBoundary: Bool, _ outline: borrowing OutlinePieces,
    _ probe: inout BoundaryProbe
  ) {
    if isNextBoundary != isBoundary {
      let (inside, outside) = isBoundary ? (place, next) : (next, place)
      let turn = probe.end(of: piece, inside, outside, outline)
      if isBoundary { add(upTo: turn) }
      start = turn
    }
    (place, isBoundary) = (next, isNextBoundary)
  }

  private mutating func add(upTo end: Float) {
    if start < end { parts.append(piece.part(from: start, to: end, axis)) }
  }
}
