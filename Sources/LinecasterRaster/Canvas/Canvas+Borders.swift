import Foundation
public import LinecasterBase
public import LinecasterDisplay

extension Canvas {
  /// Draws a border: lines along the inside of a shape's edges (CSS `border`).
  ///
  /// As in browsers, edges snap to the nearest pixel edges, and widths are whole pixels, rounded
  /// down and at least one. Fills do not snap; use `PixelScale.rounded` to align a fill with a
  /// border.
  ///
  /// - Complexity: O(pixels of the lines and of the round corners + strokes).
  public mutating func draw(_ border: Border, in shape: DisplayShape) {
    let geometry = BorderGeometry(border, in: shape, scale: scale, clip: clip)
    guard geometry.box.isDrawable, !clip.isEmpty else { return }
    // Dots extend beyond boxes narrower than they are, into clips that the boxes do not touch.
    let coverage = BorderCoverage(geometry.box, insets: geometry.insets, clip: clip)
    for sides in geometry.groups {
      let edge = sides[0].edge(of: border)
      if edge.pattern == .dotted {
        for dot in geometry.dots(sides) { fill(dot, with: edge.color) }
      } else if let coverage {
        draw(sides, edge, geometry, coverage)
      }
    }
  }

  /// Draws solid or dashed lines with the same style.
  private mutating func draw(
    _ sides: [BorderSide], _ edge: BorderEdge, _ geometry: BorderGeometry,
    _ coverage: BorderCoverage
  ) {
    if edge.pattern == .dashed {
      paint(edge.color, geometry.strokes(sides), of: coverage)
    } else if geometry.isWhole(sides) {
      for area in coverage.areas {
        paint(edge.color, in: area) { coverage.write(row: $0, $1, to: $2) }
      }
    } else {
      paint(edge.color, sides.map { geometry.wedge($0) }, of: coverage)
    }
  }

  /// Paints the lines where polygons cover them.
  private mutating func paint(_ color: Color, _ polygons: [[Point]], of coverage: BorderCoverage) {
    for area in coverage.areas {
      paint(color, in: area, polygons: { path in for polygon in polygons { path.add(polygon) } }) {
        row, columns, mask in
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns.count) { line in
          guard let line = line.baseAddress else { return }
          coverage.write(row: row, columns, to: line)
          for index in 0..<columns.count { mask[index] = mask[index].multiplied(by: line[index]) }
        }
      }
    }
  }
}

/// The coverage between the outer and inner edge of a border.
private struct BorderCoverage {
  /// The disjoint rectangles of pixels that the lines touch.
  let areas: [PixelRect]
  private let outer: ShapeCoverage
  private let inner: ShapeCoverage?

  /// Creates the coverage for the pixels of a clip; `nil` if no pixel is touched.
  ///
  /// - Parameter insets: The widths of the lines in pixels.
  init?(_ box: RoundedBox, insets: Insets, clip: PixelRect) {
    guard let outer = ShapeCoverage(box, clip: clip) else { return nil }
    let inside = box.inset(by: insets)
    self.outer = outer
    inner = ShapeCoverage(inside, clip: clip)
    areas =
      inner == nil ? [outer.bounds] : outer.bounds.around(inside.interior(in: outer.bounds))
  }

  /// Sets the coverage of the columns of a row, one byte each.
  func write(row: Int, _ columns: Range<Int>, to mask: UnsafeMutablePointer<UInt8>) {
    outer.write(row: row, columns, to: mask)
    guard let inner, row >= inner.bounds.top, row < inner.bounds.bottom else { return }
    inner.forEachStretch(row: row) { stretch, level in
      for column in stretch.clamped(to: columns) {
        let index = column - columns.lowerBound
        mask[index] -= min(level, mask[index])
      }
    }
  }
}

/// The lines of a border, in device pixels.
struct BorderGeometry {
  let box: RoundedBox
  let insets: Insets
  private let border: Border
  /// Device pixels per layout point.
  private let factor: Double

  /// The visible pixels.
  private let clip: PixelRect

  init(_ border: Border, in shape: DisplayShape, scale: PixelScale, clip: PixelRect) {
    self.clip = clip
    self.border = border
    factor = scale.factor
    let box = RoundedBox(shape, onPixelsOf: scale)
    self.box = box
    // Lines meet if there is no room for both; a line wider than the box fills it.
    let asked = border.insets
    func pixels(_ width: Double, _ room: Double) -> Double {
      max(0, min(scale.linePixels(width), room))
    }
    insets = Insets(
      top: pixels(asked.top, box.height), left: pixels(asked.left, box.width),
      bottom: pixels(asked.bottom, box.height), right: pixels(asked.right, box.width))
  }

  /// The sides with a line, grouped by colour and pattern.
  var groups: [[BorderSide]] {
    var groups: [[BorderSide]] = []
    for side in BorderSide.allCases where side.width(in: insets) > 0 {
      let edge = side.edge(of: border)
      guard edge.color.alpha > 0 else { continue }
      let known = groups.firstIndex { group in
        let other = group[0].edge(of: border)
        return other.color == edge.color && other.pattern == edge.pattern
      }
      if let known { groups[known].append(side) } else { groups.append([side]) }
    }
    return groups
  }

  /// Whether the sides are all those with a width.
  func isWhole(_ sides: [BorderSide]) -> Bool {
    sides.count == BorderSide.allCases.count { $0.width(in: insets) > 0 }
  }

  /// Whether all corners are square.
  var isSquare: Bool {
    box.upperReach + box.lowerReach + box.leftReach + box.rightReach == 0
  }

  /// The disjoint lines of a box with square corners.
  var strips: [ShapeOutline] {
    let (left, right) = (box.left + insets.left, box.right - insets.right)
    let (top, bottom) = (box.top + insets.top, box.bottom - insets.bottom)
    return [
      (box.left, box.top, box.right, top), (box.left, bottom, box.right, box.bottom),
      (box.left, top, left, bottom), (right, top, box.right, bottom),
    ].filter { $0.2 > $0.0 && $0.3 > $0.1 }.map { left, top, right, bottom in
      .polygon([
        Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
        Point(x: left, y: bottom),
      ])
    }
  }

  /// Returns the border of a side's part of the box: the points nearer to it than to other sides,
  /// with distances in widths of the lines.
  private func diagonals(_ side: BorderSide) -> (outer: [Point], inner: [Point]) {
    let depth = min(
      box.width / (insets.left + insets.right), box.height / (insets.top + insets.bottom))
    let reach = depth.isFinite ? depth : 0
    // A side without a line has no diagonal: the part continues beyond the edge.
    func edge(_ place: Double, _ width: Double, outward: Double) -> (Double, Double) {
      width > 0
        ? (place, outward < 0 ? place + width * reach : place - width * reach)
        : (place + outward, place + outward)
    }
    let (left, innerLeft) = edge(box.left, insets.left, outward: -Self.margin)
    let (top, innerTop) = edge(box.top, insets.top, outward: -Self.margin)
    let (right, innerRight) = edge(box.right, insets.right, outward: Self.margin)
    let (bottom, innerBottom) = edge(box.bottom, insets.bottom, outward: Self.margin)
    let outer = [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom),
      Point(x: left, y: bottom),
    ]
    let inner = [
      Point(x: innerLeft, y: innerTop), Point(x: innerRight, y: innerTop),
      Point(x: innerRight, y: innerBottom), Point(x: innerLeft, y: innerBottom),
    ]
    let (start, end) = (side.rawValue, side.next.rawValue)
    return ([outer[start], outer[end]], [inner[end], inner[start]])
  }

  /// Returns the part of the plane of a side; it extends beyond the box, whose own edge ends the
  /// line.
  func wedge(_ side: BorderSide) -> [Point] {
    let (outer, inner) = diagonals(side)
    let far = [
      Point(x: box.left - Self.margin, y: box.top - Self.margin),
      Point(x: box.right + Self.margin, y: box.top - Self.margin),
      Point(x: box.right + Self.margin, y: box.bottom + Self.margin),
      Point(x: box.left - Self.margin, y: box.bottom + Self.margin),
    ]
    return [outer[0], far[side.rawValue], far[side.next.rawValue], outer[1]] + inner
  }

  /// Returns the part of a side as half-planes, unbounded outside the box.
  private func halves(_ side: BorderSide) -> [ConvexClip] {
    let (outer, inner) = diagonals(side)
    return [
      ConvexClip(start: outer[1], end: inner[0]), ConvexClip(start: inner[0], end: inner[1]),
      ConvexClip(start: inner[1], end: outer[0]),
    ].filter { $0.start != $0.end }
  }

  /// The distance that parts extend beyond the box, in pixels.
  private static let margin = 2.0

  /// Whether all four lines are equal, so that strokes continue around the corners.
  private func isUniform(_ sides: [BorderSide]) -> Bool {
    sides.count == 4 && sides.allSatisfy { $0.width(in: insets) == insets.top }
  }

  /// Returns the visible strokes of dashed sides: cuts across the lines, wider than these.
  func strokes(_ sides: [BorderSide]) -> [[Point]] {
    sides.flatMap { side in
      let strokes = strokes(side)
      if isUniform(sides) { return strokes }
      let halves = halves(side)
      return strokes.map { halves.reduce($0) { $1.clipped($0) } }
    }
  }

  private func strokes(_ side: BorderSide) -> [[Point]] {
    let path = BorderPath(side, of: box, insets: insets)
    let width = side.width(in: insets)
    let length = width * (width < 3 * factor ? 3 : 2)
    // At a round corner, half a stroke meets half a stroke of the other side.
    let start = path.isRoundAtStart ? -length / 2 : 0
    let end = path.length + (path.isRoundAtEnd ? length / 2 : 0)
    let fit = StrokeFit(length: end - start, stroke: length, gap: length)
    return visible(fit, on: path, from: start, width).map { index in
      let from = start + Double(index) * fit.period
      return path.stroke(
        from: max(from, 0), to: min(from + fit.stroke, path.length), reach: 1.5 * width)
    }
  }

  /// Returns the visible dots of dotted sides.
  func dots(_ sides: [BorderSide]) -> [RoundedBox] { sides.flatMap { dots($0, of: sides) } }

  /// Returns the maximum number of pixels that dots touch in the clip, and their bounding box.
  func dotBounds(_ sides: [BorderSide]) -> (pixelCount: Double, bounds: PixelRect) {
    let widest = sides.reduce(0) { max($0, $1.width(in: insets)) }
    let reach = Int(saturating: widest.limited().rounded(.up)) + 1
    let wide = box.touched(in: clip.widened(by: (reach, reach))).widened(by: (reach, reach))
    let bounds = wide.clipped(to: clip)
    let pixelCount = sides.reduce(0.0) { sum, side in
      let width = max(1, side.width(in: insets))
      // Paths turn only at corners, so a visible path is no longer than the clip's perimeter.
      let length = min(box.width + box.height, 2 * Double(clip.width + clip.height) + 8 * width)
      return sum + (length / width + 3) * min((width + 2) * (width + 2), bounds.area)
    }
    return (pixelCount, bounds)
  }

  /// Returns the dots of a side; the one at its end belongs to the next side if that has the same
  /// style.
  private func dots(_ side: BorderSide, of sides: [BorderSide]) -> [RoundedBox] {
    let path = BorderPath(side, of: box, insets: insets)
    let width = side.width(in: insets)
    let start = path.isRoundAtStart ? 0 : side.previous.width(in: insets) / 2
    let end = path.length - (path.isRoundAtEnd ? 0 : side.next.width(in: insets) / 2)
    let fit = StrokeFit(length: end - start + width, stroke: width, gap: width)
    let isShared = sides.contains(side.next) && fit.count > 1
    return visible(fit, on: path, from: start, width)
      .filter { !isShared || $0 < fit.count - 1 }
      .map { index in
        let place = path.place(at: start + Double(index) * fit.period).point
        return RoundedBox(
          DisplayShape(
            Rect(x: place.x - width / 2, y: place.y - width / 2, width: width, height: width),
            cornerRadius: width / 2), scale: .one)
      }
  }

  /// Returns the strokes that may reach into the clip, in order.
  private func visible(
    _ fit: StrokeFit, on path: BorderPath, from start: Double, _ width: Double
  ) -> [Int] {
    let margin = 2 * width + fit.stroke
    let seen = Rect(
      x: Double(clip.left) - margin, y: Double(clip.top) - margin,
      width: Double(clip.width) + 2 * margin, height: Double(clip.height) + 2 * margin)
    let strokes = path.stretches(in: seen).flatMap { stretch in
      fit.indices(
        from: stretch.lowerBound - start - fit.stroke, to: stretch.upperBound - start + fit.stroke)
    }
    return Set(strokes).sorted()
  }
}

/// The centre line along one side of a box, from corner to corner, clockwise.
///
/// It includes the half of a round corner's arc nearer to its side; at a square corner it ends at
/// the outer edge.
private struct BorderPath {
  /// A position on the path and the outward unit normal.
  struct Place {
    let point: Point
    let outward: Point
  }

  /// The corners of the polyline, and their distances along it.
  private var places: [Place] = []
  private var distances: [Double] = []

  /// Whether the corners at its start and its end are round.
  let isRoundAtStart: Bool
  let isRoundAtEnd: Bool

  /// The number of segments of half an arc.
  private static let pieces = 12

  /// - Parameters:
  ///   - side: The side of the box.
  ///   - box: The outer edge.
  ///   - insets: The widths of all four lines, in pixels.
  init(_ side: BorderSide, of box: RoundedBox, insets: Insets) {
    let middle = box.inset(
      by: Insets(
        top: insets.top / 2, left: insets.left / 2, bottom: insets.bottom / 2,
        right: insets.right / 2))
    let frame = Frame(side, middle)
    isRoundAtStart = frame.start.x > 0
    isRoundAtEnd = frame.end.x > 0
    let before = side.previous.width(in: insets)
    let after = side.next.width(in: insets)
    if isRoundAtStart {
      for step in 0...Self.pieces {
        append(
          frame, frame.start, isEnd: false, angle: .pi / 4 * Double(step) / Double(Self.pieces))
      }
    } else {
      append(frame.place(-before / 2, 0, outward: Point(x: 0, y: -1)))
    }
    if isRoundAtEnd {
      for step in 0...Self.pieces {
        append(
          frame, frame.end, isEnd: true,
          angle: .pi / 4 * Double(Self.pieces - step) / Double(Self.pieces))
      }
    } else {
      append(frame.place(frame.length + after / 2, 0, outward: Point(x: 0, y: -1)))
    }
  }

  /// Appends a point of the arc at one end; the angle is 0 at the corner's middle, and the arc
  /// meets the straight part a quarter turn later.
  private mutating func append(
    _ frame: Frame, _ corner: RoundedBox.Corner, isEnd: Bool, angle: Double
  ) {
    let (sine, cosine) = (sin(.pi / 4 + angle), cos(.pi / 4 + angle))
    let (x, y) = (corner.x * (1 - cosine), corner.y * (1 - sine))
    let normal = Point(x: -cosine / corner.x, y: -sine / corner.y)
    let length = (normal.x * normal.x + normal.y * normal.y).squareRoot()
    let outward = Point(x: normal.x / length * (isEnd ? -1 : 1), y: normal.y / length)
    append(frame.place(isEnd ? frame.length - x : x, y, outward: outward))
  }

  private mutating func append(_ place: Place) {
    let step = places.last.map { last in
      hypot(place.point.x - last.point.x, place.point.y - last.point.y)
    }
    distances.append((distances.last ?? 0) + (step ?? 0))
    places.append(place)
  }

  /// The length in pixels.
  var length: Double { distances.last ?? 0 }

  /// Returns the place at a distance along the path, which is extended straight at both ends.
  func place(at distance: Double) -> Place {
    var index = 1
    while index < places.count - 1, distances[index] < distance { index += 1 }
    guard index < places.count else { return Place(point: .zero, outward: Point(x: 0, y: -1)) }
    let (from, to) = (places[index - 1], places[index])
    let piece = distances[index] - distances[index - 1]
    let share = piece > 0 ? (distance - distances[index - 1]) / piece : 0
    func mixed(_ one: Point, _ two: Point, _ share: Double) -> Point {
      Point(x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share)
    }
    return Place(
      point: mixed(from.point, to.point, share),
      outward: mixed(from.outward, to.outward, min(max(share, 0), 1)))
  }

  /// Returns the stretches of the path in a rectangle, from start to end; they may overlap.
  func stretches(in rect: Rect) -> [Range<Double>] {
    places.indices.dropFirst().compactMap { index in
      let (from, to) = (places[index - 1].point, places[index].point)
      let piece = distances[index] - distances[index - 1]
      var (start, end) = (0.0, 1.0)
      for (origin, step, lower, upper) in [
        (from.x, to.x - from.x, rect.minX, rect.maxX),
        (from.y, to.y - from.y, rect.minY, rect.maxY),
      ] {
        if step == 0 {
          if origin < lower || origin > upper { return nil }
        } else {
          let (one, two) = ((lower - origin) / step, (upper - origin) / step)
          start = max(start, min(one, two))
          end = min(end, max(one, two))
        }
      }
      guard start < end, piece > 0 else { return nil }
      return distances[index - 1] + start * piece..<distances[index - 1] + end * piece
    }
  }

  /// Returns the polygon of a stretch of the path, widened by `reach` on both sides.
  func stroke(from start: Double, to end: Double, reach: Double) -> [Point] {
    let inner = distances.indices.filter { distances[$0] > start && distances[$0] < end }
    let middle = [place(at: start)] + inner.map { places[$0] } + [place(at: end)]
    func moved(_ place: Place, _ distance: Double) -> Point {
      place.point.offset(x: place.outward.x * distance, y: place.outward.y * distance)
    }
    return middle.map { moved($0, reach) } + middle.reversed().map { moved($0, -reach) }
  }
}

extension BorderPath {
  /// A box rotated to put a side at the top, from left to right.
  private struct Frame {
    let side: BorderSide
    let box: RoundedBox
    let length: Double
    /// The radii at both ends, along the side and across it.
    let start: RoundedBox.Corner
    let end: RoundedBox.Corner

    init(_ side: BorderSide, _ box: RoundedBox) {
      func turned(_ corner: RoundedBox.Corner) -> RoundedBox.Corner {
        side == .left || side == .right
          ? RoundedBox.Corner(x: corner.y, y: corner.x) : corner
      }
      self.side = side
      self.box = box
      length = side == .left || side == .right ? box.height : box.width
      switch side {
      case .top: (start, end) = (box.topLeft, box.topRight)
      case .right: (start, end) = (turned(box.topRight), turned(box.bottomRight))
      case .bottom: (start, end) = (box.bottomRight, box.bottomLeft)
      case .left: (start, end) = (turned(box.bottomLeft), turned(box.topLeft))
      }
    }

    /// Returns the image's place for a position in the rotated box.
    func place(_ x: Double, _ y: Double, outward: Point) -> Place {
      switch side {
      case .top: Place(point: Point(x: box.left + x, y: box.top + y), outward: outward)
      case .right:
        Place(
          point: Point(x: box.right - y, y: box.top + x),
          outward: Point(x: -outward.y, y: outward.x))
      case .bottom:
        Place(
          point: Point(x: box.right - x, y: box.bottom - y),
          outward: Point(x: -outward.x, y: -outward.y))
      case .left:
        Place(
          point: Point(x: box.left + y, y: box.bottom - x),
          outward: Point(x: outward.y, y: -outward.x))
      }
    }
  }
}

/// One of the four edges of a box.
enum BorderSide: Int, CaseIterable, Sendable {
  case top, right, bottom, left

  /// Returns the side's line in a border.
  func edge(of border: Border) -> BorderEdge {
    switch self {
    case .top: border.top
    case .right: border.right
    case .bottom: border.bottom
    case .left: border.left
    }
  }

  /// Returns the side's inset.
  func width(in insets: Insets) -> Double {
    switch self {
    case .top: insets.top
    case .right: insets.right
    case .bottom: insets.bottom
    case .left: insets.left
    }
  }

  /// The next side, clockwise.
  var next: BorderSide { BorderSide(rawValue: (rawValue + 1) % 4) ?? .top }
  /// The previous side, clockwise.
  var previous: BorderSide { BorderSide(rawValue: (rawValue + 3) % 4) ?? .top }
}
