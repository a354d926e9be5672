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
  init(of outline: borrowing OutlinePieces, _ scan: consuming OutlineScan) {
    pieces.reserveCapacity(outline.count)
    outline.forEachContour { contour in
      let sights = scan.sights[contour]
      if sights.allSatisfy(\.isWhole), sights.contains(where: \.isBoundaryFirst) {
        for index in contour { pieces.append(outline.base[index]) }
      } else {
        cut(contour, of: outline, &scan)
      }
    }
  }

  /// Takes the parts of a contour that are boundary.
  private mutating func cut(
    _ contour: Range<Int>, of outline: borrowing OutlinePieces, _ scan: inout OutlineScan
  ) {
    for index in contour where scan.sights[index].lines.isEmpty {
      scan.settle(index, probe.isBoundaryInTheMiddle(of: outline.base[index], outline))
    }
    for index in contour {
      let before = scan.sights[index == contour.lowerBound ? contour.upperBound - 1 : index - 1]
      let after = scan.sights[index + 1 == contour.upperBound ? contour.lowerBound : index + 1]
      let sight = scan.sights[index]
      let ends = (before.isBoundaryAtEnd, after.isBoundaryAtStart)
      if sight.isWhole, ends == (true, true) || sight.lines.isEmpty {
        if sight.isBoundaryFirst { pieces.append(outline.base[index]) }
      } else {
        cut(outline.base[index], sight, scan.runs(of: index), ends, outline)
      }
    }
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
