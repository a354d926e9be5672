/// Asks at single places whether a piece is boundary.
struct BoundaryProbe {
  /// The pieces looked at so far.
  private var work = 0

  /// Pieces that are looked at before places are guessed, as those of an outline made to be slow.
  private static let maximumWork = 1 << 24
  /// How often the stretch between two places is halved.
  private static let halvings = 3

  /// How far a piece is known to be boundary from a place across lines where it is towards another
  /// one where it is not.
  mutating func end(
    of piece: OutlinePiece, _ boundary: Float, _ other: Float, _ outline: borrowing OutlinePieces
  ) -> Float {
    var (boundary, other) = (boundary, other)
    for _ in 0..<Self.halvings {
      let middle = (boundary + other) * 0.5
      if isBoundary(piece, middle, outline) { boundary = middle } else { other = middle }
    }
    return boundary
  }

  /// Whether a piece is boundary in its middle.
  mutating func isBoundaryInTheMiddle(
    of piece: OutlinePiece, _ outline: borrowing OutlinePieces
  ) -> Bool {
    let across = piece.axis.across
    return isBoundary(piece, (piece.start[across] + piece.end[across]) * 0.5, outline)
  }

  /// Whether contours wind around what is on one side of a place on a piece, and not around what
  /// is on the other.
  private mutating func isBoundary(
    _ piece: OutlinePiece, _ place: Float, _ outline: borrowing OutlinePieces
  ) -> Bool {
    guard work < Self.maximumWork else { return true }
    work += outline.count
    let axis = piece.axis
    let here = piece.crossing(place, axis)
    var (before, behind) = (0, 0)
    for index in 0..<outline.count {
      let other = outline.base[index]
      let (start, end) = (other.start[axis.across], other.end[axis.across])
      guard (start <= place) != (end <= place) else { continue }
      let turn = start < end ? 1 : -1
      let crossing = other.crossing(place, axis)
      if crossing < here - ScanLines.seam { before += turn }
      if crossing < here + ScanLines.seam { behind += turn }
    }
    return (before == 0) != (behind == 0)
  }
}
