/// The pieces of an outline that have the inside of the glyph on one side only.
///
/// Contours of real fonts lie across each other, and what of them is inside of others is no edge.
/// Where a line sees a piece and the next one does not, the place between is probed. What is
/// narrower than the lines are apart, such as a tiny hole, may stay unseen.
struct OutlineBoundary {
  /// The pieces, cut to within 1/40 of a pixel where only a part is boundary.
  private(set) var pieces: [OutlinePiece] = []

  private var probe = BoundaryProbe()

  /// Finds the boundary by what scan lines saw.
  ///
  /// - Complexity: O(pieces · (1 + places where contours cross)), bounded.
  init(of outline: borrowing OutlinePieces, _ scan: OutlineScan) {
    pieces.reserveCapacity(outline.count)
    outline.forEachContour { contour in
      let sights = scan.sights[contour]
      if sights.allSatisfy(\.isWhole), sights.contains(where: \.isBoundaryAtStart) {
        for index in contour { pieces.append(outline.base[index]) }
      } else {
        cut(contour, of: outline, scan)
      }
    }
  }

  /// Takes the parts of a contour that are boundary.
  private mutating func cut(
    _ contour: Range<Int>, of outline: borrowing OutlinePieces, _ scan: OutlineScan
  ) {
    var ends: [(start: Bool, end: Bool)] = []
    for index in contour {
      ends.append(boundaryEnds(of: outline.base[index], scan.sights[index], outline))
    }
    for (place, index) in contour.enumerated() {
      let (piece, sight) = (outline.base[index], scan.sights[index])
      let before = ends[place == 0 ? ends.count - 1 : place - 1].end
      let after = ends[place == ends.count - 1 ? 0 : place + 1].start
      if sight.lines.isEmpty {
        if ends[place].start { pieces.append(piece) }
      } else if sight.isWhole, before, after {
        pieces.append(piece)
      } else {
        cut(piece, sight, scan.runs(of: index), (before, after), outline)
      }
    }
  }

  /// Whether a piece starts and ends as boundary; lines say nothing of one that none crosses.
  private mutating func boundaryEnds(
    of piece: OutlinePiece, _ sight: PieceSight, _ outline: borrowing OutlinePieces
  ) -> (start: Bool, end: Bool) {
    guard sight.lines.isEmpty else { return (sight.isBoundaryAtStart, sight.isBoundaryAtEnd) }
    let isBoundary = probe.isBoundaryInTheMiddle(of: piece, outline)
    return (isBoundary, isBoundary)
  }

  /// Takes the parts of a piece that are boundary.
  ///
  /// - Parameters:
  ///   - runs: The lines that saw it.
  ///   - ends: Whether the piece before it ends as boundary and the one behind it starts so.
  private mutating func cut(
    _ piece: OutlinePiece, _ sight: PieceSight, _ runs: [Range<Int>], _ ends: (Bool, Bool),
    _ outline: borrowing OutlinePieces
  ) {
    let (first, last) = sight.goesForward ? ends : (ends.1, ends.0)
    var cutter = PieceCutter(piece, isBoundary: first)
    var line = sight.lines.lowerBound
    for run in runs {
      cutter.pass(line..<run.lowerBound, isBoundary: false, outline, &probe)
      cutter.pass(run, isBoundary: true, outline, &probe)
      line = run.upperBound
    }
    cutter.pass(line..<sight.lines.upperBound, isBoundary: false, outline, &probe)
    pieces += cutter.finish(isBoundary: last, outline, &probe)
  }
}

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
