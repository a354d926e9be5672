import LinecasterBase
import LinecasterDisplay

/// The backdrop filter of a group, in pixels.
struct BackdropPlan: Sendable {
  /// The pixels that it may change, which are also all that it reads.
  let box: PixelRect
  /// The number of pixels around each pixel that it reads.
  let reach: Int
  let filters: [PixelFilter]

  /// `nil` if the group has no backdrop filter.
  ///
  /// - Parameter extent: The pixels of the group's target, visible or not.
  init?(_ group: DisplayGroup, scale: PixelScale, in extent: PixelRect) {
    guard group.opacity > 0, let backdrop = group.backdrop else { return nil }
    let transform = group.effects.transform
    guard let plan = EffectPlan(DisplayEffects(transform: transform), scale: scale) else {
      return nil
    }
    let shape = RoundedBox(backdrop.shape, scale: plan.scale)
    let growth = abs(transform.determinant).squareRoot()
    filters = backdrop.filters.compactMap {
      PixelFilter($0, pixelsPerPoint: scale.factor * growth)
    }
    guard shape.isDrawable, !filters.isEmpty else { return nil }
    box = plan.target(of: shape.touched(in: plan.source(of: extent))).clipped(to: extent)
    reach = filters.reduce(0) { $0 + $1.reach }
    if box.isEmpty { return nil }
  }
}

/// The backdrop filters among steps.
///
/// A filtered pixel depends on the pixels around it, which earlier steps draw. If only a part of
/// the steps is drawn, it therefore includes the margin that the filters read, and no pixel depends
/// on the edges of tiles, bands and damage.
struct Backdrops: Sendable {
  private let plans: [BackdropPlan]
  /// The pixels of the steps' target, visible or not.
  let extent: PixelRect

  /// Creates the backdrop filters of a list.
  init(_ list: DisplayList, scale: PixelScale) {
    let extent = PixelRect(
      left: 0, top: 0, right: scale.pixels(list.size.width),
      bottom: scale.pixels(list.size.height))
    self.init(list.hasBackdrops ? list.commands : [], scale: scale, in: extent)
  }

  /// Creates the backdrop filters inside a group.
  init(_ group: DisplayGroup, scale: PixelScale, in extent: PixelRect) {
    self.init(group.hasBackdrops ? group.commands : [], scale: scale, in: extent)
  }

  /// - Complexity: O(steps).
  init(_ commands: [DisplayCommand], scale: PixelScale, in extent: PixelRect) {
    self.extent = extent
    plans = commands.compactMap { command in
      guard case .group(let group) = command, group.backdrop != nil else { return nil }
      return BackdropPlan(group, scale: scale, in: extent)
    }
  }

  var isEmpty: Bool { plans.isEmpty }

  /// Whether a backdrop filter may change one of some pixels.
  func touch(_ pixels: PixelRect) -> Bool {
    plans.contains { !$0.box.clipped(to: pixels).isEmpty }
  }

  /// Returns the area to draw for an area to be correct.
  func area(of pixels: PixelRect) -> PixelRect {
    // The pixels that a filter reads must be correct before later filters read them.
    plans.reversed().reduce(pixels) { area, plan in
      let changed = plan.box.clipped(to: area)
      if changed.isEmpty { return area }
      return area.union(changed.widened(by: (plan.reach, plan.reach)).clipped(to: plan.box))
    }
  }

  /// Returns an upper bound of the size of `area(of:)` for a tile anywhere in a clip.
  func size(of tile: PixelSize, in clip: PixelRect) -> PixelSize {
    let reach = plans.reduce(0) { min($0 + $1.reach, 1 << 30) }
    let all = plans.reduce(clip) { $0.union($1.box) }
    return PixelSize(
      width: min(tile.width + 2 * reach, max(tile.width, all.width)),
      height: min(tile.height + 2 * reach, max(tile.height, all.height)))
  }
}

extension Canvas {
  /// Draws steps that may include backdrop filters; these see only the steps on a ground.
  ///
  /// - Parameters:
  ///   - ground: The colour of all pixels in the clip and around it; `nil` if that is
  ///     not known. Then the steps are drawn apart, on clear pixels.
  ///   - draw: Draws the steps inside the clip.
  mutating func draw(
    _ backdrops: Backdrops, on ground: Color?, _ scope: WorkScope,
    _ draw: (inout Canvas) throws -> Void
  ) throws {
    let outer = (clip, extent)
    defer { (clip, extent) = outer }
    extent = backdrops.extent
    guard !backdrops.isEmpty else { return try draw(&self) }
    for tile in LayerTiles.tiles(of: outer.0, level: layerCount) {
      try scope.checkCancellation()
      clip = tile
      guard ground == nil || backdrops.touch(tile) else {
        try draw(&self)
        continue
      }
      let area = backdrops.area(of: tile)
      let layer = try drawing(
        at: scale, in: area, on: ground ?? .clear, scope
      ) { canvas in
        canvas.extent = backdrops.extent
        try draw(&canvas)
      }
      put(layer, at: area, isOver: ground == nil)
    }
  }

  /// Replaces pixels with the part of a layer in the clip, or composites it over them.
  private mutating func put(_ layer: Bitmap, at area: PixelRect, isOver: Bool) {
    bitmap.withSurface(originX: originX, originY: originY, clip: clip) { surface in
      layer.pixels.withUnsafeBytes { pixels in
        guard let base = pixels.baseAddress else { return }
        let (left, count) = (surface.clip.left, surface.clip.width)
        for row in surface.clip.top..<surface.clip.bottom {
          let source = base + ((row - area.top) * area.width + left - area.left) * 4
          let target = surface.pixel(x: left, y: row)
          if isOver {
            ImageBlender(coverage: 255).paint(source, count: count, onto: target)
          } else {
            target.copyMemory(from: source, byteCount: count * 4)
          }
        }
      }
    }
  }
}

extension Canvas {
  /// Applies the backdrop filter of a group; all pixels that it reads must have been drawn.
  mutating func changeBackdrop(of group: DisplayGroup, _ scope: WorkScope) throws {
    guard let backdrop = group.backdrop,
      let plan = BackdropPlan(group, scale: scale, in: extent)
    else { return }
    let seen = plan.box.clipped(to: clip)
    guard !seen.isEmpty else { return }
    let area = seen.widened(by: (plan.reach, plan.reach))
    effectPixelCount = try countedLayer(area)
    var layer = try mirrored(plan.box, in: area)
    for filter in plan.filters {
      try scope.checkCancellation()
      layer = filter.apply(to: layer)
    }
    let (transform, mask) = (group.effects.transform, group.effects.mask)
    let shape = DisplayGroup(
      [.fill(backdrop.shape, .color(.black))], opacity: group.opacity,
      effects: DisplayEffects(transform: transform, mask: mask))
    let share = try drawing(
      at: scale, in: seen, scope
    ) { [extent] canvas in
      canvas.extent = extent
      try canvas.draw(shape, nil, scope)
    }
    mix(layer, by: share, at: seen)
  }

  /// Returns the pixels of an area; outside of a box they are mirrored at its edges.
  private func mirrored(_ box: PixelRect, in area: PixelRect) throws(RasterError) -> Bitmap {
    var copy = try Bitmap(width: area.width, height: area.height)
    let (width, height) = (bitmap.width, bitmap.height)
    let columns = (area.left..<area.right).map { column in
      Self.mirrored(column, from: box.left, to: box.right) + originX
    }
    let rows = (area.top..<area.bottom).map { row in
      Self.mirrored(row, from: box.top, to: box.bottom) + originY
    }
    bitmap.pixels.withUnsafeBytes { source in
      copy.pixels.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for (line, row) in rows.enumerated() where 0..<height ~= row {
          for (place, column) in columns.enumerated() where 0..<width ~= column {
            (target + (line * columns.count + place) * 4).copyMemory(
              from: source + (row * width + column) * 4, byteCount: 4)
          }
        }
      }
    }
    return copy
  }

  /// Returns a position mirrored at both ends of a range until it is inside.
  private static func mirrored(_ place: Int, from start: Int, to end: Int) -> Int {
    let count = end - start
    let rest = (place - start) % (2 * count)
    let inside = rest < 0 ? rest + 2 * count : rest
    return start + (inside < count ? inside : 2 * count - 1 - inside)
  }

  /// Mixes the pixels of a layer into others by the opacity of a shape.
  private mutating func mix(_ layer: Bitmap, by shape: Bitmap, at area: PixelRect) {
    bitmap.withSurface(originX: originX, originY: originY, clip: area) { surface in
      for row in surface.clip.top..<surface.clip.bottom {
        let start = ((row - area.top) * area.width + surface.clip.left - area.left) * 4
        let target = surface.pixel(x: surface.clip.left, y: row)
          .assumingMemoryBound(to: UInt8.self)
        for place in stride(from: 0, to: surface.clip.width * 4, by: 4) {
          let share = UInt16(shape.pixels[start + place + 3])
          guard share > 0 else { continue }
          for channel in place..<place + 4 {
            let both =
              UInt16(target[channel]) &* (255 - share)
              &+ UInt16(layer.pixels[start + channel]) &* share
            target[channel] = UInt8(truncatingIfNeeded: both.dividedBy255)
          }
        }
      }
    }
  }
}
