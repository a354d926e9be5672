package import LinecasterBase
package import LinecasterDisplay

/// Border lines with the same style, as outlines in pixels.
package struct BorderPart: Sendable {
  /// The colour.
  package let color: Color
  /// The outer and inner edge that enclose the lines; `nil` if the outlines are complete shapes.
  package let ring: (outer: RoundedBox, inner: RoundedBox)?
  /// The drawn parts of the ring; `nil` for all of it.
  package let outlines: [ShapeOutline]?

  /// Returns the parts of a border as `Canvas.draw(_:in:)` draws them.
  ///
  /// - Parameter clip: The visible pixels.
  package static func parts(
    of border: Border, in shape: DisplayShape, scale: PixelScale, clip: PixelRect
  ) -> [BorderPart] {
    let geometry = BorderGeometry(border, in: shape, scale: scale, clip: clip)
    guard geometry.box.isDrawable, !clip.isEmpty else { return [] }
    let ring = (geometry.box, geometry.box.inset(by: geometry.insets))
    return geometry.groups.map { sides in
      let edge = sides[0].edge(of: border)
      if edge.pattern == .dotted {
        let dots = geometry.dots(sides).map { ShapeOutline.box($0) }
        return BorderPart(color: edge.color, ring: nil, outlines: dots)
      }
      if edge.pattern == .solid, geometry.isWhole(sides) {
        // Coincident edges at a side without a line would show as a hairline.
        return geometry.isSquare
          ? BorderPart(color: edge.color, ring: nil, outlines: geometry.strips)
          : BorderPart(color: edge.color, ring: ring, outlines: nil)
      }
      let polygons =
        edge.pattern == .dashed ? geometry.strokes(sides) : sides.map { geometry.wedge($0) }
      return BorderPart(
        color: edge.color, ring: ring, outlines: polygons.map { .polygon($0) })
    }
  }
}

extension Border {
  /// Returns the maximum number of pixels painted in a clip, and their bounding box.
  func paintedArea(
    in shape: DisplayShape, scale: PixelScale, clip: PixelRect
  ) -> (pixelCount: Double, bounds: PixelRect) {
    let geometry = BorderGeometry(self, in: shape, scale: scale, clip: clip)
    var (sum, bounds) = (0.0, PixelRect(left: 0, top: 0, right: 0, bottom: 0))
    guard geometry.box.isDrawable, !clip.isEmpty else { return (sum, bounds) }
    let outer = geometry.box.touched(in: clip)
    let inside = geometry.box.inset(by: geometry.insets)
    let areas = inside.isDrawable ? outer.around(inside.interior(in: outer)) : [outer]
    let ring = (pixelCount: areas.reduce(0) { $0 + $1.area }, bounds: outer)
    for sides in geometry.groups {
      let isDotted = sides[0].edge(of: self).pattern == .dotted
      let painted = isDotted ? geometry.dotBounds(sides) : ring
      (sum, bounds) = (sum + painted.pixelCount, bounds.union(painted.bounds))
    }
    return (sum, bounds)
  }
}
