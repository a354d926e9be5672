extension AtlasDrawing {
  /// The corners of a batch's quads for renderers that draw triangles: top left, top right, bottom
  /// right and bottom left of each. Empty where the drawing has no such quads.
  ///
  /// - Complexity: O(quads).
  public func vertices(of batch: GlyphBatch) -> [GlyphVertex] {
    guard batch.side > 0, batch.quads.clamped(to: quads.indices) == batch.quads else { return [] }
    let unit = 1 / Float(batch.side)
    var vertices: [GlyphVertex] = []
    vertices.reserveCapacity(batch.quads.count * 4)
    for quad in quads[batch.quads] {
      let left = Float(quad.texelX) * unit
      let top = Float(quad.texelY) * unit
      let right = (Float(quad.texelX) + Float(quad.texelWidth)) * unit
      let bottom = (Float(quad.texelY) + Float(quad.texelHeight)) * unit
      vertices.append(quad.vertex(quad.left, quad.top, left, top))
      vertices.append(quad.vertex(quad.right, quad.top, right, top))
      vertices.append(quad.vertex(quad.right, quad.bottom, right, bottom))
      vertices.append(quad.vertex(quad.left, quad.bottom, left, bottom))
    }
    return vertices
  }

  /// The two triangles of each of so many quads, as numbers of their vertices.
  ///
  /// - Complexity: O(quads).
  public static func indices(quadCount: Int) -> [Int32] {
    (0..<Int32(clamping: max(0, min(quadCount, 1 << 24)))).flatMap { quad in
      [0, 1, 2, 2, 3, 0].map { quad * 4 + $0 }
    }
  }
}

extension GlyphQuad {
  fileprivate func vertex(_ x: Float, _ y: Float, _ u: Float, _ v: Float) -> GlyphVertex {
    GlyphVertex(x: x, y: y, red: red, green: green, blue: blue, alpha: alpha, u: u, v: v)
  }
}
