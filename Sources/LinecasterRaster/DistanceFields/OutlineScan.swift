import LinecasterBase

/// Scans an outline with lines along both axes to find its inside, and the parts of its pieces that
/// are boundary.
///
/// The winding number between two crossings decides (the non-zero rule).
struct OutlineScan {
  /// The pixels whose centres are inside.
  private(set) var insides: [(row: Int, columns: Range<Int>)] = []
  /// The scan results of each piece.
  private(set) var sights: [PieceSight]
  /// The earlier runs of lines on which a piece is boundary, without the last run.
  private var earlier: [Int: [Range<Int>]] = [:]

  /// Scans the pixels that contain the outline; `nil` if it crosses too many lines.
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

  /// Returns the runs of lines on which a piece is boundary, from the first line on.
  func runs(of piece: Int) -> [Range<Int>] {
    let last = sights[piece].seen
    return earlier[piece, default: []] + (last.isEmpty ? [] : [last])
  }

  /// Returns the pieces with the inside of the glyph on one side only; a piece that is boundary in
  /// part is cut to within 1/40 of a pixel.
  ///
  /// - Complexity: O(pieces · (1 + crossings of contours)), bounded.
  func boundary(of outline: borrowing OutlinePieces) -> [OutlinePiece] {
    OutlineBoundary(of: outline, self).pieces
  }

  /// Records that a piece is boundary on a line.
  @inline(__always)
  private mutating func see(_ line: Int, _ crossing: ScanCrossing) {
    guard crossing.isTelling, let run = sights[crossing.piece].see(line) else { return }
    earlier[crossing.piece, default: []].append(run)
  }
}

/// The scan lines on which a piece is boundary.
struct PieceSight {
  /// The scan lines of the piece's main axis.
  let lines: Range<Int>
  /// Whether the piece runs towards later lines.
  let goesForward: Bool
  /// The last run of consecutive lines on which it is boundary; may be empty.
  private(set) var seen: Range<Int>

  /// Whether the piece is boundary at its end towards earlier lines.
  private var isBoundaryFirst = false
  /// Whether the piece is boundary at its end towards later lines.
  private var isBoundaryLast = false

  /// Creates the empty result of a piece.
  @inline(__always)
  init(_ piece: OutlinePiece) {
    let axis = piece.axis
    lines = piece.lines(along: axis)
    seen = lines.lowerBound..<lines.lowerBound
    goesForward = piece.start[axis.across] < piece.end[axis.across]
  }

  /// Records that the piece is boundary on a line; returns the previous run if there is a gap.
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

  /// Whether the piece is boundary on all lines that cross it.
  var isWhole: Bool { seen == lines }
  /// Whether the piece is boundary at its start, according to the lines.
  var isBoundaryAtStart: Bool { goesForward ? isBoundaryFirst : isBoundaryLast }
  /// Whether the piece is boundary at its end, according to the lines.
  var isBoundaryAtEnd: Bool { goesForward ? isBoundaryLast : isBoundaryFirst }
}

/// The pieces of an outline with the inside of the glyph on one side only.
///
/// Contours of real fonts overlap, and their parts inside other contours are not edges. Between a
/// line on which a piece is boundary and one on which it is not, the exact position is probed.
/// Features narrower than the distance of lines, such as a tiny hole, may be missed.
private struct OutlineBoundary {
  /// The pieces; those that are boundary in part are cut to within 1/40 of a pixel.
  private(set) var pieces: [OutlinePiece] = []

  private var probe = BoundaryProbe()

  /// Finds the boundary from the scan results.
  ///
  /// - Complexity: O(pieces · (1 + crossings of contours)), bounded.
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

  /// Adds the boundary parts of a contour.
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

  /// Returns whether a piece starts and ends as boundary; probes a piece that no line crosses.
  private mutating func boundaryEnds(
    of piece: OutlinePiece, _ sight: PieceSight, _ outline: borrowing OutlinePieces
  ) -> (start: Bool, end: Bool) {
    guard sight.lines.isEmpty else { return (sight.isBoundaryAtStart, sight.isBoundaryAtEnd) }
    let isBoundary = probe.isBoundaryInTheMiddle(of: piece, outline)
    return (isBoundary, isBoundary)
  }

  /// Adds the boundary parts of a piece.
  ///
  /// - Parameters:
  ///   - runs: The lines on which it is boundary.
  ///   - ends: Whether the previous piece ends as boundary, and the next one starts so.
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

/// Cuts the boundary parts out of a piece, from line to line.
private struct PieceCutter {
  private let piece: OutlinePiece
  private let axis: ScanAxis
  /// The current position on the piece, across lines, and whether it is boundary there.
  private var place: Float
  private var isBoundary: Bool
  /// The start of the current part.
  private var start: Float
  private var parts: [OutlinePiece] = []

  /// Starts at the end of a piece that lines meet first.
  init(_ piece: OutlinePiece, isBoundary: Bool) {
    (self.piece, axis, self.isBoundary) = (piece, piece.axis, isBoundary)
    place = min(piece.start[axis.across], piece.end[axis.across])
    start = place
  }

  /// Advances along lines with the same result.
  mutating func pass(
    _ lines: Range<Int>, isBoundary: Bool, _ outline: borrowing OutlinePieces,
    _ probe: inout BoundaryProbe
  ) {
    guard let first = lines.first, let last = lines.last else { return }
    let step = 1 / Float(ScanLines.perPixel)
    go(to: Float(first) * step, isBoundary, outline, &probe)
    place = Float(last) * step
  }

  /// Advances to the other end, and returns the parts.
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

/// Tests at single positions whether a piece is boundary.
private struct BoundaryProbe {
  /// The number of pieces visited so far.
  private var work = 0

  /// The maximum number of visited pieces; beyond, positions are guessed, as for outlines made to
  /// be slow.
  private static let maximumWork = 1 << 24
  /// The number of bisections between two positions.
  private static let halvings = 3

  /// Returns the position up to which a piece is known to be boundary, between a position that is
  /// and one that is not.
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

  /// Whether the winding number is zero on exactly one side of a position on a piece.
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

/// Scan lines through an outline, and their crossings with its pieces.
struct ScanLines {
  /// The number of lines per pixel; even, so that one runs through pixel centres.
  static let perPixel = 8
  /// The maximum number of crossings, 8 MiB.
  static let maximumCrossings = 1 << 20
  /// The distance in pixels below which crossings count as one, so that touching shapes have no
  /// seam.
  static let seam: Float = 0.001
  /// The maximum number of crossings in a line for insertion sort.
  private static let fewCrossings = 40

  /// The crossings of each line, sorted by position.
  private let crossings: [ScanCrossing]
  /// The start of each line's crossings in `crossings`, plus the end.
  private let starts: [Int]

  /// Finds the crossings of a number of lines; `nil` if there are too many.
  ///
  /// - Complexity: O(crossings · log(crossings of a line) + lines).
  @inline(__always)
  init?(_ outline: borrowing OutlinePieces, axis: ScanAxis, count: Int) {
    guard let starts = Self.starts(outline, axis, count) else { return nil }
    self.starts = starts
    // An array without capacity would write into memory that all empty arrays share.
    guard starts[count] > 0 else {
      crossings = []
      return
    }
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

  /// Returns the start of each line's crossings, plus the total count.
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

  /// Calls `body` with each crossing at which a line enters or leaves the inside, line by line.
  ///
  /// If pieces coincide, one of them counts, or none if both sides are inside.
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

  /// Sorts the crossings of a line, which are few in most glyphs.
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

/// A crossing of an outline piece and a scan line; crossings compare by position along the line.
struct ScanCrossing: Comparable {
  /// The bits of the position, which for positive numbers compare like the numbers; the piece's
  /// index; whether this is the piece's main axis; whether it runs forward.
  private let bits: UInt64

  /// - Parameters:
  ///   - place: The position in pixels along the line; not negative.
  ///   - piece: The index of the piece, below 2³⁰.
  ///   - isTelling: Whether this is the piece's main axis.
  ///   - goesForward: Whether the piece runs towards later lines.
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

  /// The change of the winding number behind the crossing.
  @inline(__always)
  var turn: Int { bits & 1 == 0 ? -1 : 1 }

  @inline(__always)
  static func < (one: ScanCrossing, other: ScanCrossing) -> Bool { one.bits < other.bits }
}
