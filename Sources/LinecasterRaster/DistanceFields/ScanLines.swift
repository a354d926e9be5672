/// Lines through an outline, so many a pixel, and where its pieces cross them.
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

  /// Finds the crossings of so many lines; nil where there are too many of them.
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
