public import LinecasterDisplay
public import LinecasterGeometry

/// Draws on a bitmap: shapes, text that was laid out before, and images.
///
/// Coordinates are layout points from the top-left corner of the bitmap, or of the display list
/// that is being drawn, y down. The same steps give the same bytes on any thread, with a warm
/// glyph cache or a cold one.
///
///     let paper = try Bitmap(width: 200, height: 60, background: .white)
///     var canvas = Canvas(bitmap: paper, scale: .one, glyphs: GlyphSource())
///     canvas.fill(DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40)), with: color)
///     try canvas.draw(layout, at: Point(x: 20, y: 20))
///     let drawn = canvas.bitmap
public struct Canvas: Sendable {
  /// What is drawn so far.
  public internal(set) var bitmap: Bitmap
  /// Device pixels a layout point.
  public let scale: PixelScale

  /// How glyphs are drawn from now on.
  public var rendering: GlyphRendering

  let glyphs: GlyphSource
  let images: (any ImageProvider)?
  /// The images that the provider was asked for and had no pixels of.
  var lackedImages: Set<ImageReference> = []

  /// Where the drawing's origin is, in pixels of the bitmap.
  var originX = 0
  var originY = 0
  /// The pixels that may change, counted from the origin.
  var clip: PixelRect
  /// The most pixels that are drawn on before the question is put whether to go on: a millisecond's
  /// work for the slowest paints.
  var pollPixelCount = 1 << 17
  /// The pixels of groups that are being drawn apart.
  var layerPixelCount = 0

  /// Makes a canvas that draws on a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: What is below everything drawn.
  ///   - scale: Device pixels a layout point.
  ///   - glyphs: Where the pixels of glyphs come from.
  ///   - images: Where the pixels of images come from; without it, placeholders are drawn.
  ///   - rendering: How glyphs are drawn.
  public init(
    bitmap: Bitmap, scale: PixelScale, glyphs: GlyphSource, images: (any ImageProvider)? = nil,
    rendering: GlyphRendering = .plain
  ) {
    self.bitmap = bitmap
    self.scale = scale
    self.glyphs = glyphs
    self.images = images
    self.rendering = rendering
    clip = bitmap.bounds
  }

  /// Draws a display list with its top-left corner at a point, clipped to the list's size.
  ///
  /// The point moves to the nearest whole pixel, so that a list looks the same wherever it is.
  ///
  /// - Parameters:
  ///   - list: What to draw.
  ///   - point: Where the list's top-left corner is.
  ///   - isCancelled: Asked before each command, each run of glyphs and each hundred thousand
  ///     pixels or so of shapes.
  /// - Throws: `CancellationError` if `isCancelled` says so, or `RasterError` with the reason why
  ///   text cannot be drawn; the bitmap has what was drawn until then.
  /// - Complexity: O(glyphs + pixels covered).
  public mutating func draw(
    _ list: DisplayList, at point: Point = .zero, isCancelled: () -> Bool = { false }
  ) throws {
    let outer = (originX, originY, clip)
    enter(point, size: list.size)
    defer { (originX, originY, clip) = outer }
    for command in list.commands {
      try draw(command, isCancelled: isCancelled)
    }
  }

  mutating func draw(
    _ command: DisplayCommand, isCancelled: () -> Bool
  ) throws {
    try Self.check(isCancelled)
    switch command {
    case .fill(let shape, let paint):
      try drawInBands(shape, isCancelled: isCancelled) { $0.fill(shape, with: paint) }
    case .border(let shape, let border): draw(border, in: shape)
    case .shadow(let shape, let shadow):
      try draw(shadow, of: shape, isCancelled: isCancelled)
    case .text(let layout, let origin):
      try draw(layout, at: origin, isCancelled: isCancelled)
    case .textShadow(let layout, let origin, let shadow):
      try draw(shadow, of: layout, at: origin, isCancelled: isCancelled)
    case .image(let image, let shape, let mode):
      try drawInBands(shape, isCancelled: isCancelled) { $0.draw(image, in: shape, mode) }
    case .group(let group): try draw(group, isCancelled: isCancelled)
    }
  }

  static func check(_ isCancelled: () -> Bool) throws(CancellationError) {
    if isCancelled() { throw CancellationError() }
  }

  /// Moves the origin to a point and clips to a size from there.
  private mutating func enter(_ point: Point, size: Size) {
    let place = ListPlace(point, size: size, scale: scale, in: clip)
    originX += place.x
    originY += place.y
    clip = place.clip
  }
}

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
  ) throws {
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
  ) throws -> Bitmap {
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
    do {
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
  ) throws(CancellationError) {
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

extension Canvas {
  /// Draws what is inside a shape, band by band where that is large, and asks between the bands.
  ///
  /// Pixels do not depend on where bands end.
  ///
  /// - Parameters:
  ///   - shape: What is drawn touches nothing beyond it and `reach`.
  ///   - reach: The pixels around the shape that may change too.
  mutating func drawInBands(
    _ shape: DisplayShape, reach: Int = 0, isCancelled: () -> Bool,
    _ draw: (inout Canvas) -> Void
  ) throws(CancellationError) {
    guard clip.area > Double(pollPixelCount) else { return draw(&self) }
    let box = RoundedBox(shape, scale: scale)
    guard box.isDrawable else { return draw(&self) }
    let all = clip
    defer { clip = all }
    let touched = box.touched(in: all.widened(by: (reach, reach))).widened(by: (reach, reach))
      .clipped(to: all)
    // What is blurred is found again for each band, as far beyond its edges as the blur reaches.
    let count = max(pollPixelCount, 2 * reach * touched.width)
    for (index, band) in touched.bands(of: count).enumerated() {
      if index > 0 { try Self.check(isCancelled) }
      clip = band
      draw(&self)
    }
  }
}

extension PixelRect {
  /// The rectangle cut into rows of a given number of pixels, or single ones where these have more.
  func bands(of pixelCount: Int) -> [PixelRect] {
    guard !isEmpty else { return [] }
    let height = min(self.height, max(1, pixelCount / width))
    return stride(from: top, to: bottom, by: height).map {
      PixelRect(left: left, top: $0, right: right, bottom: min(bottom, $0 + height))
    }
  }
}
