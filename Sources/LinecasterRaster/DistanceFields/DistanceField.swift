import LinecasterBase

/// A signed distance field of a glyph's outline: an image that can be drawn at other sizes.
///
/// The value of a texel is its byte divided by 255, from 0 to 1. It is ½ + d ÷ (2 · `spread`), in
/// which d is the distance from the pixel's centre to the outline, in pixels. Distances are
/// positive inside the outline and negative outside.
///
///     let field = try glyphs.distanceField(of: glyph, in: face, size: 32, spread: 4)
///     if let field, let corner = field.bytes.first {
///       print(field.width, field.height, field.distance(of: corner))
///     }
public struct DistanceField: Hashable, Sendable {
  /// The number of columns, including the margin around the glyph.
  public let width: Int
  /// The number of rows, including the margin around the glyph.
  public let height: Int
  /// The distance from the glyph's origin right to the first column, in pixels.
  public let left: Int
  /// The distance from the baseline up to the top of the first row, in pixels.
  public let top: Int
  /// The distance in pixels beyond which all bytes are the same.
  public let spread: Int
  /// The bytes of the texels, row by row from the top, without padding.
  public let bytes: [UInt8]

  /// The supported spreads.
  public static let spreads = 1...16
  /// The maximum em size, in pixels.
  public static let maximumSize = 256.0
  /// The maximum number of pixels of a field, 1 MiB of distances during its computation.
  static let maximumTexels = 1 << 18

  /// Returns the distance in pixels for a byte, positive inside the outline.
  public func distance(of byte: UInt8) -> Double {
    (Double(byte) / 127.5 - 1) * Double(spread)
  }
}

extension DistanceField {
  /// Creates a field from an outline in its pixels; `nil` if that is too large or too long.
  ///
  /// - Complexity: O(pixels + length of the outline × (spread² + log(pieces))).
  init?(_ outline: consuming OutlinePieces, spread: Int) {
    let spread = min(max(spread, Self.spreads.lowerBound), Self.spreads.upperBound)
    let frame = outline.pixels.widened(by: (spread, spread))
    guard frame.area <= Double(Self.maximumTexels), !outline.isFull else { return nil }
    outline.move(by: SIMD2(Float(-frame.left), Float(-frame.top)))
    guard let scan = OutlineScan(outline, width: frame.width, height: frame.height) else {
      return nil
    }
    var grid = DistanceGrid(width: frame.width, height: frame.height, spread: spread)
    for piece in scan.boundary(of: outline) { grid.insert(piece) }
    for (row, columns) in scan.insides { grid.markInside(row, columns) }
    self.init(
      width: frame.width, height: frame.height, left: frame.left, top: -frame.top,
      spread: spread, bytes: grid.bytes())
  }
}

/// The distances of a field's pixels to the outline pieces inserted so far.
///
/// Each piece is compared with all pixels within the spread, so the nearest one wins without
/// approximation.
struct DistanceGrid: ~Copyable {
  let width: Int
  let height: Int
  let spread: Float
  /// The number of floats per row, padded so that groups can be read from every pixel.
  let stride: Int
  /// The squared distances, in pixels of the field; negative for pixels marked as inside. Memory
  /// owned by this grid and valid while it is alive.
  let squares: UnsafeMutablePointer<Float>

  /// Creates a grid with all pixels at the distance of the spread.
  init(width: Int, height: Int, spread: Int) {
    self.width = width
    self.height = height
    self.spread = Float(spread)
    stride = width + SIMD4<Float>.scalarCount
    squares = .allocate(capacity: stride * height)
    squares.initialize(repeating: Float(spread * spread), count: stride * height)
  }

  deinit { squares.deallocate() }

  /// Marks pixels whose centres are inside the outline, after all pieces are inserted.
  mutating func markInside(_ row: Int, _ columns: Range<Int>) {
    let line = squares + row * stride
    for column in columns { line[column].negate() }
  }

  /// Returns the distances as bytes of a field.
  func bytes() -> [UInt8] {
    let factor = 127.5 / spread
    return [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
      count = width * height
      guard var target = bytes.baseAddress else { return }
      for row in 0..<height {
        let line = squares + row * stride
        for column in 0..<width {
          let steps = line[column].magnitude.squareRoot() * factor
          target[column] = UInt8(saturating: 128 + (line[column].sign == .minus ? steps : -steps))
        }
        target += width
      }
    }
  }
}

extension DistanceGrid {
  private typealias Group = SIMD4<Float>

  /// Inserts a piece and lowers the distances of the pixels around it.
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

  /// Returns the pixels whose centres are within the spread of a piece.
  @inline(__always)
  private func range(_ one: Float, _ other: Float, _ limit: Int) -> Range<Int> {
    let start = max(0, Int(saturating: min(one, other) - spread + 0.5))
    let end = min(limit, Int(saturating: max(one, other) + spread + 0.5))
    return start..<max(start, end)
  }

  /// Inserts an axis-aligned piece: distances along the axes are independent.
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

  /// Inserts a slanted piece, with positions rotated to put it along an axis.
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

  /// Returns the distances before 0 or beyond a length.
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
