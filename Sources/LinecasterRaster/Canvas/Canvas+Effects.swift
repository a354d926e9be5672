import LinecasterBase
import LinecasterDisplay
import LinecasterFonts

/// The mapping of a group's content to pixels of its target, with effects.
struct EffectPlan {
  /// The scale that the content is drawn at.
  let scale: PixelScale
  /// The offset of content pixels to target pixels; `nil` if their sizes differ.
  let shift: (x: Int, y: Int)?
  /// The transform from content pixels to target pixels, and its inverse.
  private let map: DisplayTransform
  private let back: DisplayTransform
  /// The filters, applied in order.
  let filters: [PixelFilter]
  /// The number of content pixels around each pixel that its result may depend on.
  let reach: Int

  /// The clamp for far pixels.
  fileprivate static let farthest = 1e9
  /// The maximum number of content pixels per target pixel if the content is squeezed.
  private static let mostPixels = 16.0

  /// `nil` if nothing is visible.
  init?(_ effects: DisplayEffects, scale target: PixelScale) {
    let transform = effects.transform
    guard transform.isFinite, transform.inverse != nil else { return nil }
    let isUpright = transform.b == 0 && transform.c == 0 && transform.a == transform.d
    if isUpright, transform.a > 0 {
      scale = PixelScale(target.factor * transform.a)
    } else {
      // Quarter turns onto whole pixels keep the resolution; otherwise edges would become soft.
      let isExact = transform.turnsByQuarters && transform.isMoveOfPixels(at: target)
      let factor = transform.growth(atMost: Self.mostPixels) * (isExact ? 1 : 2)
      scale = PixelScale(target.factor * factor)
    }
    let ratio = target.factor / scale.factor
    var map = DisplayTransform(
      a: transform.a * ratio, b: transform.b * ratio, c: transform.c * ratio,
      d: transform.d * ratio, x: transform.x * target.factor, y: transform.y * target.factor)
    if isUpright { (map.x, map.y) = (map.x.rounded(), map.y.rounded()) }
    guard let back = map.inverse else { return nil }
    self.map = map
    self.back = back
    let isSameSize = isUpright && transform.a > 0 && abs(map.a - 1) < 1e-9
    let (x, y) = (map.x.limited(to: Self.farthest), map.y.limited(to: Self.farthest))
    shift = isSameSize ? (Int(saturating: x), Int(saturating: y)) : nil
    let factor = scale.factor
    filters = effects.filters.compactMap { PixelFilter($0, pixelsPerPoint: factor) }
    reach = filters.reduce(0) { $0 + $1.reach }
  }

  /// Returns the content pixels that target pixels are made of, before filters.
  func source(of target: PixelRect) -> PixelRect {
    if let shift { return target.offset(x: -shift.x, y: -shift.y) }
    // Interpolation reaches a pixel further.
    return PixelRect(around: back.bounds(of: Rect(target))).widened(by: (2, 2))
  }

  /// Returns the target pixels that depend on content pixels.
  func target(of source: PixelRect) -> PixelRect {
    if source.isEmpty { return source }
    if let shift { return source.offset(x: shift.x, y: shift.y) }
    return PixelRect(around: map.bounds(of: Rect(source))).widened(by: (1, 1))
  }

  /// Returns the content pixels to draw for a clip, including those that its pixels depend on.
  func content(of clip: PixelRect) -> PixelRect { source(of: clip).widened(by: (reach, reach)) }

  /// Returns the target tiles that are drawn one at a time.
  func tiles(of rect: PixelRect, level: Int) -> [PixelRect] {
    shift == nil ? rect.tiles(side: Self.tileSide) : LayerTiles.tiles(of: rect, level: level)
  }

  /// The side of square tiles, whose source area stays small under rotation.
  private static let tileSide = 256

  /// Returns the content position of a target position.
  @inline(__always)
  func place(x: Double, y: Double) -> Point { back.apply(Point(x: x, y: y)) }
}

extension DisplayTransform {
  /// Whether sides along an axis stay along one, and all lengths grow by one factor.
  fileprivate var turnsByQuarters: Bool {
    b == 0 && c == 0 && abs(a) == abs(d) || a == 0 && d == 0 && abs(b) == abs(c)
  }

  /// Whether the origin moves by whole pixels, up to rounding errors.
  fileprivate func isMoveOfPixels(at scale: PixelScale) -> Bool {
    [x, y].allSatisfy { abs($0 * scale.factor - ($0 * scale.factor).rounded()) < 1e-6 }
  }

  /// Returns the maximum growth of lengths, limited to a number of content pixels per pixel.
  fileprivate func growth(atMost pixels: Double) -> Double {
    let sum = a * a + b * b + c * c + d * d
    let area = abs(determinant)
    let longest = (sum + max(0, sum * sum - 4 * area * area).squareRoot()) / 2
    return min(longest, pixels * area).squareRoot()
  }
}

extension PixelRect {
  /// Creates the rectangle of pixels that a rectangle touches; far edges are clamped.
  fileprivate init(around rect: Rect) {
    func pixel(_ place: Double) -> Int {
      place.isFinite ? Int(saturating: place.limited(to: EffectPlan.farthest)) : 0
    }
    self.init(
      left: pixel(rect.minX.rounded(.down)), top: pixel(rect.minY.rounded(.down)),
      right: pixel(rect.maxX.rounded(.up)), bottom: pixel(rect.maxY.rounded(.up)))
  }
}

extension Rect {
  fileprivate init(_ pixels: PixelRect) {
    self.init(
      x: Double(pixels.left), y: Double(pixels.top), width: Double(pixels.width),
      height: Double(pixels.height))
  }
}

extension Canvas {
  /// Draws a group with effects.
  ///
  /// Each tile draws the content on clear pixels at its visible scale, then paints, filters and
  /// masks them. No pixel depends on the edges of tiles.
  mutating func drawWithEffects(
    _ group: DisplayGroup, _ scope: WorkScope
  ) throws {
    var effects = group.effects
    if effects.backdrop != nil {
      try changeBackdrop(of: group, scope)
      effects.backdrop = nil
      let plain = DisplayGroup(group.commands, opacity: group.opacity, clip: group.clip)
      if effects.isPlain { return try draw(plain, nil, scope) }
    }
    let opacity = UInt8(saturating: (group.opacity * 255).rounded())
    guard opacity > 0, let plan = EffectPlan(effects, scale: scale) else { return }
    let outer = clip
    defer { clip = outer }
    let seen = try plan.target(of: ink(of: group, plan, scope)).clipped(to: clip)
    for tile in plan.tiles(of: seen, level: layerCount) {
      try scope.checkCancellation()
      clip = tile
      let source = plan.source(of: tile)
      let layer = try layer(of: group, effects, plan, source, scope)
      paint(layer, at: source, plan, opacity: opacity, effects.blend)
    }
  }

  /// Returns the content pixels with ink that may be visible.
  private func ink(
    of group: DisplayGroup, _ plan: EffectPlan, _ scope: WorkScope
  ) throws -> PixelRect {
    var finder = InkFinder(
      scale: plan.scale, rendering: rendering, source: glyphs, clip: plan.content(of: clip))
    finder.looksAtText = layerCount == 0
    finder.enter(group)
    for command in group.commands { try finder.insert(command, scope) }
    let ink = finder.bounds
    return ink.isEmpty ? ink : ink.widened(by: (plan.reach, plan.reach))
  }

  /// Returns the content pixels after all effects.
  private mutating func layer(
    of group: DisplayGroup, _ effects: DisplayEffects, _ plan: EffectPlan, _ source: PixelRect,
    _ scope: WorkScope
  ) throws -> Bitmap {
    let area = source.widened(by: (plan.reach, plan.reach))
    let extent = plan.content(of: extent)
    var layer = try drawing(at: plan.scale, in: area, scope) { canvas in
      canvas.extent = extent
      let content = DisplayGroup(group.commands, clip: group.clip)
      try canvas.draw(content, nil, scope)
    }
    if let paint = effects.paint {
      let colors = try drawing(at: plan.scale, in: area, scope) { canvas in
        canvas.fill(paint.shape, with: paint.paint)
      }
      layer = colors.masked(by: layer)
    }
    for filter in plan.filters {
      try scope.checkCancellation()
      layer = filter.apply(to: layer)
    }
    guard let mask = effects.mask else { return layer }
    let backdrops = Backdrops(mask, scale: plan.scale, in: extent)
    let shape = try drawing(at: plan.scale, in: source, scope) { canvas in
      try canvas.draw(backdrops, on: .clear, scope) { canvas in
        for command in mask { try canvas.draw(command, scope) }
      }
    }
    return layer.masked(by: shape)
  }

  /// Draws on a separate bitmap with the same origin.
  mutating func drawing(
    at scale: PixelScale, in area: PixelRect, on ground: Color = .clear, _ scope: WorkScope,
    _ draw: (inout Canvas) throws -> Void
  ) throws -> Bitmap {
    effectPixelCount = try countedLayer(area)
    var canvas = Canvas(
      bitmap: try Bitmap(width: area.width, height: area.height, background: ground), scale: scale,
      glyphs: glyphs, images: images, rendering: rendering)
    (canvas.originX, canvas.originY) = (-area.left, -area.top)
    (canvas.clip, canvas.extent) = (area, area)
    canvas.layerCount = layerCount + 1
    canvas.pollPixelCount = pollPixelCount
    canvas.budget = budget
    canvas.effectPixelCount = effectPixelCount
    try draw(&canvas)
    effectPixelCount = canvas.effectPixelCount
    missingImages.formUnion(canvas.missingImages)
    return canvas.bitmap
  }

  /// Counts the pixels of a layer.
  ///
  /// - Throws: `RenderBudget.Excess` if the total is too large.
  func countedLayer(_ area: PixelRect) throws(RenderBudget.Excess) -> Int {
    let count = effectPixelCount.adding(saturating: Int(saturating: area.area))
    try budget.check(.blendedPixels, count, of: "groups with effects")
    return count
  }

  /// Composites a layer onto the pixels of the clip.
  private mutating func paint(
    _ layer: Bitmap, at source: PixelRect, _ plan: EffectPlan, opacity: UInt8, _ blend: BlendMode
  ) {
    let blender = PixelBlender(blend, opacity: opacity)
    bitmap.withSurface(originX: originX, originY: originY, clip: clip) { surface in
      layer.pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let rows = LayerPixels(base, width: layer.width, height: layer.height)
        for row in surface.clip.top..<surface.clip.bottom {
          if let shift = plan.shift {
            let line = row - shift.y - source.top
            let first = surface.clip.left - shift.x - source.left
            blender.paint(
              base + (line * layer.width + first) * 4, count: surface.clip.width,
              onto: surface.pixel(x: surface.clip.left, y: row))
          } else {
            Self.paint(rows, source, plan, blender, row: row, on: surface)
          }
        }
      }
    }
  }

  /// Composites a row of a transformed layer: each pixel averages four positions, each interpolated
  /// from four pixels.
  private static func paint(
    _ layer: LayerPixels, _ source: PixelRect, _ plan: EffectPlan, _ blender: PixelBlender,
    row: Int, on surface: Surface
  ) {
    let (left, top) = (Double(source.left) + 0.5, Double(source.top) + 0.5)
    for column in surface.clip.left..<surface.clip.right {
      var color = SIMD4<Float>.zero
      for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
        let place = plan.place(x: Double(column) + dx, y: Double(row) + dy)
        color += layer.mixture(x: place.x - left, y: place.y - top)
      }
      guard color != .zero else { continue }
      blender.paint(color / (4 * 255), onto: surface.pixel(x: column, y: row))
    }
  }
}

/// The pixels of a layer, for interpolated reading.
private struct LayerPixels {
  private let base: UnsafePointer<UInt8>
  private let width: Int
  private let height: Int

  init(_ base: UnsafeRawPointer, width: Int, height: Int) {
    self.base = base.assumingMemoryBound(to: UInt8.self)
    self.width = width
    self.height = height
  }

  /// Returns the interpolated pixel at a position; outside is clear.
  func mixture(x: Double, y: Double) -> SIMD4<Float> {
    guard x > -1, y > -1, x < Double(width), y < Double(height) else { return .zero }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (Float(x - left), Float(y - top))
    let (column, row) = (Int(saturating: left), Int(saturating: top))
    let upper = color(column, row) * (1 - dx) + color(column + 1, row) * dx
    let lower = color(column, row + 1) * (1 - dx) + color(column + 1, row + 1) * dx
    return upper * (1 - dy) + lower * dy
  }

  private func color(_ column: Int, _ row: Int) -> SIMD4<Float> {
    guard 0..<width ~= column, 0..<height ~= row else { return .zero }
    let pixel = base + (row * width + column) * 4
    return SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3]))
  }
}

/// Composites premultiplied pixels with a blend mode.
private struct PixelBlender {
  /// The blend mode; `nil` for normal.
  private let mode: ColorPaint.CompositeMode?
  private let opacity: UInt8

  init(_ blend: BlendMode, opacity: UInt8) {
    mode = blend == .normal ? nil : ColorPaint.CompositeMode(blend)
    self.opacity = opacity
  }

  func paint(_ source: UnsafeRawPointer, count: Int, onto target: UnsafeMutableRawPointer) {
    guard mode != nil else {
      return ImageBlender(coverage: opacity).paint(source, count: count, onto: target)
    }
    let pixels = source.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count where pixels[index * 4 + 3] > 0 {
      let pixel = pixels + index * 4
      let color = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3])) / 255
      paint(color, onto: target + index * 4)
    }
  }

  /// Composites a colour from 0 to 1 onto a pixel.
  func paint(_ color: SIMD4<Float>, onto target: UnsafeMutableRawPointer) {
    let pixel = target.assumingMemoryBound(to: UInt8.self)
    let source = color * (Float(opacity) / 255)
    let below = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3])) / 255
    let result = mode?.blended(source, on: below) ?? source + below * (1 - source.w)
    let alpha = min(max(result.w, 0), 1)
    for channel in 0..<3 {
      // Clamps each channel to alpha, against rounding errors.
      pixel[channel] = UInt8(saturating: (min(max(result[channel], 0), alpha) * 255).rounded())
    }
    pixel[3] = UInt8(saturating: (alpha * 255).rounded())
  }
}

extension ColorPaint.CompositeMode {
  fileprivate init(_ blend: BlendMode) {
    self =
      switch blend {
      case .normal: .sourceOver
      case .multiply: .multiply
      case .screen: .screen
      case .overlay: .overlay
      case .darken: .darken
      case .lighten: .lighten
      case .colorDodge: .colorDodge
      case .colorBurn: .colorBurn
      case .hardLight: .hardLight
      case .softLight: .softLight
      case .difference: .difference
      case .exclusion: .exclusion
      case .hue: .hue
      case .saturation: .saturation
      case .color: .color
      case .luminosity: .luminosity
      }
  }
}

extension Bitmap {
  /// Returns the image multiplied by the opacity of another one of its size.
  fileprivate func masked(by other: Bitmap) -> Bitmap {
    var result = self
    for start in stride(from: 0, to: min(pixels.count, other.pixels.count), by: 4) {
      let alpha = other.pixels[start + 3]
      guard alpha < 255 else { continue }
      for channel in start..<start + 4 {
        result.pixels[channel] = pixels[channel].multiplied(by: alpha)
      }
    }
    return result
  }
}
