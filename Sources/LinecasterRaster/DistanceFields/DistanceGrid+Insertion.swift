extension DistanceGrid {
  private typealias Group = SIMD4<Float>

  /// Brings a piece near the pixels around.
  mutating func insert(_ piece: OutlinePiece) {
    let (start, end) = (piece.start, piece.end)
    let columns = range(start.x, end.x, width)
    let rows = range(start.y, end.y, height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    if start.x == end.x || start.y == end.y {
      insertUpright(start, end, columns, rows)
    } else {
      insertSlanted(start, end, columns, rows)
    }
  }

  /// The pixels whose middles are within the spread of a piece.
  @inline(__always)
  private func range(_ one: Float, _ other: Float, _ limit: Int) -> Range<Int> {
    let start = max(0, Int(min(one, other) - spread + 0.5))
    let end = min(limit, Int(max(one, other) + spread + 0.5))
    return start..<max(start, end)
  }

  /// A piece along an axis: distances along the axes have nothing to do with each other.
  @inline(__always)
  private mutating func insertUpright(
    _ start: SIMD2<Float>, _ end: SIMD2<Float>, _ columns: Range<Int>, _ rows: Range<Int>
  ) {
    let (left, top) = (min(start.x, end.x), min(start.y, end.y))
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    let first = Group(repeating: Float(rows.lowerBound) + 0.5 - top)
    var right = Group(repeating: Float(columns.lowerBound) + 0.5 - left) + Group(0, 1, 2, 3)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let across = Self.beyond(right, Group(repeating: width))
      let squared = across * across
      var down = first
      var target = UnsafeMutableRawPointer(squares + (rows.lowerBound &* stride &+ column))
      for _ in rows {
        let away = Self.beyond(down, Group(repeating: height))
        Self.lower(target, to: squared + away * away)
        down += 1
        target += stride &* MemoryLayout<Float>.stride
      }
      right += Float(Group.scalarCount)
      column &+= Group.scalarCount
    }
  }

  /// A piece along no axis; places are turned so that it is along one.
  @inline(__always)
  private mutating func insertSlanted(
    _ start: SIMD2<Float>, _ end: SIMD2<Float>, _ columns: Range<Int>, _ rows: Range<Int>
  ) {
    let (right, down) = (end.x - start.x, end.y - start.y)
    let length = (right * right + down * down).squareRoot()
    let (x, y) = (Group(repeating: right / length), Group(repeating: down / length))
    let firstX = Group(repeating: Float(columns.lowerBound) + 0.5 - start.x) + Group(0, 1, 2, 3)
    let firstY = Group(repeating: Float(rows.lowerBound) + 0.5 - start.y)
    var (rowAlong, rowAside) = (firstX * x + firstY * y, firstX * y - firstY * x)
    let (stepAlong, stepAside) = (x * Float(Group.scalarCount), y * Float(Group.scalarCount))
    var line = UnsafeMutableRawPointer(squares + (rows.lowerBound &* stride &+ columns.lowerBound))
    for _ in rows {
      var (along, aside, target) = (rowAlong, rowAside, line)
      var column = columns.lowerBound
      while column < columns.upperBound {
        let away = Self.beyond(along, Group(repeating: length))
        Self.lower(target, to: aside * aside + away * away)
        along += stepAlong
        aside += stepAside
        target += MemoryLayout<Group>.stride
        column &+= Group.scalarCount
      }
      rowAlong += y
      rowAside -= x
      line += stride &* MemoryLayout<Float>.stride
    }
  }

  /// How far places are before 0 or behind a length.
  @inline(__always)
  private static func beyond(_ place: Group, _ length: Group) -> Group {
    let start = place.replacing(with: length, where: length .< place)
    return place - start.replacing(with: Group.zero, where: start .< Group.zero)
  }

  @inline(__always)
  private static func lower(_ target: UnsafeMutableRawPointer, to squares: Group) {
    let old = target.loadUnaligned(as: Group.self)
    target.storeBytes(of: old.replacing(with: squares, where: squares .< old), as: Group.self)
  }
}
