import LinecasterBase

/// What scan lines along both axes tell of an outline: what is inside of it, and where each of its
/// pieces is boundary.
///
/// How often contours wind around what is between two crossings decides (the non-zero rule).
struct OutlineScan {
  /// Pixels whose middles are inside.
  private(set) var insides: [(row: Int, columns: Range<Int>)] = []
  /// What lines saw of each piece.
  private(set) var sights: [PieceSight]
  /// The runs of lines that saw a piece, but for the last one.
  private var earlier: [Int: [Range<Int>]] = [:]

  /// Scans a number of pixels, which hold the outline; nil where it crosses too many lines.
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
        // Both are positive.
        let (first, behind) = (
          Int(saturating: entrance + 0.5), Int(saturating: crossing.place + 0.5)
        )
        insides.append((line / ScanLines.perPixel, first..<max(first, behind)))
      }
    }
    columns.forEachTurn { line, crossing, _ in see(line, crossing) }
  }

  /// The runs of lines that saw a piece as boundary, from the first line on.
  func runs(of piece: Int) -> [Range<Int>] {
    let last = sights[piece].seen
    return earlier[piece, default: []] + (last.isEmpty ? [] : [last])
  }

  /// The pieces of the outline that have the inside of the glyph on one side only, cut to within
  /// 1/40 of a pixel where only a part is boundary.
  ///
  /// - Complexity: O(pieces · (1 + places where contours cross)), bounded.
  func boundary(of outline: borrowing OutlinePieces) -> [OutlinePiece] {
    OutlineBoundary(of: outline, self).pieces
  }

  /// Notes that a line met boundary.
  @inline(__always)
  private mutating func see(_ line: Int, _ crossing: ScanCrossing) {
    guard crossing.isTelling, let run = sights[crossing.piece].see(line) else { return }
    earlier[crossing.piece, default: []].append(run)
  }
}

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

/// The pieces of an outline that have the inside of the glyph on one side only.
///
/// Contours of real fonts lie across each other, and what of them is inside of others is no edge.
/// Where a line sees a piece and the next one does not, the place between is probed. What is
/// narrower than the lines are apart, such as a tiny hole, may stay unseen.
private struct OutlineBoundary {
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
private struct PieceCutter {
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
private struct BoundaryProbe {
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

/// Lines through an outline, a number of them a pixel, and where its pieces cross them.
struct ScanLines {
  /// Lines a pixel; even, so that one goes through the middles of pixels.
  static let perPixel = 8
  /// The most crossings: 8 MiB of them.
  static let maximumCrossings = 1 << 20
  /// Crossings nearer to each other, in pixels, are one place, so that shapes that touch have no
  /// seam.
  static let seam: Float = 0.001
  /// The most crossings of a line that are put in order one by one.
  private static let fewCrossings = 40

  /// The crossings of each line, in the order of their places.
  private let crossings: [ScanCrossing]
  /// Where in `crossings` those of each line start, and at last the end.
  private let starts: [Int]

  /// Finds the crossings of a given number of lines; nil where there are too many of them.
  ///
  /// - Complexity: O(crossings · log(crossings of a line) + lines).
  @inline(__always)
  init?(_ outline: borrowing OutlinePieces, axis: ScanAxis, count: Int) {
    guard let starts = Self.starts(outline, axis, count) else { return nil }
    self.starts = starts
    crossings = [ScanCrossing](unsafeUninitializedCapacity: starts[count]) { crossings, total in
      total = starts[count]
      var next = starts
      for index in 0..<outline.count {
        let piece = outline.base[index]
        let lines = piece.lines(along: axis)
        guard !lines.isEmpty else { continue }
        let (first, across) = (piece.start[axis.along], piece.start[axis.across])
        let (away, down) = (piece.end[axis.along] - first, piece.end[axis.across] - across)
        let step = away / (down * Float(Self.perPixel))
        var place = first + (Float(lines.lowerBound) - across * Float(Self.perPixel)) * step
        let isTelling = piece.axis == axis
        for line in lines {
          crossings[next[line]] = ScanCrossing(
            place: place, piece: index, isTelling: isTelling, goesForward: down > 0)
          next[line] += 1
          place += step
        }
      }
      for line in 0..<count { Self.sort(crossings, starts[line], starts[line + 1]) }
    }
  }

  /// Where the crossings of each line start, and at last how many there are.
  @inline(__always)
  private static func starts(
    _ outline: borrowing OutlinePieces, _ axis: ScanAxis, _ count: Int
  ) -> [Int]? {
    var total = 0
    var starts = [Int](repeating: 0, count: count + 1)
    for index in 0..<outline.count {
      let lines = outline.base[index].lines(along: axis)
      total += lines.count
      starts[lines.lowerBound] += 1
      starts[lines.upperBound] -= 1
    }
    guard total <= maximumCrossings else { return nil }
    var (open, start) = (0, 0)
    for line in 0...count {
      open += starts[line]
      starts[line] = start
      start += open
    }
    return starts
  }

  /// Where lines enter and leave what contours wind around, line by line.
  ///
  /// Where pieces lie on each other, one of them is where lines enter or leave, or none if there is
  /// the inside on both sides.
  @inline(__always)
  func forEachTurn(_ body: (Int, ScanCrossing, _ enters: Bool) -> Void) {
    crossings.withUnsafeBufferPointer { crossings in
      for line in 0..<starts.count - 1 {
        let (start, end) = (starts[line], starts[line + 1])
        var winding = 0
        var index = start
        while index < end {
          let (crossing, before) = (crossings[index], winding)
          let seam = crossing.place + Self.seam
          repeat {
            winding += crossings[index].turn
            index += 1
          } while index < end && crossings[index].place < seam
          if (before == 0) != (winding == 0) { body(line, crossing, winding != 0) }
        }
      }
    }
  }

  /// Puts the crossings of a line in order, which are few in most glyphs.
  @inline(__always)
  private static func sort(
    _ crossings: UnsafeMutableBufferPointer<ScanCrossing>, _ start: Int, _ end: Int
  ) {
    guard end - start <= fewCrossings else { return crossings[start..<end].sort() }
    var next = start + 1
    while next < end {
      let crossing = crossings[next]
      var place = next
      while place > start, crossing < crossings[place - 1] {
        crossings[place] = crossings[place - 1]
        place -= 1
      }
      crossings[place] = crossing
      next += 1
    }
  }
}

/// Where a piece of an outline crosses a scan line; they compare as their places along it do.
struct ScanCrossing: Comparable {
  /// The bits of the place, of which those of positive numbers compare as the numbers do; the
  /// piece's number; whether lines of this axis tell most of it; whether it goes forward.
  private let bits: UInt64

  /// - Parameters:
  ///   - place: Where, in pixels along the line; not negative.
  ///   - piece: The number of the piece, below 2³⁰.
  ///   - isTelling: Whether lines along this axis tell most of the piece.
  ///   - goesForward: Whether the piece leads to lines that follow.
  @inline(__always)
  init(place: Float, piece: Int, isTelling: Bool, goesForward: Bool) {
    bits =
      UInt64(place.bitPattern) << 32 | UInt64(UInt32(truncatingIfNeeded: piece)) << 2
      | (isTelling ? 2 : 0) | (goesForward ? 1 : 0)
  }

  @inline(__always)
  var place: Float { Float(bitPattern: UInt32(truncatingIfNeeded: bits >> 32)) }

  @inline(__always)
  var piece: Int { Int(UInt32(truncatingIfNeeded: bits) >> 2) }

  @inline(__always)
  var isTelling: Bool { bits & 2 != 0 }

  /// What it adds to how often contours wind around what is behind it.
  @inline(__always)
  var turn: Int { bits & 1 == 0 ? -1 : 1 }

  @inline(__always)
  static func < (one: ScanCrossing, other: ScanCrossing) -> Bool { one.bits < other.bits }
}
