public import LinecasterDisplay
import LinecasterGeometry

extension Canvas {
  /// Draws lines along the inside of a shape's edges.
  ///
  /// - Complexity: O(pixels of the lines and of the round corners + strokes).
  public mutating func draw(_ border: Border, in shape: DisplayShape) {
    let geometry = BorderGeometry(border, in: shape, scale: scale, clip: clip)
    guard geometry.box.isDrawable, !clip.isEmpty else { return }
    // Dots reach out of boxes that are narrower than they are, into clips that boxes do not touch.
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

  /// Draws solid or dashed lines that are alike.
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

  /// Paints what polygons cover of the lines.
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

/// How much of each pixel lies between the outer edge of a border and its inner edge.
struct BorderCoverage {
  /// The rectangles of pixels that the lines touch; none overlaps another.
  let areas: [PixelRect]
  private let outer: ShapeCoverage
  private let inner: ShapeCoverage?

  /// Makes the coverage for the pixels of a clip; nil where no pixel is touched.
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

/// Where the lines of a border are, in device pixels.
struct BorderGeometry {
  let box: RoundedBox
  let insets: Insets
  private let border: Border
  /// Device pixels a layout point.
  private let factor: Double

  /// What of the plane may be seen.
  private let clip: PixelRect

  /// Strokes and dots are at least as long as those of a line of so many pixels, so that lines of
  /// many take no longer than the pixels they cover.
  private static let leastWidth = 0.25

  init(_ border: Border, in shape: DisplayShape, scale: PixelScale, clip: PixelRect) {
    self.clip = clip
    self.border = border
    factor = scale.factor
    let box = RoundedBox(shape, scale: scale)
    self.box = box
    // Lines meet where there is no room for both; where one is wider than the box, the box is full.
    let asked = border.insets
    func pixels(_ width: Double, _ room: Double) -> Double {
      max(0, min(width * scale.factor, room))
    }
    insets = Insets(
      top: pixels(asked.top, box.height), left: pixels(asked.left, box.width),
      bottom: pixels(asked.bottom, box.height), right: pixels(asked.right, box.width))
  }

  /// The sides that have a line, put together where colour and pattern are the same.
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

  /// Whether sides are all those that have a width.
  func isWhole(_ sides: [BorderSide]) -> Bool {
    sides.count == BorderSide.allCases.count { $0.width(in: insets) > 0 }
  }

  /// The border of the part of the box that belongs to a side: what is nearer to it than to others,
  /// distances counted in widths of the lines.
  private func diagonals(_ side: BorderSide) -> (outer: [Point], inner: [Point]) {
    let depth = min(
      box.width / (insets.left + insets.right), box.height / (insets.top + insets.bottom))
    let reach = depth.isFinite ? depth : 0
    // Where there is no line there is no diagonal either: the part goes on beyond the edge.
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

  /// The part of the plane that belongs to a side; it reaches out of the box, whose own edge is to
  /// end the line.
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

  /// The same as half-planes, without an end outside of the box.
  private func halves(_ side: BorderSide) -> [ConvexClip] {
    let (outer, inner) = diagonals(side)
    return [
      ConvexClip(start: outer[1], end: inner[0]), ConvexClip(start: inner[0], end: inner[1]),
      ConvexClip(start: inner[1], end: outer[0]),
    ].filter { $0.start != $0.end }
  }

  /// Pixels that parts reach out of the box.
  private static let margin = 2.0

  /// Whether all four lines are alike, so that strokes go on around the corners.
  private func isUniform(_ sides: [BorderSide]) -> Bool {
    sides.count == 4 && sides.allSatisfy { $0.width(in: insets) == insets.top }
  }

  /// The strokes of dashed sides that may be seen: cuts across lines, wider than these.
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
    let width = max(side.width(in: insets), Self.leastWidth)
    let length = width * (width < 3 * factor ? 3 : 2)
    // At a round corner half a stroke meets half a stroke of the other side.
    let start = path.isRoundAtStart ? -length / 2 : 0
    let end = path.length + (path.isRoundAtEnd ? length / 2 : 0)
    let fit = StrokeFit(length: end - start, stroke: length, gap: length)
    return visible(fit, on: path, from: start, width).map { index in
      let from = start + Double(index) * fit.period
      return path.stroke(
        from: max(from, 0), to: min(from + fit.stroke, path.length), reach: 1.5 * width)
    }
  }

  /// The dots of dotted sides that may be seen.
  func dots(_ sides: [BorderSide]) -> [RoundedBox] { sides.flatMap { dots($0, of: sides) } }

  /// The dots of a side; the one at its end belongs to the next side, if that is alike.
  private func dots(_ side: BorderSide, of sides: [BorderSide]) -> [RoundedBox] {
    let path = BorderPath(side, of: box, insets: insets)
    let width = side.width(in: insets)
    let start = path.isRoundAtStart ? 0 : side.previous.width(in: insets) / 2
    let end = path.length - (path.isRoundAtEnd ? 0 : side.next.width(in: insets) / 2)
    let stroke = max(width, Self.leastWidth)
    let fit = StrokeFit(length: end - start + stroke, stroke: stroke, gap: stroke)
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

  /// The strokes that may reach into the clip, in order.
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
