import LinecasterGeometry

/// Half of the plane: what is on the right of a line, seen along it, with y down.
struct ConvexClip: Hashable, Sendable {
  let start: Point
  let end: Point

  /// The half-planes whose common part is a convex polygon that runs clockwise on the screen.
  static func sides(of polygon: [Point]) -> [ConvexClip] {
    polygon.indices.map { index in
      ConvexClip(start: polygon[index], end: polygon[(index + 1) % polygon.count])
    }.filter { $0.start != $0.end }
  }

  /// The part of a polygon in the half-plane (Sutherland and Hodgman, 1974).
  ///
  /// Parts of a polygon that is not convex stay joined along the line.
  func clipped(_ polygon: [Point]) -> [Point] {
    guard var last = polygon.last else { return [] }
    var lastSide = side(of: last)
    var result: [Point] = []
    for point in polygon {
      let nextSide = side(of: point)
      if lastSide < 0 && nextSide > 0 || lastSide > 0 && nextSide < 0 {
        let share = lastSide / (lastSide - nextSide)
        result.append(
          Point(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share))
      }
      if nextSide >= 0 { result.append(point) }
      (last, lastSide) = (point, nextSide)
    }
    return result
  }

  /// Above 0 inside, 0 on the line.
  private func side(of point: Point) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }
}
