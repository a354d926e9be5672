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
