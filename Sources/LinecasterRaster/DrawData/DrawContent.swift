import Foundation
import LinecasterBase
import LinecasterDisplay

/// The quads of a list while they are collected, in pixels from the list's corner.
struct DrawContent {
  /// Consecutive quads that use the same texture.
  struct Run: Sendable {
    /// The number of the texture; 0 if any will do.
    var texture: UInt32
    /// The number of quads.
    var count: Int
  }

  /// A texture drawn by a canvas.
  struct Picture: Sendable {
    let texture: UInt32
    let bitmap: Bitmap
  }

  private(set) var vertices: [DrawVertex] = []
  private(set) var runs: [Run] = []
  /// The parameters; vertices refer to them from 0.
  private(set) var parameters: [SIMD4<Float>] = []
  private(set) var pictures: [Picture] = []
  /// The bounding box of all quads.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The last correction of coverage, and its index among the parameters.
  private var lastCurve: (key: CoverageCurve.Key, index: Int)?

  /// Adds a quad of a texture.
  mutating func append(
    _ quad: GlyphQuad, _ kind: DrawKind, texture: UInt32, parameter: Int = 0
  ) {
    let u = (Float(quad.texelX), Float(quad.texelX) + Float(quad.texelWidth))
    let v = (Float(quad.texelY), Float(quad.texelY) + Float(quad.texelHeight))
    let color = Color(red: quad.red, green: quad.green, blue: quad.blue, alpha: quad.alpha)
    append(
      (quad.left, quad.top, quad.right, quad.bottom), (u.0, v.0, u.1, v.1), color, kind,
      parameter: parameter, texture: texture)
  }

  /// Adds a picture with its top-left corner at a pixel.
  mutating func append(_ bitmap: Bitmap, x: Int, y: Int, texture: UInt32) {
    pictures.append(Picture(texture: texture, bitmap: bitmap))
    let (width, height) = (Float(bitmap.width), Float(bitmap.height))
    append(
      (Float(x), Float(y), Float(x) + width, Float(y) + height), (0, 0, width, height), .black,
      .image, parameter: 0, texture: texture)
  }

  /// Adds the pixels of a shape in some rectangles.
  mutating func append(
    _ rects: [PixelRect], _ kind: DrawKind, _ color: Color, parameters new: [SIMD4<Float>] = []
  ) {
    let first = parameters.count
    parameters += new
    for rect in rects where !rect.isEmpty {
      let edges = (Float(rect.left), Float(rect.top), Float(rect.right), Float(rect.bottom))
      append(edges, edges, color, kind, parameter: first, texture: 0)
    }
  }

  private mutating func append(
    _ edges: (left: Float, top: Float, right: Float, bottom: Float),
    _ source: (left: Float, top: Float, right: Float, bottom: Float), _ color: Color,
    _ kind: DrawKind, parameter: Int, texture: UInt32
  ) {
    let bytes = color.bytesInOrder
    let shape = kind.rawValue << 24 | UInt32(truncatingIfNeeded: parameter)
    func add(_ x: Float, _ y: Float, _ u: Float, _ v: Float) {
      vertices.append(
        DrawVertex(x: x, y: y, u: u, v: v, color: bytes, shape: shape))
    }
    add(edges.left, edges.top, source.left, source.top)
    add(edges.right, edges.top, source.right, source.top)
    add(edges.right, edges.bottom, source.right, source.bottom)
    add(edges.left, edges.bottom, source.left, source.bottom)
    bounds = bounds.union(
      PixelRect(
        left: Int(saturating: edges.left.rounded(.down)),
        top: Int(saturating: edges.top.rounded(.down)),
        right: Int(saturating: edges.right.rounded(.up)),
        bottom: Int(saturating: edges.bottom.rounded(.up))))
    if let last = runs.last, last.texture == texture || texture == 0 || last.texture == 0 {
      runs[runs.count - 1].texture = max(last.texture, texture)
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(texture: texture, count: 1))
    }
  }

  /// Returns the index of the parameters that correct the coverage of glyphs in a colour; `nil` if
  /// coverage stays unchanged.
  mutating func curve(of color: Color, _ rendering: GlyphRendering) -> Int? {
    guard let key = CoverageCurve.Key(color, rendering) else { return nil }
    if let lastCurve, lastCurve.key == key { return lastCurve.index }
    let text = Double(key.luminance) / 255
    let backLight = pow(1 - text, key.gamma)
    let index = parameters.count
    parameters.append(
      SIMD4(Float(text), Float(pow(text, key.gamma)), Float(backLight), Float(1 / key.gamma)))
    parameters.append(SIMD4(Float(key.contrast * backLight), 0, 0, 0))
    lastCurve = (key, index)
    return index
  }
}

// MARK: - Shapes

extension DrawContent {
  /// Adds a box in a colour.
  mutating func fill(_ box: RoundedBox, _ color: Color, clip: PixelRect) {
    guard color.alpha > 0, box.isDrawable else { return }
    let touched = box.touched(in: clip)
    if box.interior(in: touched) == touched, box.leftReach + box.rightReach == 0 {
      append([touched], .solid, color)
    } else {
      append([touched], .box, color, parameters: box.parameters + [.zero])
    }
  }

  /// Adds a shape in a colour or a gradient.
  mutating func fill(
    _ shape: DisplayShape, with paint: DisplayPaint, scale: PixelScale, clip: PixelRect
  ) {
    let box = RoundedBox(shape, scale: scale)
    if let color = paint.plainColor { return fill(box, color, clip: clip) }
    guard box.isDrawable, let shader = GradientShader(paint, in: shape.rect, scale: scale)
    else { return }
    append(
      [box.touched(in: clip)], .box, .black,
      parameters: box.parameters + shader.parameters(paint.stops))
  }

  /// Adds a shadow as `Canvas` draws it.
  mutating func append(
    _ shadow: Shadow, of shape: DisplayShape, scale: PixelScale, clip: PixelRect
  ) {
    let box = RoundedBox(shape, scale: scale)
    let outline = RoundedBox(shadow.outline(of: shape), scale: scale)
    let deviation = shadow.blur * scale.factor / 2
    let reach = GaussianBlur(deviation: deviation).reach
    guard box.isDrawable, shadow.color.alpha > 0, shadow.offset.x.isFinite,
      shadow.offset.y.isFinite, shadow.spread.isFinite
    else { return }
    // An inset shadow whose outline is empty fills the shape.
    guard outline.isDrawable else {
      return shadow.isInset ? fill(box, shadow.color, clip: clip) : ()
    }
    let area =
      shadow.isInset
      ? box.touched(in: clip)
      : outline.touched(in: clip.widened(by: (reach, reach))).widened(by: (reach, reach))
        .clipped(to: clip)
    let hole =
      shadow.isInset
      ? outline.interior(margin: Double(reach) + 1, in: area) : box.interior(in: area)
    let limited = deviation > 0 ? min(deviation, GaussianBlur.largest) : 0
    append(
      area.around(hole), shadow.isInset ? .insetShadow : .shadow, shadow.color,
      parameters: outline.parameters + box.parameters + [SIMD4(Float(limited), 0, 0, 0)])
  }

  /// Adds a border; false if it needs a canvas.
  mutating func append(
    _ border: Border, in shape: DisplayShape, scale: PixelScale, clip: PixelRect
  ) -> Bool {
    let geometry = BorderGeometry(border, in: shape, scale: scale, clip: clip)
    guard geometry.box.isDrawable, !clip.isEmpty else { return true }
    let groups = geometry.groups.map { ($0, $0[0].edge(of: border)) }
    let isSimple = groups.allSatisfy { sides, edge in
      edge.pattern == .dotted || edge.pattern == .solid && geometry.isWhole(sides)
    }
    guard isSimple else { return false }
    let inner = geometry.box.inset(by: geometry.insets)
    for (sides, edge) in groups {
      if edge.pattern == .dotted {
        for dot in geometry.dots(sides) { fill(dot, edge.color, clip: clip) }
      } else if inner.isDrawable {
        let outer = geometry.box.touched(in: clip)
        append(
          outer.around(inner.interior(in: outer)), .ring, edge.color,
          parameters: geometry.box.parameters + inner.parameters)
      } else {
        fill(geometry.box, edge.color, clip: clip)
      }
    }
    return true
  }
}

extension RoundedBox {
  /// The edges and the radii along both axes.
  fileprivate var parameters: [SIMD4<Float>] {
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    let (x, y) = (corners.map { Float($0.x) }, corners.map { Float($0.y) })
    return [
      SIMD4(Float(left), Float(top), Float(right), Float(bottom)), SIMD4(x[0], x[1], x[2], x[3]),
      SIMD4(y[0], y[1], y[2], y[3]),
    ]
  }
}

extension DisplayPaint {
  /// The stops of a gradient; none for a colour.
  fileprivate var stops: [GradientStop] {
    switch self {
    case .color, .themeColor: []
    case .linear(let gradient): gradient.stops
    case .radial(let gradient): gradient.stops
    case .conic(let gradient): gradient.stops
    }
  }
}

extension GradientShader {
  /// Returns the geometry and the stops.
  fileprivate func parameters(_ stops: [GradientStop]) -> [SIMD4<Float>] {
    let count = Float(stops.count)
    var parameters: [SIMD4<Float>]
    switch geometry {
    case .linear(let x, let y, let offset):
      parameters = [SIMD4(1, Float(x), Float(y), Float(offset)), SIMD4(0, 0, 0, count)]
    case .radial(let center, let x, let y):
      parameters = [
        SIMD4(2, Float(center.x), Float(center.y), 0), SIMD4(Float(x), Float(y), 0, count),
      ]
    case .conic(let center, let start):
      parameters = [
        SIMD4(3, Float(center.x), Float(center.y), Float(start)), SIMD4(0, 0, 0, count),
      ]
    case .constant(let place):
      parameters = [SIMD4(4, Float(place.limited()), 0, 0), SIMD4(0, 0, 0, count)]
    }
    for stop in stops.ordered {
      let color = stop.color
      let alpha = Float(color.alpha) / 255
      let bytes = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255)
      parameters.append(SIMD4(Float(stop.place.limited()), 0, 0, 0))
      parameters.append(bytes / 255 * alpha)
    }
    return parameters
  }
}
