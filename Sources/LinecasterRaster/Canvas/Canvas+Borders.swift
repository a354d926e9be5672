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
