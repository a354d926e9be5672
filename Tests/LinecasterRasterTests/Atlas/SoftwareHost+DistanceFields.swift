import LinecasterRaster

extension SoftwareHost {
  /// Draws the pixels whose middles are in a quad, from samples between four texels.
  mutating func drawField(_ quad: GlyphQuad, _ batch: GlyphBatch, _ texels: [UInt8]) {
    let scale = Double(quad.right - quad.left) / Double(quad.texelWidth)
    let clip = place.clip
    for y in clip.top + place.y..<clip.bottom + place.y {
      for x in clip.left + place.x..<clip.right + place.x {
        let right = Double(x) + 0.5 - Double(quad.left)
        let down = Double(y) + 0.5 - Double(quad.top)
        guard right >= 0, down >= 0, Float(x) + 0.5 < quad.right, Float(y) + 0.5 < quad.bottom
        else { continue }
        let sample = Self.sample(
          texels, batch.side, x: Double(quad.texelX) + right / scale,
          y: Double(quad.texelY) + down / scale)
        let share = (sample - 0.5) * 2 * Double(spread) * scale + 0.5
        let coverage = UInt8((min(max(share, 0), 1) * 255).rounded())
        blend([coverage], .mask, quad, (y * bitmap.width + x) * 4)
      }
    }
  }

  /// What a texture gives at a place in texels, 0 to 1.
  private static func sample(_ texels: [UInt8], _ side: Int, x: Double, y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (right, down) = (x - 0.5 - left, y - 0.5 - top)
    let first = Int(top) * side + Int(left)
    func texel(_ offset: Int) -> Double { Double(texels[first + offset]) / 255 }
    let upper = texel(0) * (1 - right) + texel(1) * right
    let lower = texel(side) * (1 - right) + texel(side + 1) * right
    return upper * (1 - down) + lower * down
  }
}
