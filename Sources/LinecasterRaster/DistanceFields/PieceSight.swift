/// How far the scan lines that cross a piece have seen it as boundary.
struct PieceSight {
  /// The lines of the axis that tells most of the piece.
  let lines: Range<Int>
  /// Whether the piece leads to lines that follow.
  let goesForward: Bool
  /// The last run of lines without a gap that met boundary; empty where none did.
  private(set) var seen: Range<Int>

  /// Whether the piece is boundary at its end at the lines before.
  private var isBoundaryFirst = false
  /// Whether the piece is boundary at its end at the lines that follow.
  private var isBoundaryLast = false

  /// Makes the sight of a piece that no line has met yet.
  @inline(__always)
  init(_ piece: OutlinePiece) {
    let axis = piece.axis
    lines = piece.lines(along: axis)
    seen = lines.lowerBound..<lines.lowerBound
    goesForward = piece.start[axis.across] < piece.end[axis.across]
  }

  /// Notes that a line met boundary, and returns the run before where there is a gap between.
  @inline(__always)
  mutating func see(_ line: Int) -> Range<Int>? {
    if line == lines.lowerBound { isBoundaryFirst = true }
    if line &+ 1 == lines.upperBound { isBoundaryLast = true }
    guard line != seen.upperBound else {
      seen = Range(uncheckedBounds: (seen.lowerBound, line &+ 1))
      return nil
    }
    let last = seen
    seen = Range(uncheckedBounds: (line, line &+ 1))
    return last.isEmpty ? nil : last
  }

  /// Whether all lines that cross it met boundary.
  var isWhole: Bool { seen == lines }
  /// Whether the piece is boundary where it starts, as far as lines saw.
  var isBoundaryAtStart: Bool { goesForward ? isBoundaryFirst : isBoundaryLast }
  /// Whether the piece is boundary where it ends, as far as lines saw.
  var isBoundaryAtEnd: Bool { goesForward ? isBoundaryLast : isBoundaryFirst }
}
