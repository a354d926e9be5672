public import LinecasterBase
public import LinecasterDisplay

extension Canvas {
  /// Draws the steps of a group as one image, with its opacity and clip.
  ///
  /// The steps are drawn on a layer first, tile by tile. No layer is used if the group is opaque,
  /// its clip consists of whole pixels, and no group inside has a backdrop filter.
  ///
  /// - Throws: The errors of `draw(_:at:in:)`, and `RasterError` if groups are nested more
  ///   deeply than `DisplayGroup.maximumDepth`.
  /// - Complexity: O(glyphs + pixels covered + pixels of layers); a layer has the size of the
  ///   visible steps.
  public mutating func draw(
    _ group: DisplayGroup, in scope: WorkScope = .unlimited
  ) throws {
    try drawWithinBudget(.group(group), of: "a group of steps", scope)
  }

  /// Draws a group that is within the budget.
  ///
  /// - Parameter steps: Its steps with their known pixels; `nil` if unknown.
  mutating func draw(
    _ group: DisplayGroup, _ steps: [BandedImage.Step]?, _ scope: WorkScope
  ) throws {
    guard !group.isTooDeep else {
      throw RasterError(
        code: .tooLarge, source: "display list",
        reason: "groups are nested deeper than \(DisplayGroup.maximumDepth)")
    }
    if group.hasEffects { return try drawWithEffects(group, scope) }
    if let steps = group.clippedSteps {
      for step in steps { try draw(step, scope) }
      return
    }
    guard let frame = GroupFrame(group, scale: scale, clip: clip) else { return }
    let outer = (clip, extent)
    defer { (clip, extent) = outer }
    clip = frame.clip
    if let box = frame.box { extent = box.touched(in: extent) }
    // Steps that do not overlap use a layer too: it rounds a colour three times instead of once, so
    // a step would otherwise differ by up to two levels depending on the rest of its group. Tiles
    // limit the memory of layers.
    guard frame.needsLayer else {
      return try drawContents(of: group, steps, scope)
    }
    let seen = try bounds(of: group, steps, scope)
    for tile in LayerTiles.tiles(of: seen, level: layerCount) {
      try scope.checkCancellation()
      clip = tile
      let layer = try layer(of: group, steps, scope)
      try paint(layer, frame.opacity, inside: frame.box, scope)
    }
  }

  private mutating func drawContents(
    of group: DisplayGroup, _ steps: [BandedImage.Step]?, _ scope: WorkScope
  ) throws {
    let backdrops = Backdrops(group, scale: scale, in: extent)
    try draw(backdrops, on: .clear, scope) { canvas in
      if let steps { return try canvas.draw(steps, scope) }
      for command in group.commands { try canvas.draw(command, scope) }
    }
  }

  /// Returns the pixels of the clip that the steps of a group may draw on.
  private func bounds(
    of group: DisplayGroup, _ steps: [BandedImage.Step]?, _ scope: WorkScope
  ) throws -> PixelRect {
    if let steps { return BandedImage.Step.bounds(of: steps).clipped(to: clip) }
    var finder = InkFinder(scale: scale, rendering: rendering, source: glyphs, clip: clip)
    // The content of a layer is already clipped to the layer's own text.
    finder.looksAtText = layerCount == 0
    for command in group.commands { try finder.insert(command, scope) }
    return finder.bounds
  }

  /// Draws the steps on clear pixels of the clip's size.
  private mutating func layer(
    of group: DisplayGroup, _ steps: [BandedImage.Step]?, _ scope: WorkScope
  ) throws -> Bitmap {
    layerCount += 1
    defer { layerCount -= 1 }
    var other = try Bitmap(width: clip.width, height: clip.height)
    let origin = (originX, originY)
    swap(&bitmap, &other)
    (originX, originY) = (-clip.left, -clip.top)
    defer { (originX, originY) = origin }
    do {
      try drawContents(of: group, steps, scope)
    } catch {
      swap(&bitmap, &other)
      throw error
    }
    swap(&bitmap, &other)
    return other
  }

  /// Paints a layer of the clip's size through an opacity and the coverage of a box.
  private mutating func paint(
    _ layer: Bitmap, _ opacity: UInt8, inside box: RoundedBox?, _ scope: WorkScope
  ) throws(CancellationError) {
    let bounds = clip
    let all = RoundedBox(bounds)
    guard let coverage = ShapeCoverage(box ?? all, clip: bounds) else { return }
    for band in bounds.bands(of: pollPixelCount) {
      try scope.checkCancellation()
      paint(layer, opacity, through: coverage, in: band)
    }
  }

  /// Paints some rows of a layer of the clip's size.
  private mutating func paint(
    _ layer: Bitmap, _ opacity: UInt8, through coverage: ShapeCoverage, in band: PixelRect
  ) {
    let bounds = clip
    bitmap.withSurface(originX: originX, originY: originY, clip: band) { surface in
      layer.pixels.withUnsafeBytes { pixels in
        guard let base = pixels.baseAddress else { return }
        for row in surface.clip.top..<surface.clip.bottom {
          let line = base + ((row - bounds.top) * bounds.width - bounds.left) * 4
          coverage.forEachStretch(row: row) { columns, level in
            ImageBlender(coverage: level.multiplied(by: opacity)).paint(
              line + columns.lowerBound * 4, count: columns.count,
              onto: surface.pixel(x: columns.lowerBound, y: row))
          }
        }
      }
    }
  }
}

extension RoundedBox {
  /// Creates the box of a rectangle of pixels.
  fileprivate init(_ rect: PixelRect) {
    self.init(
      DisplayShape(
        Rect(
          x: Double(rect.left), y: Double(rect.top), width: Double(rect.width),
          height: Double(rect.height))), scale: .one)
  }
}
