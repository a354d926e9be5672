/// What scan lines along both axes tell of an outline: what is inside of it, and where each of its
/// pieces is boundary.
///
/// How often contours wind around what is between two crossings decides (the non-zero rule).
struct OutlineScan {
  /// Pixels whose middles are inside.
  private(set) var insides: [PixelRun] = []
  /// What lines saw of each piece.
  private(set) var sights: [PieceSight]
  /// The runs of lines that saw a piece, but for the last one.
  private var earlier: [Int: [Range<Int>]] = [:]

  /// Scans so many pixels, which hold the outline; nil where it crosses too many lines.
  ///
  /// - Complexity: O(length of the outline · log(pieces) + lines).
  init?(_ outline: borrowing OutlinePieces, width: Int, height: Int) {
    guard
      let rows = ScanLines(outline, axis: .level, count: height * ScanLines.perPixel),
      let columns = ScanLines(outline, axis: .upright, count: width * ScanLines.perPixel)
    else { return nil }
    sights = (0..<outline.count).map { PieceSight(outline.base[$0]) }
    var entrance: Float = 0
    rows.forEachTurn { line, crossing, enters in
      see(line, crossing)
      guard line % ScanLines.perPixel == ScanLines.perPixel / 2 else { return }
      if enters {
        entrance = crossing.place
      } else {
        insides.append(PixelRun(row: line / ScanLines.perPixel, from: entrance, to: crossing.place))
      }
    }
    columns.forEachTurn { line, crossing, _ in see(line, crossing) }
  }

  /// The runs of lines that saw a piece as boundary, from the first line on.
  func runs(of piece: Int) -> [Range<Int>] {
    let last = sights[piece].seen
    return earlier[piece, default: []] + (last.isEmpty ? [] : [last])
  }

  /// Notes that a line met boundary.
  @inline(__always)
  private mutating func see(_ line: Int, _ crossing: ScanCrossing) {
    guard crossing.isTelling, let run = sights[crossing.piece].see(line) else { return }
    earlier[crossing.piece, default: []].append(run)
  }
}
