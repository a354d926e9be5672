public import LinecasterDisplay
import LinecasterGeometry

extension Canvas {
  /// Draws the steps of a group as one image, with its opacity and inside of its clip.
  ///
  /// They are drawn on pixels of their own first, unless the group is opaque and its clip is made
  /// of whole pixels.
  ///
  /// - Throws: As `draw(_:at:isCancelled:)` does, and with code `tooLarge` where groups are nested
  ///   deeper than `DisplayGroup.maximumDepth` or need more pixels than a bitmap may have.
  /// - Complexity: O(glyphs + pixels covered + pixels of the clip).
  public mutating func draw(
    _ group: DisplayGroup, isCancelled: () -> Bool = { false }
  ) throws(RasterError) {
    guard !group.isTooDeep else {
      throw RasterError(
        code: .tooLarge, source: "display list",
        reason: "groups are nested deeper than \(DisplayGroup.maximumDepth)")
    }
    let opacity = UInt8((group.opacity * 255).rounded())
    guard opacity > 0 else { return }
    let box = group.clip.map { RoundedBox($0, scale: scale) }
    if let box, !box.isDrawable { return }
    let outer = clip
    defer { clip = outer }
    if let box { clip = box.touched(in: clip) }
    guard !clip.isEmpty else { return }
    if opacity == 255, box?.isMadeOfPixels ?? true {
      for command in group.commands { try draw(command, isCancelled: isCancelled) }
    } else {
      let layer = try layer(of: group, isCancelled: isCancelled)
      try paint(layer, opacity, inside: box, isCancelled: isCancelled)
    }
  }

  /// The steps drawn on clear pixels, as many as the clip has.
  private mutating func layer(
    of group: DisplayGroup, isCancelled: () -> Bool
  ) throws(RasterError) -> Bitmap {
    layerPixelCount += clip.width * clip.height
    defer { layerPixelCount -= clip.width * clip.height }
    guard layerPixelCount <= Bitmap.maximumPixelCount else {
      throw RasterError(
        code: .tooLarge, source: "groups inside each other",
        reason: "they need more than \(Bitmap.maximumPixelCount) pixels")
    }
    var other = try Bitmap(width: clip.width, height: clip.height)
    let origin = (originX, originY)
    swap(&bitmap, &other)
    (originX, originY) = (-clip.left, -clip.top)
    defer { (originX, originY) = origin }
    do throws(RasterError) {
      for command in group.commands { try draw(command, isCancelled: isCancelled) }
    } catch {
      swap(&bitmap, &other)
      throw error
    }
    swap(&bitmap, &other)
    return other
  }

  /// Paints a layer that fills the clip, through an opacity and the coverage of a box.
  private mutating func paint(
    _ layer: Bitmap, _ opacity: UInt8, inside box: RoundedBox?, isCancelled: () -> Bool
  ) throws(RasterError) {
    let bounds = clip
    let all = RoundedBox(bounds)
    guard let coverage = ShapeCoverage(box ?? all, clip: bounds) else { return }
    for band in bounds.bands(of: pollPixelCount) {
      try Self.check(isCancelled)
      paint(layer, opacity, through: coverage, in: band)
    }
  }

  /// Paints some rows of a layer that fills the clip.
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
  /// The box of a rectangle of pixels.
  fileprivate init(_ rect: PixelRect) {
    self.init(
      DisplayShape(
        Rect(
          x: Double(rect.left), y: Double(rect.top), width: Double(rect.width),
          height: Double(rect.height))), scale: .one)
  }

  /// Whether its edges lie between pixels and its corners are square.
  fileprivate var isMadeOfPixels: Bool {
    upperReach + lowerReach == 0
      && [left, top, right, bottom].allSatisfy { $0 == $0.rounded() }
  }
}
