import LinecasterRaster

/// What a renderer computes for a pixel of a glyph drawn from its distance field.
struct FieldShader {
  private let field: DistanceField
  private let scale: Double

  /// - Parameter scale: How much larger than the field the glyph is drawn.
  init(_ field: DistanceField, scale: Double) {
    self.field = field
    self.scale = scale
  }

  /// The coverage at the middle of a pixel, counted from the glyph's origin, y down.
  func coverage(x: Double, y: Double) -> Double {
    let texel = texel(x: x / scale - Double(field.left), y: y / scale + Double(field.top))
    let distance = (texel - 0.5) * 2 * Double(field.spread) * scale
    return min(max(distance + 0.5, 0), 1)
  }

  /// The value, 0 to 1, at a place in texels from the field's corner, between four of them.
  private func texel(x: Double, y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (right, down) = (x - 0.5 - left, y - 0.5 - top)
    let (column, row) = (Int(left), Int(top))
    let upper = byte(column, row) * (1 - right) + byte(column + 1, row) * right
    let lower = byte(column, row + 1) * (1 - right) + byte(column + 1, row + 1) * right
    return (upper * (1 - down) + lower * down) / 255
  }

  private func byte(_ column: Int, _ row: Int) -> Double {
    guard 0..<field.width ~= column, 0..<field.height ~= row else { return 0 }
    return Double(field.bytes[row * field.width + column])
  }
}
