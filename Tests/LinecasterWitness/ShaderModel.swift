import Foundation
package import LinecasterBase
package import LinecasterRaster

/// A renderer without a GPU: evaluates the formulas of `DrawShader` for each pixel of each quad.
package struct ShaderModel {
  /// A texture, as floats from 0 to 1.
  private struct Texture {
    let width: Int
    let height: Int
    let texelBytes: Int
    var bytes: [UInt8]

    /// The offset of the texel at a place.
    func offset(_ u: Float, _ v: Float) -> Int {
      let column = min(max(Int(saturating: u), 0), width - 1)
      let row = min(max(Int(saturating: v), 0), height - 1)
      return (row * width + column) * texelBytes
    }
  }

  /// The target, premultiplied.
  package private(set) var pixels: [UInt8]
  /// Whether a glyph covers each pixel partly.
  package private(set) var isGlyphEdge: [Bool]
  /// The number of draw calls so far.
  package private(set) var callCount = 0
  /// The number of uploaded bytes so far.
  package private(set) var uploadCount = 0
  package let width: Int
  package let height: Int
  private var textures: [UInt32: Texture] = [:]

  /// The number of textures.
  package var textureCount: Int { textures.count }

  /// Creates a target of a size, filled with a colour.
  package init(width: Int, height: Int, background: Color) {
    (self.width, self.height) = (width, height)
    pixels = []
    isGlyphEdge = []
    clear(background)
  }

  /// Fills the target.
  package mutating func clear(_ color: Color) {
    let alpha = Float(color.alpha) / 255
    let pixel = [color.red, color.green, color.blue].map {
      UInt8(saturating: (Float($0) * alpha).rounded())
    }
    pixels = (0..<width * height).flatMap { _ in pixel + [color.alpha] }
    isGlyphEdge = Array(repeating: false, count: width * height)
  }

  /// Applies the changes of textures.
  package mutating func upload(from builder: inout DrawDataBuilder) {
    // The bytes are only read, inside their range.
    unsafe builder.forEachUpload { unsafe upload($0, $1) }
  }

  /// Applies a change of a texture.
  package mutating func upload(_ upload: DrawUpload, _ bytes: UnsafeRawBufferPointer) {
    guard upload.width > 0 else { return textures[upload.texture] = nil }
    var texture =
      textures[upload.texture]
      ?? Texture(
        width: upload.width, height: upload.height, texelBytes: upload.texelBytes,
        bytes: Array(repeating: 0, count: upload.width * upload.height * upload.texelBytes))
    let rect = upload.rect
    for row in 0..<rect.height {
      let start = ((rect.top + row) * upload.width + rect.left) * upload.texelBytes
      for byte in 0..<rect.width * upload.texelBytes {
        texture.bytes[start + byte] = unsafe bytes[row * upload.rowBytes + byte]
      }
    }
    textures[upload.texture] = texture
    uploadCount += rect.width * rect.height * upload.texelBytes
  }

  /// Draws the commands of a frame.
  package mutating func draw(_ data: DrawData) {
    for command in data.commands {
      callCount += 1
      let first = Int(command.firstIndex)
      for start in stride(from: first, to: first + Int(command.indexCount), by: 6) {
        let corner = data.vertices[Int(data.indices[start])]
        let opposite = data.vertices[Int(data.indices[start + 2])]
        draw(Quad(corner, opposite), command, data.parameters)
      }
    }
  }

  private struct Quad {
    let left, top, right, bottom, u, v, scaleX, scaleY: Float
    let ink: SIMD4<Float>
    let kind: DrawKind
    let index: Int

    init(_ first: DrawVertex, _ last: DrawVertex) {
      (left, top, right, bottom) = (first.x, first.y, last.x, last.y)
      (u, v) = (first.u, first.v)
      scaleX = (last.u - first.u) / (last.x - first.x)
      scaleY = (last.v - first.v) / (last.y - first.y)
      let bytes = (0..<4).map { Float(first.color.littleEndian >> (8 * UInt32($0)) & 255) / 255 }
      ink = SIMD4(bytes[0], bytes[1], bytes[2], bytes[3])
      kind = DrawKind(rawValue: first.shape >> 24) ?? .solid
      index = Int(first.shape & 0xFF_FFFF)
    }
  }

  private mutating func draw(
    _ quad: Quad, _ command: DrawCommand, _ records: [SIMD4<Float>]
  ) {
    let formula = ShapeFormula(records: records, ink: quad.ink)
    let texture = textures[command.texture]
    let columns = columns(quad.left, quad.right, command.left, command.right, width)
    for y in self.columns(quad.top, quad.bottom, command.top, command.bottom, height) {
      for x in columns {
        let u = quad.u + (Float(x) + 0.5 - quad.left) * quad.scaleX
        let v = quad.v + (Float(y) + 0.5 - quad.top) * quad.scaleY
        let pixel = y * width + x
        switch quad.kind {
        case .mask, .correctedMask:
          guard let texture else { continue }
          let level = texture.bytes[texture.offset(u, v)]
          if 1...254 ~= level { isGlyphEdge[pixel] = true }
          guard level > 0 else { continue }
          var share = Float(level) / 255
          if quad.kind == .correctedMask { share = formula.corrected(share, quad.index) }
          blend(formula.color(share), pixel)
        case .image:
          guard let texture else { continue }
          let offset = texture.offset(u, v)
          let texel = (0..<4).map { Float(texture.bytes[offset + $0]) / 255 }
          blend(SIMD4(texel[0], texel[1], texel[2], texel[3]) * quad.ink.w, pixel)
        case .box, .ring, .shadow, .insetShadow, .solid:
          blend(formula.pixel(quad.kind, SIMD2(u, v), quad.index), pixel)
        }
      }
    }
  }

  /// The pixels whose centres are between two edges.
  private func columns(
    _ start: Float, _ end: Float, _ lower: Int32, _ upper: Int32, _ limit: Int
  ) -> Range<Int> {
    let first = max(0, Int(lower), Int(saturating: (start - 0.5).rounded(.up)))
    return first..<max(first, min(limit, Int(upper), Int(saturating: (end - 0.5).rounded(.up))))
  }

  private mutating func blend(_ color: SIMD4<Float>, _ pixel: Int) {
    guard color.w > 0 else { return }
    for channel in 0..<4 {
      let below = Float(pixels[pixel * 4 + channel])
      let mixed = color[channel] * 255 + below * (1 - color.w)
      pixels[pixel * 4 + channel] = UInt8(saturating: mixed.rounded())
    }
  }
}

/// The formulas of the fragment stage.
private struct ShapeFormula {
  let records: [SIMD4<Float>]
  let ink: SIMD4<Float>

  func color(_ share: Float) -> SIMD4<Float> {
    SIMD4(ink.x, ink.y, ink.z, 1) * (share * ink.w)
  }

  func pixel(_ kind: DrawKind, _ at: SIMD2<Float>, _ index: Int) -> SIMD4<Float> {
    switch kind {
    case .box:
      let share = box(at, index)
      return share > 0 ? paint(at, index + 3) * share : .zero
    case .ring: return color(max(box(at, index) - box(at, index + 3), 0))
    case .shadow:
      return color(blurred(at, index, records[index + 6].x) * (1 - box(at, index + 3)))
    case .insetShadow:
      return color(box(at, index + 3) * (1 - blurred(at, index, records[index + 6].x)))
    case .solid, .mask, .correctedMask, .image: return color(1)
    }
  }

  private func span(_ low: Float, _ high: Float, _ at: Float) -> Float {
    max(0, min(high, at + 0.5) - max(low, at - 0.5))
  }

  private func halfPlane(_ distance: Float, _ normal: SIMD2<Float>) -> Float {
    let wide = max(abs(normal.x), abs(normal.y))
    let narrow = min(abs(normal.x), abs(normal.y))
    let away = abs(distance)
    if away <= 0.5 * (wide - narrow) { return 0.5 - distance / wide }
    let rest = max(0.5 * (wide + narrow) - away, 0)
    let corner = rest * rest / max(2 * wide * narrow, 1e-6)
    return distance < 0 ? 1 - corner : corner
  }

  private func corner(_ x: Float, _ y: Float, _ radiusX: Float, _ radiusY: Float) -> Float {
    let away = SIMD2(radiusX - x, radiusY - y)
    guard min(radiusX, radiusY) > 0 else { return 1 }
    if max(radiusX, radiusY) > 2 * min(radiusX, radiusY) { return sliced(x, y, radiusX, radiusY) }
    guard min(away.x, away.y) > 0 else { return 1 }
    let unit = SIMD2(away.x / radiusX, away.y / radiusY)
    let slope = SIMD2(unit.x / radiusX, unit.y / radiusY)
    let steepness = (slope.x * slope.x + slope.y * slope.y).squareRoot()
    let size = (unit.x * unit.x + unit.y * unit.y).squareRoot()
    let normal = SIMD2(slope.x / steepness, slope.y / steepness)
    let wide = max(normal.x, normal.y)
    let bend = 1 / (30 * wide * wide * (radiusX * radiusY).squareRoot())
    return halfPlane(size * (size - 1) / steepness + bend, normal)
  }

  private func sliced(_ x: Float, _ y: Float, _ radiusX: Float, _ radiusY: Float) -> Float {
    guard x - 0.5 < radiusX, y - 0.5 < radiusY else { return 1 }
    return (0..<8).reduce(Float(0)) { sum, slice in
      let at = y - 0.5 + (Float(slice) + 0.5) / 8
      let start = max(inset(radiusX, radiusY, radiusY - at), x - 0.5)
      return at > 0 ? sum + max(x + 0.5 - start, 0) / 8 : sum
    }
  }

  private func box(_ at: SIMD2<Float>, _ index: Int) -> Float {
    let (edges, across, down) = (records[index], records[index + 1], records[index + 2])
    let share = span(edges.x, edges.z, at.x) * span(edges.y, edges.w, at.y)
    guard share > 0 else { return 0 }
    let (left, right) = (at.x - edges.x, edges.z - at.x)
    let (top, bottom) = (at.y - edges.y, edges.w - at.y)
    return min(
      share, corner(left, top, across.x, down.x), corner(right, top, across.y, down.y),
      corner(right, bottom, across.z, down.z), corner(left, bottom, across.w, down.w))
  }

  /// The normal distribution: exact here, within 0.0005 in the shader.
  private func normal(_ x: Float) -> Float { 0.5 + 0.5 * erf(x / Float(2).squareRoot()) }

  private func inset(_ radiusX: Float, _ radiusY: Float, _ away: Float) -> Float {
    guard away > 0, radiusY > 0 else { return 0 }
    let share = min(1, away / radiusY)
    return radiusX * (1 - (1 - share * share).squareRoot())
  }

  private func blurred(_ at: SIMD2<Float>, _ index: Int, _ deviation: Float) -> Float {
    guard deviation >= 0.01 else { return box(at, index) }
    let (edges, across, down) = (records[index], records[index + 1], records[index + 2])
    let width = (deviation * deviation + 1.0 / 12).squareRoot()
    func sum(_ low: Float, _ high: Float, _ at: Float) -> Float {
      max(0, normal((high - at) / width) - normal((low - at) / width))
    }
    if across.max() <= 0 { return sum(edges.x, edges.z, at.x) * sum(edges.y, edges.w, at.y) }
    let top = max(edges.y, at.y - 3 * width)
    let bottom = min(edges.w, at.y + 3 * width)
    guard top < bottom else { return 0 }
    let height = (bottom - top) / 12
    return (0..<12).reduce(Float(0)) { total, slice in
      let start = top + height * Float(slice)
      let y = start + height / 2
      let left =
        y < edges.y + down.x
        ? inset(across.x, down.x, edges.y + down.x - y)
        : inset(across.w, down.w, y - edges.w + down.w)
      let right =
        y < edges.y + down.y
        ? inset(across.y, down.y, edges.y + down.y - y)
        : inset(across.z, down.z, y - edges.w + down.z)
      return total
        + sum(start, start + height, at.y) * sum(edges.x + left, edges.z - right, at.x)
    }
  }

  private func paint(_ at: SIMD2<Float>, _ index: Int) -> SIMD4<Float> {
    let head = records[index]
    guard head.x != 0 else { return color(1) }
    let more = records[index + 1]
    var place = head.y
    switch head.x {
    case 1: place = at.x * head.y + at.y * head.z + head.w
    case 2:
      let (x, y) = ((at.x - head.y) * more.x, (at.y - head.z) * more.y)
      place = (x * x + y * y).squareRoot()
    case 3:
      let (x, y) = (at.x - head.y, head.z - at.y)
      let turn = atan2(abs(x) < 0.001 ? 0 : x, abs(y) < 0.001 ? 0 : y) / (2 * .pi) - head.w
      place = turn - turn.rounded(.down)
    default: break
    }
    let stops = (0..<Int(saturating: more.w)).map { stop in
      (place: records[index + 2 + 2 * stop].x, color: records[index + 3 + 2 * stop])
    }
    var color = stops[0].color
    for (last, next) in zip(stops, stops.dropFirst()) where place >= last.place {
      let gap = next.place - last.place
      let share = gap > 0 ? min(max((place - last.place) / gap, 0), 1) : 1
      color = last.color * (1 - share) + next.color * share
    }
    return color * ink.w
  }

  func corrected(_ share: Float, _ index: Int) -> Float {
    let text = records[index]
    let share = share + (1 - share) * share * records[index + 1].x
    let contrast = 2 * text.x - 1
    guard abs(contrast) > 1 / 128 else { return share }
    let light = max(text.y * share + text.z * (1 - share), 0)
    return min(max((pow(light, text.w) - 1 + text.x) / contrast, 0), 1)
  }
}
