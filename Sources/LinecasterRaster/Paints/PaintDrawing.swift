import LinecasterBase
import LinecasterFonts

/// The reason why a paint is not drawn.
enum PaintFault: Error {
  /// The paint is unbounded.
  case unbounded
  /// The paint exceeds the work limit for glyphs.
  case tooLarge

  /// The reason as an adjective of paints.
  var reason: String {
    switch self {
    case .unbounded: "without bounds"
    case .tooLarge: "above the work limit"
    }
  }
}

/// A source of outline coverage for painting.
protocol OutlineCovering: AnyObject {
  /// Returns the bounding box of the points of a glyph's transformed outline.
  func box(of glyph: UInt32, _ transform: ColorPaint.Transform) throws(PaintFault) -> PixelRect

  /// Returns the coverage of each pixel in a rectangle, row by row without padding.
  func coverage(
    of shape: PaintShape, _ transform: ColorPaint.Transform, in rect: PixelRect
  ) throws(PaintFault) -> [UInt8]
}

/// The clip shape of a paint.
enum PaintShape: Hashable, Sendable {
  case outline(UInt32)
  /// The origin is the lower-left corner, y up.
  case box(Rect)
}

/// Draws the paint of a colour glyph.
///
/// Colours are blended as premultiplied fractions per pixel, so a pixel does not depend on others
/// drawn with it, except for FreeType's rounding of curves.
struct PaintDrawing<Outlines: OutlineCovering> {
  private let outlines: Outlines
  private let textColor: Color
  /// The remaining number of pixels that may be painted.
  private var remaining = Self.pixelLimit

  /// The maximum number of painted pixels per glyph: ten times a hundred layers of the largest
  /// cached colour glyph.
  private static var pixelLimit: Int { 1 << 30 }

  /// The maximum number of pixels of all layers at a time, 16 bytes each; beyond, rows are drawn in
  /// bands.
  private let bandPixels: Int

  /// - Parameters:
  ///   - outlines: The source of outline coverage.
  ///   - textColor: The text's colour, opaque.
  ///   - bandPixels: The maximum number of pixels of all layers at a time.
  init(_ outlines: Outlines, textColor: Color, bandPixels: Int = 1 << 22) {
    self.outlines = outlines
    self.textColor = textColor
    self.bandPixels = bandPixels
  }

  /// Draws a rectangle of pixels as premultiplied bytes, with rows padded as in glyph bitmaps.
  mutating func bytes(
    of paint: ColorPaint, _ transform: ColorPaint.Transform, in bounds: PixelRect
  ) throws(PaintFault) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.color, width: bounds.width)
    var bytes = [UInt8](repeating: 0, count: rowBytes * bounds.height)
    let rows = max(1, bandPixels / (paint.layerCount * bounds.width))
    for top in stride(from: bounds.top, to: bounds.bottom, by: rows) {
      let band = PixelRect(
        left: bounds.left, top: top, right: bounds.right, bottom: min(bounds.bottom, top + rows))
      var layer = PaintLayer(bounds: band)
      try draw(paint, transform, PaintClip(bounds: band), onto: &layer)
      for row in band.top..<band.bottom {
        layer.write(row: row, to: &bytes, at: (row - bounds.top) * rowBytes)
      }
    }
    return bytes
  }

  private mutating func draw(
    _ paint: ColorPaint, _ transform: ColorPaint.Transform, _ clip: PaintClip,
    onto layer: inout PaintLayer
  ) throws(PaintFault) {
    guard !clip.bounds.isEmpty else { return }
    switch paint {
    case .layers(let paints):
      for paint in paints { try draw(paint, transform, clip, onto: &layer) }
    case .solid, .linearGradient, .radialGradient, .sweepGradient:
      guard let shader = PaintShader(paint, transform, textColor: textColor) else { return }
      try work(on: clip.bounds)
      layer.fill(clip, with: shader)
    case .outline(let glyph, let paint):
      let inner = try cut(clip, to: .outline(glyph), transform)
      try draw(paint, transform, inner, onto: &layer)
    case .clip(let rect, let paint):
      let inner = try cut(clip, to: .box(rect), transform)
      try draw(paint, transform, inner, onto: &layer)
    case .transform(let inner, let paint):
      try draw(paint, transform.after(inner), clip, onto: &layer)
    case .composite(let source, let mode, let backdrop):
      try composite(source, mode, backdrop, transform, clip, onto: &layer)
    }
  }

  private mutating func composite(
    _ source: ColorPaint, _ mode: ColorPaint.CompositeMode, _ backdrop: ColorPaint,
    _ transform: ColorPaint.Transform, _ clip: PaintClip, onto layer: inout PaintLayer
  ) throws(PaintFault) {
    if mode == .sourceOver, clip.coverage == nil {
      try draw(backdrop, transform, clip, onto: &layer)
      return try draw(source, transform, clip, onto: &layer)
    }
    let whole = ColorPaint.composite(source, mode, backdrop: backdrop)
    let area =
      try extent(of: whole, transform).map { $0.clipped(to: clip.bounds) } ?? clip.bounds
    guard !area.isEmpty else { return }
    var (below, above) = (PaintLayer(bounds: area), PaintLayer(bounds: area))
    try draw(backdrop, transform, PaintClip(bounds: area), onto: &below)
    try draw(source, transform, PaintClip(bounds: area), onto: &above)
    try work(on: area)
    below.blend(above, mode)
    layer.paint(below, clip)
  }

  /// Returns the part of a clip inside a shape.
  private mutating func cut(
    _ clip: PaintClip, to shape: PaintShape, _ transform: ColorPaint.Transform
  ) throws(PaintFault) -> PaintClip {
    let bounds = try box(of: shape, transform).clipped(to: clip.bounds)
    guard !bounds.isEmpty else { return PaintClip(bounds: bounds) }
    if case .box(let rect) = shape, transform.holds(bounds, in: rect) {
      return clip.cropped(to: bounds)
    }
    try work(on: bounds)
    return clip.cropped(to: bounds).multiplied(
      by: try outlines.coverage(of: shape, transform, in: bounds))
  }

  private mutating func work(on area: PixelRect) throws(PaintFault) {
    remaining -= area.width * area.height
    guard remaining > 0 else { throw .tooLarge }
  }
}

// The pixels that paints may touch.

extension PaintDrawing {
  /// Returns the pixels that a paint may touch; `nil` if it is unbounded.
  func extent(
    of paint: ColorPaint, _ transform: ColorPaint.Transform
  ) throws(PaintFault) -> PixelRect? {
    switch paint {
    case .layers(let paints):
      var whole = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      for paint in paints {
        guard let part = try extent(of: paint, transform) else { return nil }
        whole = whole.union(part)
      }
      return whole
    case .solid, .linearGradient, .radialGradient, .sweepGradient: return nil
    case .outline(let glyph, let paint):
      let box = try box(of: .outline(glyph), transform)
      return try extent(of: paint, transform).map { $0.clipped(to: box) } ?? box
    case .clip(let rect, let paint):
      let box = try box(of: .box(rect), transform)
      return try extent(of: paint, transform).map { $0.clipped(to: box) } ?? box
    case .transform(let inner, let paint):
      return try extent(of: paint, transform.after(inner))
    case .composite(let source, let mode, let backdrop):
      return mode.extent(
        try extent(of: source, transform), try extent(of: backdrop, transform))
    }
  }

  private func box(
    of shape: PaintShape, _ transform: ColorPaint.Transform
  ) throws(PaintFault) -> PixelRect {
    switch shape {
    case .outline(let glyph): try outlines.box(of: glyph, transform)
    case .box(let rect):
      rect.isEmpty
        ? PixelRect(left: 0, top: 0, right: 0, bottom: 0)
        : PixelRect(around: rect.corners.map { transform.moved($0) })
    }
  }
}

extension ColorPaint {
  /// The number of layers held at a time while it is drawn.
  fileprivate var layerCount: Int {
    switch self {
    case .solid, .linearGradient, .radialGradient, .sweepGradient: 1
    case .layers(let paints): paints.reduce(1) { max($0, $1.layerCount) }
    case .outline(_, let paint), .clip(_, let paint), .transform(_, let paint): paint.layerCount
    case .composite(let source, _, let backdrop): 2 + max(source.layerCount, backdrop.layerCount)
    }
  }
}

extension ColorPaint.CompositeMode {
  /// Returns the pixels that may be painted, from those of the source and the backdrop; `nil` if
  /// unbounded.
  fileprivate func extent(_ source: PixelRect?, _ backdrop: PixelRect?) -> PixelRect? {
    switch self {
    case .clear: return PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    case .source, .sourceOut, .destinationAtop: return source
    case .destination, .destinationOut, .sourceAtop: return backdrop
    case .sourceIn, .destinationIn:
      guard let source else { return backdrop }
      return backdrop.map { $0.clipped(to: source) } ?? source
    default:
      guard let source, let backdrop else { return nil }
      return source.union(backdrop)
    }
  }
}

extension Rect {
  fileprivate var corners: [Point] {
    [
      origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY),
    ]
  }
}

extension ColorPaint.Transform {
  /// Whether a rectangle that stays one contains all pixels.
  fileprivate func holds(_ pixels: PixelRect, in rect: Rect) -> Bool {
    guard xx == 0 && yy == 0 || xy == 0 && yx == 0 else { return false }
    let (first, second) = (moved(rect.corners[0]), moved(rect.corners[2]))
    return Double(pixels.left) >= min(first.x, second.x)
      && Double(pixels.right) <= max(first.x, second.x)
      && Double(pixels.top) >= min(first.y, second.y)
      && Double(pixels.bottom) <= max(first.y, second.y)
  }
}

extension PixelRect {
  /// Creates the bounding box of points; empty if there are none.
  init(around points: [Point]) {
    let (x, y) = (points.map(\.x), points.map(\.y))
    func edge(_ number: Double?) -> Int { Int(saturating: (number ?? 0).limited()) }
    self.init(
      left: edge(x.min()?.rounded(.down)), top: edge(y.min()?.rounded(.down)),
      right: edge(x.max()?.rounded(.up)), bottom: edge(y.max()?.rounded(.up)))
  }
}

/// A rectangle of pixels, with the paintable share of each.
struct PaintClip {
  let bounds: PixelRect
  /// The coverage of each pixel, row by row; `nil` if all are fully covered.
  let coverage: [UInt8]?

  init(bounds: PixelRect) {
    self.bounds = bounds
    coverage = nil
  }

  private init(bounds: PixelRect, coverage: [UInt8]?) {
    self.bounds = bounds
    self.coverage = coverage
  }

  /// Returns the clip of a part of the pixels.
  func cropped(to part: PixelRect) -> PaintClip {
    guard let coverage, part != bounds, !part.isEmpty else {
      return PaintClip(bounds: part, coverage: coverage)
    }
    var cropped: [UInt8] = []
    cropped.reserveCapacity(part.width * part.height)
    for row in part.top..<part.bottom {
      let start = (row - bounds.top) * bounds.width + part.left - bounds.left
      cropped += coverage[start..<start + part.width]
    }
    return PaintClip(bounds: part, coverage: cropped)
  }

  /// Returns the clip multiplied by another coverage.
  func multiplied(by other: [UInt8]) -> PaintClip {
    guard var coverage else { return PaintClip(bounds: bounds, coverage: other) }
    for index in coverage.indices where coverage[index] != 255 || other[index] != 255 {
      coverage[index] = coverage[index].multiplied(by: other[index])
    }
    return PaintClip(bounds: bounds, coverage: coverage)
  }

  /// Returns the paintable share of a pixel, 0 to 1.
  @inline(__always)
  fileprivate func share(_ index: Int) -> Float {
    guard let coverage else { return 1 }
    return Float(coverage[index]) * (1 / 255)
  }
}

/// Premultiplied pixels as fractions of red, green, blue and alpha.
struct PaintLayer {
  let bounds: PixelRect
  private var pixels: [SIMD4<Float>]

  /// Creates clear pixels.
  init(bounds: PixelRect) {
    self.bounds = bounds
    pixels = [SIMD4<Float>](repeating: .zero, count: bounds.width * bounds.height)
  }

  /// Paints on the pixels of a clip.
  mutating func fill(_ clip: PaintClip, with shader: PaintShader) {
    forEachPixel(of: clip) { pixel, share, x, y in
      let color = shader.color(x: Double(x) + 0.5, y: Double(y) + 0.5) * share
      pixel = color + pixel * (1 - color.w)
    }
  }

  /// Paints another layer on the pixels of a clip, which lie within the layer.
  mutating func paint(_ other: PaintLayer, _ clip: PaintClip) {
    let clip = clip.cropped(to: other.bounds)
    var index = 0
    forEachPixel(of: clip) { pixel, share, _, _ in
      let color = other.pixels[index] * share
      pixel = color + pixel * (1 - color.w)
      index += 1
    }
  }

  /// Composites a source with the same bounds onto these pixels.
  mutating func blend(_ source: PaintLayer, _ mode: ColorPaint.CompositeMode) {
    for index in pixels.indices {
      pixels[index] = mode.blended(source.pixels[index], on: pixels[index])
    }
  }

  private mutating func forEachPixel(
    of clip: PaintClip,
    _ body: (inout SIMD4<Float>, _ share: Float, _ x: Int, _ y: Int) -> Void
  ) {
    var covered = 0
    for y in clip.bounds.top..<clip.bounds.bottom {
      var index = (y - bounds.top) * bounds.width + clip.bounds.left - bounds.left
      for x in clip.bounds.left..<clip.bounds.right {
        body(&pixels[index], clip.share(covered), x, y)
        index += 1
        covered += 1
      }
    }
  }

  /// Writes a row as bytes.
  func write(row: Int, to bytes: inout [UInt8], at place: Int) {
    let start = (row - bounds.top) * bounds.width
    for column in 0..<bounds.width {
      let pixel = pixels[start + column]
      let alpha = UInt8(saturating: min(max(pixel.w, 0), 1) * 255 + 0.5)
      for channel in 0..<3 {
        let level = UInt8(saturating: min(max(pixel[channel], 0), 1) * 255 + 0.5)
        bytes[place + column * 4 + channel] = min(level, alpha)
      }
      bytes[place + column * 4 + 3] = alpha
    }
  }
}
